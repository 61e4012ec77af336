import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/v4'

import { readFormData, type FormError } from '~/forms/form.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { EventProperties } from '~/analytics/catalogue.server'
import { answerName, pollRefusals, readAnswers, type PollAnswer, type PollQuestion } from './poll'

import { formIdField, once } from '~/forms/once.server'

/**
 * What became of a survey's answers. `answered`: the gateway has answers of this shopper already;
 * `gone`: the survey is open no more; `refused`: the faults, and what was given.
 */
export type PollOutcome =
  | { kind: 'sent' | 'answered' | 'gone' }
  | { kind: 'refused'; errors: FormError[]; given: Record<string, string[]> }

/** Boxes that one question may have. */
const MOST_ANSWERS = 100

const pollForm = z.object(formIdField)
const unavailable = 'Отправить ответы пока не получилось. Попробуйте ещё раз'

/** Reads the posted answers to these questions and has them sent, once per render of the form. */
export async function answerOnce(
  context: AppLoadContext,
  request: Request,
  questions: PollQuestion[],
  send: (answers: PollAnswer[]) => Promise<void>,
  about: EventProperties<'Poll:Answer'>['kind'],
): Promise<PollOutcome> {
  const names = [...questions.map(answerName), 'formId']
  const form = await readFormData(request, names, MOST_ANSWERS)
  const { answers, errors, given } = readAnswers(questions, form)
  const note = (result: PollOutcome['kind']) =>
    context.analytics.track('Poll:Answer', { kind: about, result })
  if (errors.length > 0) {
    note('refused')
    return { kind: 'refused', errors, given }
  }
  const { formId } = pollForm.parse({ formId: form.get('formId') ?? undefined })
  const outcome = await once<{ kind: PollOutcome['kind']; errors?: FormError[] }>(context, {
    name: 'poll',
    formId,
    values: answers,
    async write() {
      const outcome = await sent(questions, () => send(answers))
      note(outcome.kind)
      return outcome
    },
    otherwise: { kind: 'refused', errors: whole(unavailable) },
  })
  return outcome.kind === 'refused'
    ? { kind: 'refused', errors: outcome.errors ?? [], given }
    : { kind: outcome.kind }
}

const whole = (message: string) => [{ fieldId: null, message }]

async function sent(
  questions: PollQuestion[],
  send: () => Promise<void>,
): Promise<{ kind: PollOutcome['kind']; errors?: FormError[] }> {
  try {
    await send()
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 404) return { kind: 'gone' }
    if (error.status !== 422) return { kind: 'refused', errors: whole(unavailable) }
    const refusals = pollRefusals(questions, error.fields ?? [])
    return refusals.length > 0 ? { kind: 'refused', errors: refusals } : { kind: 'answered' }
  }
}
