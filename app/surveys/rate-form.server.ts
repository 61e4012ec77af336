import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'

import { defineForm } from '~/forms/define-form.server'
import { requireShopper } from '~/session/guards.server'

import {
  givenAnswers,
  pollSchema,
  sendAnswers,
  unanswered,
  unloaded,
  type PollOutcome,
} from './poll.server'
import { loadPurchasePoll } from './rate.server'

const pageOf = (id = '') => `/profile/rate/${encodeURIComponent(id)}`

/** The questions about the purchase that was rated; null when they could not be loaded. */
async function requireQuestions({ request, context, params }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const found = await loadPurchasePoll(context.gateways, params.id ?? '')
  if (found.kind === 'unknown') throw data(null, { status: 404 })
  if (found.kind === 'unavailable') return null
  if (found.kind !== 'open') throw redirect(pageOf(params.id), 303)
  return found.poll.questions
}

/** The marks of a purchase. */
export const rateForm = defineForm({
  name: 'rate',
  guard: requireQuestions,
  schema: pollSchema,
  repeat: 'once',
  async call({ context, params, known, value }): Promise<PollOutcome> {
    if (!known) return { word: 'unloaded' }
    const transactionId = params.id ?? ''
    const { purchases } = context.gateways
    return sendAnswers(known, value, (answers) =>
      purchases.answerTransactionPoll({ transactionId, answers }),
    )
  },
  retryable: ['unloaded'],
  otherwise: unanswered,
  note({ context }, { word: result }) {
    if (result !== 'unloaded') context.analytics.track('Poll:Answer', { kind: 'purchase', result })
  },
  invalid({ context }) {
    context.analytics.track('Poll:Answer', { kind: 'purchase', result: 'refused' })
    return undefined
  },
  endings: {
    sent: { flash: { type: 'success', title: 'Спасибо! Оценка отправлена' } },
    answered: ({ params }) => ({ to: pageOf(params.id) }),
    gone: ({ params }) => ({ to: pageOf(params.id) }),
    refused: (_, { errors }) => ({ errors }),
    unloaded: { errors: unloaded },
  },
  leadsTo: () => '/profile/rate',
  shows: (_, posted) => ({ given: givenAnswers(posted) }),
})
