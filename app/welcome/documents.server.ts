import { shownBrand } from '~/domain/shown-brand'
import { env } from '~/platform/env.server'
import type { Env } from '~/platform/parse-env.server'
import { contentPath, liveFiles } from '~/platform/live-files.server'
import { type RenderedText, fillPlaceholders } from '~/operator/markdown.server'
import { log } from '~/platform/log.server'
import {
  cookieCatalogue,
  cookieFacts,
  fullCookieName,
  type CookieName,
} from '~/session/cookie-catalogue'
import { storageCatalogue, type StoredFacts } from '~/domain/storage-catalogue'
import { plural } from '~/lib/numbers'

const units = [
  { seconds: 31_536_000, forms: ['год', 'года', 'лет'] },
  { seconds: 86_400, forms: ['день', 'дня', 'дней'] },
  { seconds: 3600, forms: ['час', 'часа', 'часов'] },
  { seconds: 60, forms: ['минута', 'минуты', 'минут'] },
] as const

/** A duration in its largest whole unit: `1 год`, `2 часа`; null is a browser session. */
function formatPeriod(seconds: number | null): string {
  if (seconds === null) return 'до закрытия браузера'
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[3]
  const count = Math.max(1, Math.round(seconds / unit.seconds))
  const [one, few, many] = unit.forms
  return `${count} ${plural(count, one, few, many)}`
}

const own = import.meta.glob<string>('../../content/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const ownTexts = new Map(
  Object.entries(own).map(([path, text]) => [path.replace(/^.*\/|\.md$/g, ''), text]),
)

/** Names of the documents: `terms`, `contacts` and others. */
const documentNames: readonly string[] = [...ownTexts.keys()]

function cookieTable(isSecure: boolean): string {
  const rows = (Object.keys(cookieCatalogue) as CookieName[]).map((name) => {
    const { purpose, seconds } = cookieFacts(name)
    const filledPurpose = fillPlaceholders(purpose, currencyPlaceholders(), () => undefined)
    return `| \`${fullCookieName(name, isSecure)}\` | ${filledPurpose} | ${formatPeriod(seconds)} |`
  })
  return ['| Название | Зачем | Сколько живёт |', '| --- | --- | --- |', ...rows].join('\n')
}

const places: Record<StoredFacts['where'], string> = {
  localStorage: 'локальное хранилище, пока вы его не очистите',
  sessionStorage: 'хранилище вкладки, до её закрытия',
  caches: 'кэш',
}

function storageTable(): string {
  const rows = Object.entries(storageCatalogue).map(
    ([name, { where, purpose }]) => `| \`${name}\` | ${purpose} | ${places[where]} |`,
  )
  return ['| Название | Что это | Где и сколько |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Legal names of the brand pack; they may contain `{{brand}}`. */
function legalNames({ brand, BRAND_NAME }: Env) {
  const fill = (text: string) => text.replaceAll('{{brand}}', BRAND_NAME)
  const { full, short } = brand.data.legal
  return { legalName: fill(full), legalShortName: fill(short) }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Forms of the currency's name: `{{currencyMany}}`, «звёзд», and `{{CurrencyMany}}`, «Звёзд». */
function currencyPlaceholders(): Record<string, string> {
  const forms = Object.entries(shownBrand().currency) as [string, string][]
  return Object.fromEntries(
    forms.flatMap(([form, word]) => [
      [`currency${capital(form)}`, word],
      [`Currency${capital(form)}`, capital(word)],
    ]),
  )
}

function placeholders(): Record<string, string> {
  const config = env()
  return {
    brand: config.BRAND_NAME,
    ...legalNames(config),
    ...currencyPlaceholders(),
    siteHost: new URL(config.PUBLIC_ORIGIN).host,
    supportEmail: config.SUPPORT_EMAIL ?? '',
    supportPhone: config.SUPPORT_PHONE ?? '',
    supportPhoneUri: config.SUPPORT_PHONE?.replace(/[^+\d]/g, '') ?? '',
    supportBotUrl: config.SUPPORT_BOT_URL ?? '',
    personalDataPolicyUrl: config.PERSONAL_DATA_POLICY_URL,
    cookieTable: cookieTable(config.PUBLIC_ORIGIN.startsWith('https:')),
    storageTable: storageTable(),
  }
}

/** Loads the Markdown library for the first requested document. */
async function render(name: string, text: string): Promise<RenderedText> {
  if (text.trim() === '') throw new Error('is empty')
  if (/^\s*<(?:!doctype|html)\b/i.test(text)) throw new Error('is HTML, not Markdown')
  const filled = fillPlaceholders(text, placeholders(), (placeholder) =>
    log.warn({ document: name, placeholder }, 'a text has an unknown placeholder'),
  )
  const { renderMarkdown } = await import('~/operator/markdown.server')
  return renderMarkdown(filled)
}

/** The operator's version; without a heading it gets the title of ours. */
async function replace(name: string, text: string): Promise<RenderedText> {
  const { title, ...rest } = await render(name, text)
  return { title: title || (await ownDocument(name, ownTexts.get(name) ?? '')).title, ...rest }
}

const rendered = new Map<string, RenderedText>()

const replacements = new Map(
  documentNames.map((name) => [
    name,
    liveFiles.add({
      name: `${name}.md`,
      path: () => contentPath(`${name}.md`),
      parse: (text) => replace(name, text),
    }),
  ]),
)

async function ownDocument(name: string, text: string): Promise<RenderedText> {
  const renderedDocument = rendered.get(name) ?? (await render(name, text))
  rendered.set(name, renderedDocument)
  return renderedDocument
}

/** A document by its name, the operator's version first; null for an unknown name. */
export async function getDocument(name: string): Promise<RenderedText | null> {
  const text = ownTexts.get(name)
  if (text === undefined) return null
  return replacements.get(name)?.() ?? ownDocument(name, text)
}
