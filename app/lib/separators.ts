import { plainDigits } from './plain-text'

/**
 * A number without what people and their address books put between its digits, which are plain
 * afterwards; linear, as long as the input is bounded by its reader.
 */
export function withoutSeparators(input: string): string {
  return plainDigits(input).replace(/[\s-]/g, '')
}
