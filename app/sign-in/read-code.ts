import { plainDigits } from '~/lib/plain-text'

const CODE_LENGTH = 5
/** A text message; what is longer is not looked at. */
const LONGEST_INPUT = 500

/** What a text holds: the code; several that may be it; digits, but no code of five; nothing of the kind. */
export type FoundCode =
  { kind: 'code'; code: string } | { kind: 'several' | 'digits' | 'letters' | 'nothing' }

/**
 * Finds the code in what was typed or pasted: «12345», «12-345», «Код: 12345.», the whole message. Five digits in
 * a row are one; where none are, five with single spaces or hyphens between.
 */
export function readCode(input: string): FoundCode {
  const text = plainDigits(input.slice(0, LONGEST_INPUT)).trim()
  if (text === '') return { kind: 'nothing' }
  const whole = codesIn(text, /\d+/g)
  const [code, ...others] = whole.length > 0 ? whole : codesIn(text, /\d(?:[ -]{0,3}\d)*/g)
  if (others.length > 0) return { kind: 'several' }
  if (code !== undefined) return { kind: 'code', code }
  return { kind: /^[\d\s-]*$/.test(text) ? 'digits' : 'letters' }
}

/** Each once: a message may name its code a second time, for browsers. */
function codesIn(text: string, runs: RegExp): string[] {
  const digits = Array.from(text.matchAll(runs), ([run]) => run.replace(/\D/g, ''))
  return [...new Set(digits.filter((run) => run.length === CODE_LENGTH))]
}
