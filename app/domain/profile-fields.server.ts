import { domainToASCII, domainToUnicode } from 'node:url'

import { z } from 'zod'

import { plainDigits } from '~/lib/plain-text'

/** Signs of an atom before the @ (RFC 5322, section 3.2.3), and of a domain. */
const NOT_IN_OWN = /[^\w!#$%&'*+/=?^`{|}~.-]/u
const NOT_IN_DOMAIN = /[^\p{L}\p{M}\p{N}.-]/u
const MAX_OWN_LENGTH = 64
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

/** Takes away what keyboards and address books leave: `mailto:`, `<…>`, spaces at the @, a final dot or comma. */
function cleanEmail(typed: string): string {
  const [, inner = typed] = /<([^<>]*)>/.exec(typed) ?? []
  return inner
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/(?<![.,;])[.,;]+$/, '')
    .split('@')
    .map((part) => part.trim())
    .join('@')
}

const named = (sign: string) => (sign === ' ' ? 'пробел' : `знак «${sign}»`)

/**
 * The error of an e-mail address as text, which names the wrong sign or part; null for a valid one. «mаil.ru»
 * with a Cyrillic «а» looks right but is another domain, so the shopper must type it again.
 */
function emailError(email: string): string | null {
  const { own, domain } = parted(email)
  if (!email.includes('@')) return 'В адресе почты нет знака @. Пример: name@example.ru'
  if (own === '') return 'Перед @ не хватает имени ящика. Пример: name@example.ru'
  const shown = domainToUnicode(domainToASCII(domain)) || domain
  const labels = shown.split('.')
  const isHalf = FOREIGN.test(labels.at(-1) ?? '') && LATIN.test(shown)
  if (labels.some(isMixed) || isHalf)
    return `В «${shown}» смешаны ${GREEK.test(shown) ? 'буквы разных алфавитов' : 'русские и латинские буквы'}. Наберите адрес почты заново`
  if (CYRILLIC.test(own))
    return 'Перед @ нужны латинские буквы. Наберите адрес почты заново, например name@example.ru'
  const [strange] = NOT_IN_OWN.exec(own) ?? []
  if (strange) return `Перед @ не может стоять ${named(strange)}. Проверьте адрес почты`
  if (/^\.|\.\.|\.$/.test(own))
    return 'Перед @ точка не может стоять в начале, в конце и дважды подряд'
  if (own.length > MAX_OWN_LENGTH)
    return `Перед @ больше ${MAX_OWN_LENGTH} знаков: проверьте адрес почты`
  if (domain === '') return 'После @ не хватает адреса сайта. Пример: name@example.ru'
  const [odd] = NOT_IN_DOMAIN.exec(domain) ?? []
  if (odd) return `После @ не может стоять ${named(odd)}. Проверьте адрес почты`
  if (labels.length < 2) return `После @ не хватает точки: «${domain}». Пример: name@example.ru`
  return withPlainDomain(email).split('@')[1]?.split('.').every(isLabel) &&
    TOP_LABEL.test(domainToASCII(domain))
    ? null
    : `Проверьте адрес после @: «${domain}»`
}

/** The pattern of zod without its ban on `xn--` in the last label. */
const TOP_LABEL = /\.(?:[a-z]{2,}|xn--[a-z0-9-]{2,})$/i

const isLabel = (label: string) =>
  label !== '' && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-')

const MAX_NAME_LENGTH = 50
/** Signs that keyboards have in place of the apostrophe. */
const QUOTES =
  '\\u2018\\u2019\\u201b\\u02b9\\u02bb-\\u02bd\\u02ca\\u02cb\\u2032\\u2035\\u00b4\\u0060\\u1fef\\uff07\\uff40'
const APOSTROPHES = new RegExp(`(?<=[\\p{L}\\p{M}])[${QUOTES}](?=\\p{L})`, 'gu')

/** A part that is too long makes the date invalid. */
const datePart = (pattern: string) =>
  z
    .string()
    .meta({ pattern })
    .transform((text) => plainDigits(text).trim().slice(0, 64))
    .optional()

/**
 * The rules of a profile's inputs, in the order of forms and errors; an empty optional input is left out.
 * docs/how-to/field.md explains how to add one.
 */
export const profileShape = {
  firstName: z
    .string({ error: 'Укажите имя' })
    .trim()
    .overwrite((name) => name.replace(APOSTROPHES, "'"))
    .min(1, { error: 'Укажите имя' })
    .max(MAX_NAME_LENGTH, { error: `Имя — не длиннее ${MAX_NAME_LENGTH} букв` })
    .regex(/^\p{L}[\p{L}\p{M} '.\-]*$/u, {
      error: 'В имени могут быть буквы, пробел, дефис и апостроф',
    })
    // The browser checks before the signs are replaced.
    .meta({ pattern: `\\s*\\p{L}[\\p{L}\\p{M}\\s'.\\-${QUOTES}]*` }),
  birthDateDay: datePart('\\s*\\p{Nd}{1,2}\\s*'),
  birthDateMonth: datePart('\\s*(?:\\p{Nd}{1,2}|\\p{L}{3,})\\s*'),
  birthDateYear: datePart('\\s*\\p{Nd}{4}\\s*'),
  email: z
    .string()
    .overwrite(cleanEmail)
    .max(254, { error: 'Адрес почты слишком длинный' })
    .transform((email, issues) => {
      const message = emailError(email)
      if (!message) return withPlainDomain(email)
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional(),
}

export type ProfileInputName = keyof typeof profileShape

interface FieldMessages {
  /** The error when the gateway refuses a value without a reason that we translate. */
  refused: string
  /** The error of an emptied optional field: the gateway can replace values but not delete them. */
  emptied?: string
}

/** Messages of the fields by their names for the gateway and analytics. */
export const profileMessages = {
  firstName: { refused: 'Проверьте имя' },
  birthDate: {
    refused: 'Проверьте дату рождения',
    emptied: 'Дату рождения можно исправить, но не стереть',
  },
  email: {
    refused: 'Проверьте адрес почты',
    emptied: 'Почту можно заменить, но не стереть: укажите другой адрес',
  },
} satisfies Record<string, FieldMessages>

export type ProfileFieldName = keyof typeof profileMessages
