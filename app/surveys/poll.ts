import type { FormError } from '~/forms/form-errors'
import { plural } from '~/lib/plural'

/** A question of a survey, as the contract has it. */
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

export const RATINGS = [1, 2, 3, 4, 5] as const
const DEFAULT_LENGTH = 1000

/** How long a text may be; questions that do not say, or say nothing sensible, get a limit of our own. */
function lengthLimit({ maxLength = 0 }: PollQuestion): number {
  return maxLength > 0 ? maxLength : DEFAULT_LENGTH
}

/** The same after «до»: «1000 знаков», «201 знака». */
export function limitWords(question: PollQuestion): string {
  const most = lengthLimit(question)
  return `${most} ${plural(most, 'знака', 'знаков', 'знаков')}`
}

/** The name of the fields that answer a question. */
export function answerName({ id }: Pick<PollQuestion, 'id'>): string {
  return `answer.${id}`
}

/** The address of a question on its page: ids may hold anything, numbers do not. */
export function questionId(index: number): string {
  return `question-${index + 1}`
}

type Checked = { answer: PollAnswer | null } | { message: string }

/** Reads what was given to one question; null for nothing where nothing is asked for. */
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
        : { message: `Ответ — не длиннее ${limitWords(question)}` }
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
  const known = (question.options ?? []).map(({ id }) => id)
  const isOne = question.type === 'MULTIPLE' || chosen.length === 1
  return isOne && chosen.every((id) => known.includes(id))
    ? { answer: { questionId: question.id, optionIds: chosen } }
    : { message: missing[question.type] }
}

/** Everything that a posted survey says, by the names of its fields. */
export function readAnswers(
  questions: readonly PollQuestion[],
  posted: Readonly<Record<string, string[]>>,
) {
  const answers: PollAnswer[] = []
  const errors: FormError[] = []
  questions.forEach((question, index) => {
    const checked = checkAnswer(question, posted[answerName(question)] ?? [])
    if ('message' in checked) errors.push({ fieldId: questionId(index), message: checked.message })
    else if (checked.answer) answers.push(checked.answer)
  })
  if (errors.length === 0 && answers.length === 0)
    errors.push({ fieldId: null, message: 'Ответьте хотя бы на один вопрос' })
  return { answers, errors }
}

/** The gateway's refusal in words, each at its question; nothing when it names none of them. */
export function pollRefusals(
  questions: readonly PollQuestion[],
  fields: readonly { name: string }[],
): FormError[] {
  return questions.flatMap((question, index) =>
    fields.some(({ name }) => name === question.id)
      ? [{ fieldId: questionId(index), message: missing[question.type] }]
      : [],
  )
}
