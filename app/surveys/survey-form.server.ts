import { redirect, type ActionFunctionArgs } from '@remix-run/node'

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
import { loadSurvey, rememberAnswered } from './survey.server'

const pageOf = (pollId = '') => `/profile/survey/${encodeURIComponent(pollId)}`

/** The questions of the survey that was answered; null when they could not be loaded. */
async function requireQuestions({ request, context, params }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const survey = await loadSurvey(context, params.surveyId ?? '')
  if (survey.kind === 'unavailable') return null
  // A second post of the form that has just been answered is thanked, too.
  if (survey.kind !== 'open') throw redirect(pageOf(params.surveyId), 303)
  return survey.poll.questions
}

/** The answers to a survey. */
export const surveyForm = defineForm({
  name: 'survey',
  guard: requireQuestions,
  schema: pollSchema,
  repeat: 'once',
  async call({ context, params, known, value }): Promise<PollOutcome> {
    if (!known) return { word: 'unloaded' }
    const pollId = params.surveyId ?? ''
    const { purchases } = context.gateways
    return sendAnswers(known, value, (answers) => purchases.answerPoll({ pollId, answers }))
  },
  retryable: ['unloaded'],
  otherwise: unanswered,
  note({ context }, { word: result }) {
    if (result !== 'unloaded') context.analytics.track('Poll:Answer', { kind: 'survey', result })
  },
  invalid({ context }) {
    context.analytics.track('Poll:Answer', { kind: 'survey', result: 'refused' })
    return undefined
  },
  endings: {
    async sent({ context, params }) {
      await rememberAnswered(context, params.surveyId ?? '')
      return { flash: { type: 'success', title: 'Спасибо! Ответы отправлены' } }
    },
    async answered({ context, params }) {
      await rememberAnswered(context, params.surveyId ?? '')
      return { to: pageOf(params.surveyId) }
    },
    gone: ({ params }) => ({ to: pageOf(params.surveyId) }),
    refused: (_, { errors }) => ({ errors }),
    unloaded: { errors: unloaded },
  },
  leadsTo: () => '/profile/rate',
  shows: (_, posted) => ({ given: givenAnswers(posted) }),
})
