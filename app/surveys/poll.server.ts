import { z } from 'zod'

import { wholeForm, type FormError } from '~/forms/form-errors'
import type { Posted } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'

import { answerName, pollRefusals, readAnswers, type PollAnswer, type PollQuestion } from './poll'

/**
 * What became of a survey's answers. `answered`: the gateway has answers of this shopper already;
 * `gone`: the survey is open no more. `refused`: the faults; `unloaded`: nothing could be checked.
 */
export type PollOutcome =
  { word: 'sent' | 'answered' | 'gone' | 'unloaded' } | { word: 'refused'; errors: FormError[] }

const unavailable = wholeForm('Отправить ответы пока не получилось. Попробуйте ещё раз')
export const unloaded = wholeForm('Опрос не загрузился. Попробуйте ещё раз')
/** What a second post comes to while the first has no outcome. */
export const unanswered: PollOutcome = { word: 'refused', errors: unavailable }

type PollSchema = z.ZodObject<Record<string, z.ZodArray<z.ZodString>>>

/**
 * The fields of a survey: a list for each of its questions, and the faults at each. Null: nothing can be checked, and
 * every answer is kept as it was given.
 */
export function pollSchema(known: readonly PollQuestion[] | null): PollSchema {
  if (!known) return z.object({}).catchall(z.array(z.string()))
  const questions = known
  const shape = Object.fromEntries(
    questions.map((question) => [answerName(question), z.array(z.string())]),
  )
  return z.object(shape).superRefine((posted, issues) => {
    for (const { fieldId, message } of readAnswers(questions, posted).errors)
      issues.addIssue({ code: 'custom', path: fieldId ? [fieldId] : [], message })
  })
}

/** What was given, by question, to fill a refused form again. */
export function givenAnswers(posted: Posted): Record<string, string[]> {
  const given: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(posted))
    given[name.slice(answerName({ id: '' }).length)] = [values].flat()
  return given
}

/** Sends the answers to these questions; a refusal comes back in words, each at its question. */
export async function sendAnswers(
  questions: readonly PollQuestion[],
  posted: Record<string, string[]>,
  send: (answers: PollAnswer[]) => Promise<void>,
): Promise<PollOutcome> {
  try {
    await send(readAnswers(questions, posted).answers)
    return { word: 'sent' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 404) return { word: 'gone' }
    if (error.status !== 422) return { word: 'refused', errors: unavailable }
    const refusals = pollRefusals(questions, error.fields ?? [])
    return refusals.length > 0 ? { word: 'refused', errors: refusals } : { word: 'answered' }
  }
}
