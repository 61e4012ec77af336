import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { rememberAnswered } from '~/session/answered.server'
import { defineForm } from '~/forms/define-form.server'
import { redirectTo, refuse } from '~/forms/form-response.server'
import { rateHref, surveyHref } from '~/domain/hrefs'
import { notFound } from '~/platform/not-found.server'
import { formError, type FormErrors } from '~/forms/form-errors'
import { GatewayError } from '~/gateways/gateway-error.server'

import { type PollAnswer, type PollQuestion, questionKey, pollRefusals, readAnswers } from './poll'
import { loadPurchasePoll } from './rate.server'
import { loadSurvey } from './survey.server'

/**
 * The result of sending answers. `answered`: the gateway already has this shopper's answers;
 * `gone`: the survey has ended. `refused`: errors; `unloaded`: validation was impossible.
 */
type PollOutcome =
  | { kind: 'sent' | 'answered' | 'gone' }
  | { kind: 'unloaded'; mayRepeat: true }
  | { kind: 'refused'; errors: FormErrors }

const unavailable = formError('Отправить ответы пока не удалось. Попробуйте ещё раз')
const unloaded = formError('Опрос не загрузился. Попробуйте ещё раз')
/** The result of a second post while the first one is running. */
const unanswered: PollOutcome = { kind: 'refused', errors: unavailable }

type PollSchema = z.ZodObject<{
  answer: z.ZodObject<Record<string, z.ZodArray<z.ZodString>>>
}>

/**
 * The schema of a survey's form: a list for each question with its errors. Null: validation is
 * impossible.
 */
function pollSchema(questions: readonly PollQuestion[] | null): PollSchema {
  if (!questions)
    return z.object({ answer: z.object({}).catchall(z.unknown()) }) as unknown as PollSchema
  const shape = Object.fromEntries(
    questions.map((question) => [questionKey(question), z.array(z.string())]),
  )
  return z.object({ answer: z.object(shape) }).superRefine(({ answer }, issues) => {
    const { formErrors = [], fieldErrors = {} } = readAnswers(questions, answer).errors
    for (const message of formErrors) issues.addIssue({ code: 'custom', path: [], message })
    for (const [name, messages] of Object.entries(fieldErrors))
      for (const message of messages)
        issues.addIssue({ code: 'custom', path: name.split('.'), message })
  })
}

/** Sends the answers; a refusal becomes text at each question. */
async function sendAnswers(
  questions: readonly PollQuestion[],
  given: Readonly<Record<string, string[]>>,
  send: (answers: PollAnswer[]) => Promise<void>,
): Promise<PollOutcome> {
  try {
    await send(readAnswers(questions, given).answers)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 404) return { kind: 'gone' }
    if (error.status !== 422) return { kind: 'refused', errors: unavailable }
    const fieldErrors = pollRefusals(questions, error.fields ?? [])
    return Object.keys(fieldErrors).length > 0
      ? { kind: 'refused', errors: { fieldErrors } }
      : { kind: 'answered' }
  }
}

/** The differences between answering a survey and rating a purchase. */
interface PollKind {
  name: 'rate' | 'survey'
  /** The name in analytics. */
  kind: 'purchase' | 'survey'
  /** The name of the id in the address. */
  idName: 'id' | 'surveyId'
  getHref: (id: string) => string
  load(
    context: AppLoadContext,
    id: string,
  ): Promise<{ kind: string; poll?: { questions: PollQuestion[] } }>
  send(context: AppLoadContext, id: string, answers: PollAnswer[]): Promise<void>
  thanks: string
}

function pollForm({ name, kind, idName, getHref, load, send, thanks }: PollKind) {
  type Args = Pick<ActionFunctionArgs, 'context' | 'params'>
  const getId = ({ params }: Pick<Args, 'params'>) => params[idName] ?? ''
  const getPage = (args: Args) => getHref(getId(args))
  return defineForm({
    name,
    /** The questions of the survey; null when they failed to load. */
    async guard(args: ActionFunctionArgs) {
      const { request, context } = args
      const found = await load(context, getId(args))
      if (found.kind === 'unavailable') return null
      if (found.kind === 'unknown') throw notFound(request)
      // A second post of an answered form gets the confirmation, too.
      if (!found.poll) throw redirect(getPage(args), 303)
      return found.poll.questions
    },
    schema: pollSchema,
    async call(args): Promise<PollOutcome> {
      const { context, guardResult, value } = args
      if (!guardResult) return { kind: 'unloaded', mayRepeat: true }
      return sendAnswers(guardResult, value.answer, (answers) =>
        send(context, getId(args), answers),
      )
    },
    track({ context }, { kind: result }) {
      if (result !== 'unloaded') context.analytics.track('Poll:Answer', { kind, result })
    },
    onResult: {
      async sent(args) {
        await rememberAnswered(args.context, kind, getId(args))
        return redirectTo('/profile/rate', { type: 'success', title: thanks })
      },
      async answered(args) {
        await rememberAnswered(args.context, kind, getId(args))
        return redirectTo(getPage(args))
      },
      gone: (args) => redirectTo(getPage(args)),
      refused: (_, { errors }) => refuse(errors),
      unloaded: refuse(unloaded),
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

export const rateForm = pollForm({
  name: 'rate',
  kind: 'purchase',
  idName: 'id',
  getHref: rateHref,
  load: loadPurchasePoll,
  send: ({ gateways }, transactionId, answers) =>
    gateways.purchases.answerTransactionPoll({ transactionId, answers }),
  thanks: 'Спасибо! Оценка отправлена',
})

export const surveyForm = pollForm({
  name: 'survey',
  kind: 'survey',
  idName: 'surveyId',
  getHref: surveyHref,
  load: loadSurvey,
  send: ({ gateways }, pollId, answers) => gateways.purchases.answerPoll({ pollId, answers }),
  thanks: 'Спасибо! Ответы отправлены',
})
