import { isIPv4 } from 'node:net'

const LONGEST = 1000

/**
 * Digits in a row as in phones, codes, cards, with the dots and underscores that others have as well;
 * addresses of people; tokens; addresses of pages.
 */
const suspicious =
  /(?<digits>\+?\p{Nd}[\p{Nd}\s()+.\p{Pd}\p{Pc}\u2212]{3,}\p{Nd})|[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|eyJ[\w-]+(?:\.[\w-]+)*|https?:\/\/\S+/gu

const withoutDots = /\+?\p{Nd}[\p{Nd}\s()+\p{Pd}\u2212]{3,}\p{Nd}/gu
/** No phone and no card has fewer digits. */
const FEWEST_DIGITS = 10

const version = /^\d{1,3}\.0\.\d{1,4}\.\d{1,3}$/
const time = /^20\d\d(?:[._]\d\d){2,5}$/

/** A machine's address, a browser's version or a time, which may have as many digits as a phone. */
const isTechnical = (run: string) => isIPv4(run) || version.test(run) || time.test(run)

function scrubDigits(run: string): string {
  const count = run.replace(/\P{Nd}/gu, '').length
  const isPersons = /[.\p{Pc}]/u.test(run) && count >= FEWEST_DIGITS && !isTechnical(run)
  return isPersons ? '…' : run.replace(withoutDots, '…')
}

/** One spelling of what can be spelt in many: no wide letters and digits, and nothing unseen between them. */
function plainly(text: string): string {
  // Without the sign of what is gone already, which would become three dots.
  const plain = text.replace(/[^…]+/g, (part) => part.normalize('NFKC'))
  return plain.replace(/[\p{Cf}\p{M}]/gu, '')
}

/** A text without what could name or let in a person, however that is spelt. */
export function scrub(text: string): string {
  // Twice as much as is left: a match across the end is complete.
  return plainly(text.slice(0, 2 * LONGEST))
    .slice(0, 2 * LONGEST)
    .replace(suspicious, (...found) => {
      const { digits } = found.at(-1) as { digits?: string }
      return digits === undefined ? '…' : scrubDigits(digits)
    })
    .slice(0, LONGEST)
}
