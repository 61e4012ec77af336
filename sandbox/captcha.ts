import { randomInt, randomUUID } from 'node:crypto'

const NUMBERS = ['один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const MAX_STORED = 10_000

/** A question for people, and tokens made from correct answers. */
export interface Captcha {
  challenge(): { id: string; question: string }
  /** The correct answer, for tests and the sandbox's page. */
  answer(id: string): string | undefined
  /** The server-side check: true once for a token `<id>.<right answer>`. */
  verify(token: string | null | undefined): boolean
  /** The gateway's check: true once, whether or not the token was verified before. */
  accepts(token: string | null | undefined): boolean
  reset(): void
}

export function createCaptcha(): Captcha {
  const answers = new Map<string, string>()
  const verified = new Set<string>()
  const rightId = (token: string | null | undefined) => {
    const [id = '', answer = ''] = (token ?? '').split('.')
    return answers.has(id) && answer.trim() === answers.get(id) ? id : null
  }
  return {
    challenge() {
      const one = randomInt(1, 10)
      const other = randomInt(1, 10)
      const id = randomUUID()
      answers.set(id, String(one + other))
      if (answers.size > MAX_STORED) answers.delete(answers.keys().next().value!)
      return {
        id,
        question: `Сколько будет ${NUMBERS[one - 1]} плюс ${NUMBERS[other - 1]}?`,
      }
    },
    answer: (id) => answers.get(id),
    verify(token) {
      const id = rightId(token)
      if (id === null || verified.has(id)) return false
      verified.add(id)
      return true
    },
    accepts(token) {
      const id = rightId(token)
      if (id === null) return false
      answers.delete(id)
      verified.delete(id)
      return true
    },
    reset() {
      answers.clear()
      verified.clear()
    },
  }
}
