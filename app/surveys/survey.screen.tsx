import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { loadBlocks } from '~/gateways/load-blocks.server'
import { surveyHref } from '~/domain/hrefs'
import { pageTitle } from '~/domain/page-title'
import { notFound } from '~/platform/not-found.server'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { PollForm, usePollForm } from './poll-form'

import styles from './survey.module.css'
import { loadSurvey, reportDisplayed } from './survey.server'
import { surveyForm } from './poll-forms.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Опрос')]

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.surveyId ?? ''
  const survey = await loadSurvey(context, id)
  if (survey.kind === 'unknown') throw notFound(request)
  if (survey.kind !== 'open')
    return data({ id, kind: survey.kind }, { status: survey.kind === 'expired' ? 410 : 200 })
  if (!survey.isDisplayed) await loadBlocks({ report: reportDisplayed(context, id) })
  return { id, kind: survey.kind, poll: survey.poll }
}

export const action = surveyForm.action

export default function SurveyScreen() {
  const data = useLoaderData<typeof loader>()
  const questions = 'poll' in data ? data.poll.questions : []
  const { summary, ...form } = usePollForm('survey', questions, useActionData<typeof action>())
  const isOpen = 'poll' in data
  return (
    <div className={classes('stack', styles.screen)}>
      <ErrorSummary {...summary} />
      <PageHeader
        title={
          <span className={classes('clamped', styles.title)}>
            {isOpen ? data.poll.title : 'Опрос'}
          </span>
        }
        backHref="/profile/rate"
        backLabel="Оценки и опросы"
        lead={isOpen ? data.poll.description : undefined}
      />
      {isOpen ? (
        <PollForm writes="survey" key={data.id} {...form} questions={data.poll.questions} />
      ) : (
        <Closed {...data} />
      )}
    </div>
  )
}

function Closed({ id, kind }: { id: string; kind: 'answered' | 'expired' | 'unavailable' }) {
  const others = <ButtonLink to="/profile/rate">Другие опросы</ButtonLink>
  if (kind === 'unavailable')
    return <BlockError retryHref={surveyHref(id)} title="Опрос не загрузился" />
  return kind === 'answered' ? (
    <EmptyState
      illustration="stars"
      title="Вы уже ответили"
      text="Спасибо! Ваши ответы у нас, второй раз отвечать не нужно."
      action={others}
    />
  ) : (
    <EmptyState
      title="Опрос закончился"
      text="Он был открыт, но время вышло. Загляните в другие."
      action={others}
    />
  )
}
