import { domainToASCII, domainToUnicode } from 'node:url'

import { z } from 'zod'

import { plainDigits } from './plain-text'

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
function withPlainDomain(email: string): string {
  const { own, domain } = parted(email)
  return /^[ -~]*$/.test(domain) ? email : `${own}@${domainToASCII(domain)}`
}

/**
 * The error of an e-mail address as text; null for a valid one. «mаil.ru» with a Cyrillic «а» looks
 * right but is another domain, so the shopper must type it again.
 */
function emailError(email: string): string | null {
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

const MAX_NAME_LENGTH = 50

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
    .min(1, { error: 'Укажите имя' })
    .max(MAX_NAME_LENGTH, { error: `Имя — не длиннее ${MAX_NAME_LENGTH} букв` })
    .regex(/^\p{L}[\p{L}\p{M} '’.\-]*$/u, {
      error: 'В имени могут быть буквы, пробел, дефис и апостроф',
    }),
  birthDateDay: datePart('\\s*\\p{Nd}{1,2}\\s*'),
  birthDateMonth: datePart('\\s*(?:\\p{Nd}{1,2}|\\p{L}{3,})\\s*'),
  birthDateYear: datePart('\\s*\\p{Nd}{4}\\s*'),
  email: z
    .string()
    .trim()
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
