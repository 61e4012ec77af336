import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { bindTexts, bindText } from '~/lib/bind-text.server'
import { killSwitches, type SwitchName } from '~/domain/switch-names'
import { contentPath, liveFiles, type FileSource } from '~/platform/live-files.server'

import {
  landingSchema,
  MAX_BYTES,
  noticeSchema,
  switchesSchema,
  type LandingFile,
  type NoticeFile,
} from './file-schemas.server'

/** A help text of the operator: its title and sanitised HTML. */
interface Help {
  title: string
  html: string
}

export interface OperatorNotice extends Omit<NoticeFile, 'audience'> {
  /** A hash of the text, because another text is another notice. */
  id: string
  audience: NoticeFile['audience']
}

/** The operator's texts and kill switches at one moment; each page uses one snapshot. */
export interface OperatorContent {
  /** The current notice. */
  notice: OperatorNotice | null
  off: readonly SwitchName[]
  landing: LandingFile | null
  helpLogin: Help | null
  helpCard: Help | null
  /** Changes with the content of shared pages. */
  version: string
}

const getHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/** `{}` removes the notice, because deleting the file keeps the last one. */
function readNotice(text: string): OperatorNotice | null {
  const read: unknown = JSON.parse(text)
  if (isDeepStrictEqual(read, {})) return null
  const notice = noticeSchema.parse(read)
  const { kind, text: noticeText, link = '' } = notice
  return { ...notice, text: bindText(noticeText), id: getHash(`${kind}\n${noticeText}\n${link}`) }
}

/** Loads the Markdown library only for an existing text. */
async function readHelp(text: string): Promise<Help> {
  const { renderMarkdown } = await import('./markdown.server')
  const { title, html } = renderMarkdown(text)
  if (!title) throw new Error('must begin with a heading, which opens it')
  if (!html.trim()) throw new Error('has a heading and nothing below it')
  return { title: bindText(title), html }
}

/** A file of `CONTENT_DIR`. */
const addFile = <Value>(
  name: string,
  maxBytes: number,
  source: Pick<FileSource<Value>, 'parse' | 'whenBad'>,
) =>
  liveFiles.add({
    ...{ name, maxBytes, ...source },
    path: () => contentPath(name),
  })

const files = {
  notice: addFile('notice.json', MAX_BYTES.notice, { parse: readNotice }),
  switches: addFile<readonly SwitchName[]>('switches.json', MAX_BYTES.switches, {
    parse: (text) => switchesSchema.parse(JSON.parse(text)).off,
    // Somebody wanted something off: unread, everything is.
    whenBad: {
      value: Object.keys(killSwitches) as SwitchName[],
      message: 'everything that it can switch off is off',
    },
  }),
  landing: addFile('landing.json', MAX_BYTES.json, {
    parse: (text) => bindTexts(landingSchema.parse(JSON.parse(text))),
  }),
  helpLogin: addFile('help-login.md', MAX_BYTES.help, { parse: readHelp }),
  helpCard: addFile('help-card.md', MAX_BYTES.help, { parse: readHelp }),
}

function isOn({ from, until }: OperatorNotice, now: number): boolean {
  return (!from || Date.parse(from) <= now) && (!until || now < Date.parse(until))
}

/** The operator's texts and kill switches now, as one consistent snapshot. */
export function readOperator(now: number = Date.now()): OperatorContent {
  const notice = files.notice()
  const shown = notice && isOn(notice, now) ? notice : null
  return {
    notice: shown,
    off: files.switches() ?? [],
    landing: files.landing(),
    helpLogin: files.helpLogin(),
    helpCard: files.helpCard(),
    version: `${liveFiles.generation} ${shown?.id ?? ''}`,
  }
}

/** Changes with the operator's texts and switches; for the edge's cache of shared pages. */
export const operatorVersion = (): string => readOperator().version
