import type { FormErrors } from '~/forms/form-errors'
import { plural } from '~/lib/numbers'

/** A question of a survey (contract). */
export interface PollQuestion {
  id: string
  type: 'SINGLE' | 'MULTIPLE' | 'RATING' | 'TEXT'
  title: string
  isRequired: boolean
  options?: { id: string; title: string }[] | undefined
  maxLength?: number | undefined
}

export interface PollAnswer {
  questionId: string
  optionIds?: string[]
  rating?: number
  text?: string
}

/** The fields of a survey's form. */
export type PollFields = { answer: Record<string, string[]> }

export const RATINGS = [1, 2, 3, 4, 5] as const
const DEFAULT_LENGTH = 1000

/** The limit of a text answer; ours when the question has no valid one. */
function lengthLimit({ maxLength = 0 }: PollQuestion): number {
  return maxLength > 0 ? maxLength : DEFAULT_LENGTH
}

/** The limit after «до»: «1000 знаков», «201 знака». */
export function limitText(question: PollQuestion): string {
  const most = lengthLimit(question)
  return `${most} ${plural(most, 'знака', 'знаков', 'знаков')}`
}

/**
 * The key of a question's answer in the form. Ids may contain characters that nest in field names
 * (dots, brackets), or names that reach a prototype.
 */
export function questionKey({ id }: Pick<PollQuestion, 'id'>): string {
  const escaped = id.replace(
    /[^\w-]/g,
    (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return /^(?:__proto__|constructor)$/.test(escaped) ? `~${escaped}` : escaped
}

/** The name of the fields of a question. */
export function answerName(question: Pick<PollQuestion, 'id'>): string {
  return `answer.${questionKey(question)}`
}

type Checked = { answer: PollAnswer | null } | { message: string }

/** Validates the answer to one question; null for no answer to an optional question. */
export function checkAnswer(question: PollQuestion, given: string[]): Checked {
  const filled = given.map((value) => value.replace(/\r\n?/g, '\n').trim()).filter(Boolean)
  const [first] = filled
  if (first === undefined) return question.isRequired ? { message: missing[question.type] } : none
  switch (question.type) {
    case 'SINGLE':
    case 'MULTIPLE':
      return checkOptions(question, filled)
    case 'RATING':
      return /^[1-5]$/.test(first) && filled.length === 1
        ? { answer: { questionId: question.id, rating: Number(first) } }
        : { message: missing.RATING }
    case 'TEXT':
      return first.length <= lengthLimit(question)
        ? { answer: { questionId: question.id, text: first } }
        : { message: `Ответ — не длиннее ${limitText(question)}` }
  }
}

const none = { answer: null }

const missing: Record<PollQuestion['type'], string> = {
  SINGLE: 'Выберите один ответ',
  MULTIPLE: 'Выберите хотя бы один ответ',
  RATING: 'Поставьте оценку от 1 до 5',
  TEXT: 'Напишите ответ',
}

function checkOptions(question: PollQuestion, given: string[]): Checked {
  const chosen = [...new Set(given)]
  const allIds = (question.options ?? []).map(({ id }) => id)
  const isOne = question.type === 'MULTIPLE' || chosen.length === 1
  return isOne && chosen.every((id) => allIds.includes(id))
    ? { answer: { questionId: question.id, optionIds: chosen } }
    : { message: missing[question.type] }
}

/** True when the answer is valid; ignores names of no question. */
export function isRightAnswer(
  questions: readonly PollQuestion[],
  name: string,
  values: FormData,
): boolean {
  const question = questions.find((each) => answerName(each) === name)
  return !question || !('message' in checkAnswer(question, values.getAll(name).map(String)))
}

/** All answers of a posted survey, with errors at their questions. */
export function readAnswers(
  questions: readonly PollQuestion[],
  given: Readonly<Record<string, string[]>>,
): { answers: PollAnswer[]; errors: FormErrors } {
  const answers: PollAnswer[] = []
  const fieldErrors: Record<string, string[]> = {}
  for (const question of questions) {
    const checked = checkAnswer(question, given[questionKey(question)] ?? [])
    if ('message' in checked) fieldErrors[answerName(question)] = [checked.message]
    else if (checked.answer) answers.push(checked.answer)
  }
  if (Object.keys(fieldErrors).length > 0) return { answers, errors: { fieldErrors } }
  if (answers.length > 0) return { answers, errors: {} }
  return { answers, errors: { formErrors: ['Ответьте хотя бы на один вопрос'] } }
}

/** The gateway's refusal as text at each question; empty when it names none. */
export function pollRefusals(
  questions: readonly PollQuestion[],
  fields: readonly { name: string }[],
): Record<string, string[]> {
  return Object.fromEntries(
    questions
      .filter(({ id }) => fields.some(({ name }) => name === id))
      .map((question) => [answerName(question), [missing[question.type]]]),
  )
}
