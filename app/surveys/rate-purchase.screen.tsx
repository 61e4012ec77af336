import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { rateHref } from '~/domain/hrefs'
import { pageTitle } from '~/domain/page-title'
import { notFound } from '~/platform/not-found.server'
import { classes } from '~/ui/classes'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { PollForm, usePollForm } from './poll-form'

import styles from './rate.module.css'
import { loadPurchasePoll } from './rate.server'
import { rateForm } from './poll-forms.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Оценка покупки')]

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  const found = await loadPurchasePoll(context, id)
  if (found.kind === 'unknown') throw notFound(request)
  if (found.kind !== 'open') return { id, kind: found.kind }
  return found
}

export const action = rateForm.action

export default function RatePurchaseScreen() {
  const data = useLoaderData<typeof loader>()
  const questions = 'poll' in data ? data.poll.questions : []
  const { summary, ...form } = usePollForm('rate', questions, useActionData<typeof action>())
  const isOpen = 'poll' in data
  return (
    <div className={classes('stack', styles.screen)}>
      <ErrorSummary {...summary} />
      <PageHeader
        title={(isOpen && data.poll.title) || 'Оценка покупки'}
        backHref="/profile/rate"
        backLabel="Оценки и опросы"
        lead={isOpen && [data.purchase.when, data.purchase.place].filter(Boolean).join(' · ')}
      />
      {isOpen && <PollForm writes="rate" {...form} questions={data.poll.questions} />}
      {data.kind === 'unavailable' && (
        <BlockError retryHref={rateHref(data.id)} title="Опрос не загрузился" />
      )}
      {data.kind === 'closed' && (
        <EmptyState
          illustration="stars"
          title="Оценка уже не&nbsp;нужна"
          text="Вы уже оценили эту покупку, или время для оценки вышло."
          action={<ButtonLink to="/profile/rate">Другие покупки</ButtonLink>}
        />
      )}
    </div>
  )
}
