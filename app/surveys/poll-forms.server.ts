import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'

import { rememberAnswered } from '~/forms/answered.server'
import { defineForm } from '~/forms/define-form.server'
import { rateHref, surveyHref } from '~/lib/hrefs'
import { notFound } from '~/platform/not-found.server'

import type { PollAnswer, PollQuestion } from './poll'
import { pollSchema, sendAnswers, unanswered, unloaded, type PollOutcome } from './poll.server'
import { loadPurchasePoll } from './rate.server'
import { loadSurvey } from './survey.server'

/** The differences between answering a survey and rating a purchase. */
interface PollKind {
  name: 'rate' | 'survey'
  /** The name in analytics. */
  kind: 'purchase' | 'survey'
  /** The name of the id in the address. */
  idName: 'id' | 'surveyId'
  hrefOf: (id: string) => string
  load(
    context: AppLoadContext,
    id: string,
  ): Promise<{ kind: string; poll?: { questions: PollQuestion[] } }>
  send(context: AppLoadContext, id: string, answers: PollAnswer[]): Promise<void>
  thanks: string
}

function pollForm({ name, kind, idName, hrefOf, load, send, thanks }: PollKind) {
  type Args = Pick<ActionFunctionArgs, 'context' | 'params'>
  const idOf = ({ params }: Pick<Args, 'params'>) => params[idName] ?? ''
  const pageOf = (args: Args) => hrefOf(idOf(args))
  return defineForm({
    name,
    /** The questions of the survey; null when they failed to load. */
    async guard(args: ActionFunctionArgs) {
      const { request, context } = args
      const found = await load(context, idOf(args))
      if (found.kind === 'unavailable') return null
      if (found.kind === 'unknown') throw notFound(request)
      // A second post of an answered form gets the confirmation, too.
      if (!found.poll) throw redirect(pageOf(args), 303)
      return found.poll.questions
    },
    schema: pollSchema,
    async call(args): Promise<PollOutcome> {
      const { context, guardResult, value } = args
      if (!guardResult) return { kind: 'unloaded', mayRepeat: true }
      return sendAnswers(guardResult, value.answer, (answers) => send(context, idOf(args), answers))
    },
    track({ context }, { kind: result }) {
      if (result !== 'unloaded') context.analytics.track('Poll:Answer', { kind, result })
    },
    onResult: {
      async sent(args) {
        await rememberAnswered(args.context, kind, idOf(args))
        return { to: '/profile/rate', flash: { type: 'success', title: thanks } }
      },
      async answered(args) {
        await rememberAnswered(args.context, kind, idOf(args))
        return { to: pageOf(args) }
      },
      gone: (args) => ({ to: pageOf(args) }),
      refused: (_, { errors }) => ({ errors }),
      unloaded: { errors: unloaded },
    },
    advanced: {
      pendingResult: () => unanswered,
      onInvalid({ context }) {
        context.analytics.track('Poll:Answer', { kind, result: 'refused' })
        return undefined
      },
    },
  })
}

/** The form that rates a purchase. */
export const rateForm = pollForm({
  name: 'rate',
  kind: 'purchase',
  idName: 'id',
  hrefOf: rateHref,
  load: loadPurchasePoll,
  send: ({ gateways }, transactionId, answers) =>
    gateways.purchases.answerTransactionPoll({ transactionId, answers }),
  thanks: 'Спасибо! Оценка отправлена',
})

/** The form that answers a survey. */
export const surveyForm = pollForm({
  name: 'survey',
  kind: 'survey',
  idName: 'surveyId',
  hrefOf: surveyHref,
  load: loadSurvey,
  send: ({ gateways }, pollId, answers) => gateways.purchases.answerPoll({ pollId, answers }),
  thanks: 'Спасибо! Ответы отправлены',
})
