import { join } from 'node:path'

import { env } from '~/platform/env.server'
import { createLiveFile, type LiveFile } from '~/platform/live-file.server'
import { fillPlaceholders, renderMarkdown, type RenderedText } from './markdown.server'
import { formatPeriod } from './periods'
import { log } from '~/platform/log.server'
import {
  cookieCatalogue,
  cookieFacts,
  fullCookieName,
  type CookieName,
} from '~/session/cookie-catalogue'
import { storageCatalogue, type StoredFacts } from '~/session/storage-catalogue'

const own = import.meta.glob<string>('../../content/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const ownTexts = new Map(
  Object.entries(own).map(([path, text]) => [path.replace(/^.*\/|\.md$/g, ''), text]),
)

function cookieTable(isSecure: boolean): string {
  const rows = (Object.keys(cookieCatalogue) as CookieName[]).map((name) => {
    const { purpose, seconds } = cookieFacts(name)
    return `| \`${fullCookieName(name, isSecure)}\` | ${purpose} | ${formatPeriod(seconds)} |`
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

function placeholders(): Record<string, string> {
  const config = env()
  return {
    brand: config.BRAND_NAME,
    siteHost: new URL(config.PUBLIC_ORIGIN).host,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    supportPhoneUri: config.SUPPORT_PHONE.replace(/[^+\d]/g, ''),
    supportBotUrl: config.SUPPORT_BOT_URL,
    personalDataPolicyUrl: config.PERSONAL_DATA_POLICY_URL,
    cookieTable: cookieTable(config.PUBLIC_ORIGIN.startsWith('https:')),
    storageTable: storageTable(),
  }
}

function render(name: string, text: string): RenderedText {
  const filled = fillPlaceholders(text, placeholders(), (placeholder) =>
    log.warn({ document: name, placeholder }, 'a text has an unknown placeholder'),
  )
  return renderMarkdown(filled)
}

const rendered = new Map<string, RenderedText>()
const replacements = new Map<string, LiveFile<RenderedText>>()

/** The operator's own version of a text; null as long as there is none under its name. */
async function getReplacement(name: string): Promise<RenderedText | null> {
  const directory = env().CONTENT_DIR
  if (!directory) return null
  let file = replacements.get(name)
  if (!file) {
    file = createLiveFile({
      path: join(directory, `${name}.md`),
      parse: (text) => render(name, text),
      onFault: (error) => {
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ENOENT') log.error({ document: name, code }, 'a text cannot be read')
      },
    })
    replacements.set(name, file)
  }
  return file.get()
}

/** A document by its name, the operator's version first; null for a name that is none of ours. */
export async function getDocument(name: string): Promise<RenderedText | null> {
  const text = ownTexts.get(name)
  if (text === undefined) return null
  const replacement = await getReplacement(name)
  if (replacement) return replacement
  if (!rendered.has(name)) rendered.set(name, render(name, text))
  return rendered.get(name) ?? null
}
