import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { bindTexts, bindText } from '~/lib/bind-text.server'
import type { SwitchName } from '~/lib/switch-names'
import { readTextFile } from '~/lib/text-file.server'
import { env } from '~/platform/env.server'
import { createLiveFiles, type FileSource, type LiveFiles } from '~/platform/live-file.server'
import {
  fileErrorText,
  reportFileError,
  logLoadedFile,
  watchFiles,
} from '~/platform/watched-files.server'

import {
  landingSchema,
  MOST_BYTES,
  noticeSchema,
  switchesSchema,
  type LandingFile,
  type NoticeFile,
} from './file-schemas.server'

/** A help text of the operator: its title and sanitised HTML. */
export interface Help {
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

interface Files {
  'notice.json': OperatorNotice | null
  'switches.json': readonly SwitchName[]
  'landing.json': LandingFile
  'help-login.md': Help
  'help-card.md': Help
}

const nothing: OperatorContent = {
  notice: null,
  off: [],
  landing: null,
  helpLogin: null,
  helpCard: null,
  version: '',
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

/** `{}` removes the notice, because deleting the file keeps the last one. */
function readNotice(text: string): OperatorNotice | null {
  const read: unknown = JSON.parse(text)
  if (isDeepStrictEqual(read, {})) return null
  const notice = noticeSchema.parse(read)
  const { kind, text: noticeText, link = '' } = notice
  return { ...notice, text: bindText(noticeText), id: hashOf(`${kind}\n${noticeText}\n${link}`) }
}

/** Loads the Markdown library only for an existing text. */
async function readHelp(text: string): Promise<Help> {
  const { renderMarkdown } = await import('./markdown.server')
  const { title, html } = renderMarkdown(text)
  if (!title) throw new Error('must begin with a heading, which opens it')
  if (!html.trim()) throw new Error('has a heading and nothing below it')
  return { title: bindText(title), html }
}

/** The parser and the size limit of each file. */
const readers: { [Name in keyof Files]: Omit<FileSource<Files[Name]>, 'path'> } = {
  'notice.json': { maxBytes: MOST_BYTES.notice, parse: readNotice },
  'switches.json': {
    maxBytes: MOST_BYTES.switches,
    parse: (text) => switchesSchema.parse(JSON.parse(text)).off,
  },
  'landing.json': {
    maxBytes: MOST_BYTES.json,
    parse: (text) => bindTexts(landingSchema.parse(JSON.parse(text))),
  },
  'help-login.md': { maxBytes: MOST_BYTES.help, parse: readHelp },
  'help-card.md': { maxBytes: MOST_BYTES.help, parse: readHelp },
}

const names = Object.keys(readers) as (keyof Files)[]

/**
 * Reads and checks every file of a directory once, before a start.
 * @throws Error with the errors of every invalid file
 */
export async function checkOperatorFiles(directory: string): Promise<void> {
  const faults = await Promise.all(
    names.map(async (name) => {
      const { parse, maxBytes } = readers[name]
      try {
        await parse(await readTextFile(join(directory, name), maxBytes))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          return `${name}: ${fileErrorText(error)}`
      }
      return []
    }),
  )
  if (faults.flat().length > 0) throw new Error(faults.flat().join('; '))
}

/** Names of the operator's files in `CONTENT_DIR` that are no documents. */
export const operatorFileNames: readonly string[] = names

let files: LiveFiles<Files> | null | undefined

function openFiles(): LiveFiles<Files> | null {
  const directory = env().CONTENT_DIR
  if (!directory) return null
  const sources = Object.fromEntries(
    names.map((name) => [name, { path: join(directory, name), ...readers[name] }]),
  )
  const opened = createLiveFiles<Files>({
    sources: sources as { [Name in keyof Files]: FileSource<Files[Name]> },
    onError: reportFileError,
    onLoaded: logLoadedFile,
  })
  watchFiles(opened.states)
  return opened
}

function isOn({ from, until }: OperatorNotice, now: number): boolean {
  return (!from || Date.parse(from) <= now) && (!until || now < Date.parse(until))
}

/** The operator's texts and kill switches now, as one consistent snapshot. */
export async function readOperator(now: number = Date.now()): Promise<OperatorContent> {
  files = files === undefined ? openFiles() : files
  if (!files) return nothing
  const inForce = await files.get()
  const notice = inForce['notice.json']
  const shown = notice && isOn(notice, now) ? notice : null
  return {
    notice: shown,
    off: inForce['switches.json'] ?? [],
    landing: inForce['landing.json'],
    helpLogin: inForce['help-login.md'],
    helpCard: inForce['help-card.md'],
    version: `${files.generation()} ${shown?.id ?? ''}`,
  }
}

/** The notice in the operator's file, also before and after its period; for the operators' page. */
export async function waitingNotice(): Promise<OperatorNotice | null> {
  return (await files?.get())?.['notice.json'] ?? null
}
