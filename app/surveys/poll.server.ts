import { z } from 'zod'

import { formError, type FormErrors } from '~/forms/form-errors'
import { GatewayError } from '~/gateways/gateway-error.server'

import { questionKey, pollRefusals, readAnswers, type PollAnswer, type PollQuestion } from './poll'

/**
 * The result of sending answers. `answered`: the gateway already has this shopper's answers;
 * `gone`: the survey has ended. `refused`: errors; `unloaded`: validation was impossible.
 */
export type PollOutcome =
  | { kind: 'sent' | 'answered' | 'gone' }
  | { kind: 'unloaded'; mayRepeat: true }
  | { kind: 'refused'; errors: FormErrors }

const unavailable = formError('Отправить ответы пока не удалось. Попробуйте ещё раз')
export const unloaded = formError('Опрос не загрузился. Попробуйте ещё раз')
/** The result of a second post while the first one is running. */
export const unanswered: PollOutcome = { kind: 'refused', errors: unavailable }

type PollSchema = z.ZodObject<{
  answer: z.ZodObject<Record<string, z.ZodArray<z.ZodString>>>
}>

/**
 * The schema of a survey's form: a list for each question with its errors. Null: validation is
 * impossible.
 */
export function pollSchema(questions: readonly PollQuestion[] | null): PollSchema {
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
