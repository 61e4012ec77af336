import { isIPv4 } from 'node:net'

const LONGEST = 1000

/**
 * Digit groups like those of phones, codes and cards, with dots and underscores between them;
 * e-mail addresses; tokens; page addresses.
 */
const suspicious =
  /(?<digits>\+?\p{Nd}[\p{Nd}\s()+.\p{Pd}\p{Pc}\u2212]{3,}\p{Nd})|[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|eyJ[\w-]+(?:\.[\w-]+)*|https?:\/\/\S+/gu

const withoutDots = /\+?\p{Nd}[\p{Nd}\s()+\p{Pd}\u2212]{3,}\p{Nd}/gu
/** Phone and card numbers have at least this many digits. */
const FEWEST_DIGITS = 10

const version = /^\d{1,3}\.0\.\d{1,4}\.\d{1,3}$/
const time = /^20\d\d(?:[._]\d\d){2,5}$/

/** An IP address, a browser version or a time, which may have as many digits as a phone. */
const isTechnical = (run: string) => isIPv4(run) || version.test(run) || time.test(run)

function scrubDigits(run: string): string {
  const count = run.replace(/\P{Nd}/gu, '').length
  const isPersons = /[.\p{Pc}]/u.test(run) && count >= FEWEST_DIGITS && !isTechnical(run)
  return isPersons ? '…' : run.replace(withoutDots, '…')
}

/** Normalises text with several spellings: full-width letters and digits, invisible characters. */
function plainly(text: string): string {
  // Keeps the ellipsis of earlier scrubbing, which NFKC would turn into three dots.
  const plain = text.replace(/[^…]+/g, (part) => part.normalize('NFKC'))
  return plain.replace(/[\p{Cf}\p{M}]/gu, '')
}

/** Removes data that could identify a person or grant access, in any spelling. */
export function scrub(text: string): string {
  // Reads twice the final length, so that a match across the end is complete.
  return plainly(text.slice(0, 2 * LONGEST))
    .slice(0, 2 * LONGEST)
    .replace(suspicious, (...found) => {
      const { digits } = found.at(-1) as { digits?: string }
      return digits === undefined ? '…' : scrubDigits(digits)
    })
    .slice(0, LONGEST)
}
