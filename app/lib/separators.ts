import { plainDigits } from './plain-text'

/**
 * Removes separators between the digits of a number and converts them to ASCII. Linear in time;
 * callers bound the input.
 */
export function withoutSeparators(input: string): string {
  return plainDigits(input).replace(/[\s-]/g, '')
}
