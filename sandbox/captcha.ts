import { randomInt, randomUUID } from 'node:crypto'

const NUMBERS = ['один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const KEPT = 10_000

/** A question that people answer, and the tokens made of right answers. */
export interface Captcha {
  challenge(): { id: string; question: string }
  /** What the right answer is: for tests and for the sandbox's page. */
  answer(id: string): string | undefined
  /** True once for a token `<id>.<right answer>`; the same token is refused the second time. */
  accepts(token: string | null | undefined): boolean
  reset(): void
}

export function createCaptcha(): Captcha {
  const answers = new Map<string, string>()
  return {
    challenge() {
      const one = randomInt(1, 10)
      const other = randomInt(1, 10)
      const id = randomUUID()
      answers.set(id, String(one + other))
      if (answers.size > KEPT) answers.delete(answers.keys().next().value!)
      return {
        id,
        question: `Сколько будет ${NUMBERS[one - 1]} плюс ${NUMBERS[other - 1]}?`,
      }
    },
    answer: (id) => answers.get(id),
    accepts(token) {
      const [id = '', answer = ''] = (token ?? '').split('.')
      const expected = answers.get(id)
      const isRight = expected !== undefined && answer.trim() === expected
      if (isRight) answers.delete(id)
      return isRight
    },
    reset: () => answers.clear(),
  }
}
