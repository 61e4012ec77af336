import { type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'

import { useHydrated } from 'remix-utils/use-hydrated'
import { useErrorFocus } from '~/framework/navigation-focus'
import { idInAddress } from '~/lib/ids'
import { pageTitle } from '~/lib/page-title'
import { notFound } from '~/platform/not-found.server'
import { requireShopper } from '~/session/guards.server'
import { newFormId } from '~/forms/once.server'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/forms/error-summary'
import { PageHeader } from '~/ui/page-header'
import { PollForm } from './poll-form'

import styles from './rate.module.css'
import { loadPurchasePoll } from './rate.server'
import { rateForm } from './poll-forms.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Оценка покупки')]

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const id = params.id ?? ''
  const found = await loadPurchasePoll(context, id)
  if (found.kind === 'unknown') throw notFound(request)
  if (found.kind !== 'open') return { id: idInAddress(id), kind: found.kind }
  return { ...found, formId: await newFormId(context) }
}

export const action = rateForm.action

export default function RatePurchaseScreen() {
  const known = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
  useErrorFocus(failure)
  const errors = failure?.errors ?? []
  const isOpen = 'poll' in known
  return (
    <div className={styles.screen}>
      <ErrorSummary errors={errors} />
      <PageHeader
        title={(isOpen && known.poll.title) || 'Оценка покупки'}
        backTo="/profile/rate"
        backLabel="Оценки и опросы"
        lead={isOpen && [known.purchase.when, known.purchase.place].filter(Boolean).join(' · ')}
      />
      {isOpen && (
        <PollForm
          writes="rate"
          questions={known.poll.questions}
          formId={failure?.formId ?? known.formId}
          errors={errors}
          given={failure?.given}
          isStepwise={isHydrated}
          isBusy={isBusy}
        />
      )}
      {known.kind === 'unavailable' && (
        <BlockError retryHref={`/profile/rate/${known.id}`} title="Опрос не загрузился" />
      )}
      {known.kind === 'closed' && (
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
