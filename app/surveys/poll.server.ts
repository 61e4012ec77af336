import { z } from 'zod'

import { formError, type FormErrors } from '~/forms/form-errors'
import { GatewayError } from '~/gateways/gateway-error.server'

import { answerKey, pollRefusals, readAnswers, type PollAnswer, type PollQuestion } from './poll'

/**
 * What became of a survey's answers. `answered`: the gateway has answers of this shopper already;
 * `gone`: the survey is open no more. `refused`: the faults; `unloaded`: nothing could be checked.
 */
export type PollOutcome =
  { kind: 'sent' | 'answered' | 'gone' | 'unloaded' } | { kind: 'refused'; errors: FormErrors }

const unavailable = formError('Отправить ответы пока не получилось. Попробуйте ещё раз')
export const unloaded = formError('Опрос не загрузился. Попробуйте ещё раз')
/** What a second post comes to while the first has no outcome. */
export const unanswered: PollOutcome = { kind: 'refused', errors: unavailable }

type PollSchema = z.ZodObject<{
  answer: z.ZodObject<Record<string, z.ZodArray<z.ZodString>>>
}>

/** The fields of a survey: a list for each of its questions, and the error at each. Null: nothing can be checked. */
export function pollSchema(questions: readonly PollQuestion[] | null): PollSchema {
  if (!questions)
    return z.object({ answer: z.object({}).catchall(z.unknown()) }) as unknown as PollSchema
  const shape = Object.fromEntries(
    questions.map((question) => [answerKey(question), z.array(z.string())]),
  )
  return z.object({ answer: z.object(shape) }).superRefine(({ answer }, issues) => {
    const { formErrors = [], fieldErrors = {} } = readAnswers(questions, answer).errors
    for (const message of formErrors) issues.addIssue({ code: 'custom', path: [], message })
    for (const [name, messages] of Object.entries(fieldErrors))
      for (const message of messages)
        issues.addIssue({ code: 'custom', path: name.split('.'), message })
  })
}

/** Sends the answers to these questions; a refusal comes back as text, each at its question. */
export async function sendAnswers(
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
