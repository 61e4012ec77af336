import { domainToASCII, domainToUnicode } from 'node:url'

/** The pattern of zod without its ban on `xn--` in the last label. */
const emailForm =
  /^(?!\.)(?!.+\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]{2,})$/i
const LATIN = /\p{Script=Latin}/u
const CYRILLIC = /\p{Script=Cyrillic}/u

const GREEK = /\p{Script=Greek}/u
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

const isMixed = (text: string) =>
  [LATIN, CYRILLIC, GREEK].filter((script) => script.test(text)).length > 1

function parted(email: string): { own: string; domain: string } {
  const at = email.lastIndexOf('@')
  return { own: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) }
}

/** Converts a Cyrillic domain to its ASCII form; some browsers do so themselves. */
export function withPlainDomain(email: string): string {
  const { own, domain } = parted(email)
  return /^[ -~]*$/.test(domain) ? email : `${own}@${domainToASCII(domain)}`
}

/**
 * The error of an e-mail address as text; null for a valid one. «mаil.ru» with a Cyrillic «а» looks
 * right but is another domain, so the shopper must type it again.
 */
export function emailError(email: string): string | null {
  const { own, domain } = parted(email)
  const shown = domainToUnicode(domainToASCII(domain)) || domain
  const labels = shown.split('.')
  const isHalf = FOREIGN.test(labels.at(-1) ?? '') && LATIN.test(shown)
  if (labels.some(isMixed) || isHalf)
    return `В «${shown}» смешаны ${GREEK.test(shown) ? 'буквы разных алфавитов' : 'русские и латинские буквы'}. Наберите адрес почты заново`
  if (CYRILLIC.test(own))
    return 'Перед @ нужны латинские буквы. Наберите адрес почты заново, например name@example.ru'
  const plain = withPlainDomain(email)
  const isWell =
    emailForm.test(plain) &&
    parted(plain)
      .domain.split('.')
      .every((label) => isLabel(label))
  return isWell ? null : 'Проверьте адрес почты, например name@example.ru'
}

const isLabel = (label: string) =>
  label.length <= 63 && !label.startsWith('-') && !label.endsWith('-')
