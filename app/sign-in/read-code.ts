import { plainDigits } from '~/lib/plain-text'

const CODE_LENGTH = 5
/** Long enough for an SMS; a longer input is cut. */
const MAX_INPUT_LENGTH = 500

/** The result: a code; several candidates; digits without a code; no digits. */
export type FoundCode =
  { kind: 'code'; code: string } | { kind: 'several' | 'digits' | 'letters' | 'nothing' }

/**
 * Finds the code in typed or pasted text: «12345», «12-345», «Код: 12345.», a whole message.
 * Prefers five digits in sequence; otherwise accepts single spaces or hyphens between them.
 */
export function readCode(input: string): FoundCode {
  const text = plainDigits(input.slice(0, MAX_INPUT_LENGTH)).trim()
  if (text === '') return { kind: 'nothing' }
  const whole = codesIn(text, /\d+/g)
  const [code, ...others] = whole.length > 0 ? whole : codesIn(text, /\d(?:[ -]{0,3}\d)*/g)
  if (others.length > 0) return { kind: 'several' }
  if (code !== undefined) return { kind: 'code', code }
  return { kind: /^[\d\s-]*$/.test(text) ? 'digits' : 'letters' }
}

/** Each code once, because a message may repeat it for browsers. */
function codesIn(text: string, runs: RegExp): string[] {
  const digits = Array.from(text.matchAll(runs), ([run]) => run.replace(/\D/g, ''))
  return [...new Set(digits.filter((run) => run.length === CODE_LENGTH))]
}
