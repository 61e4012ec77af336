import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { ZodError } from 'zod'

import { readTextFile } from '~/lib/text-file.server'

import { env } from './env.server'
import { errorReports } from './error-reports.server'
import { log } from './log.server'
import { metrics } from './metrics.server'

/** A file of the operator and its parser. */
export interface FileSource<Value> {
  name: string
  /** Undefined when no setting names the file. */
  path(): string | undefined
  /** Parses the text; throws when it is invalid. */
  parse(text: string): Value | Promise<Value>
  /** Larger files are refused without reading. */
  maxBytes?: number
  /** True when a setting names this very file, so its absence is logged. */
  isExpected?: boolean
  /** In force while the file is bad and no version of it was ever good, with a message for the log. */
  whenBad?: { value: Value; message: string }
}

/** Result of the last check of a file. */
interface FileState {
  name: string
  state: 'absent' | 'good' | 'bad'
  /** When the version in force was loaded, in Unix milliseconds. */
  loadedAt: number | null
  /** Names of fields but no contents. */
  error: string | null
}

interface Entry<Value> {
  source: FileSource<Value>
  value: Value | null
  /** The version that was last loaded or refused, and the one of the previous check. */
  version: string | null
  seen: string | null
  /** Number of checks since the present version was first seen. */
  waited: number
  state: FileState
}

const CHECK_EVERY_MS = 500
/** A check that takes longer is logged: its volume hangs. */
const LATE_MS = 5000
/** A file under constant edits delays the others for so many checks. */
const MAX_WAITED = 4
const MAX_TRIES = 3
const MAX_BYTES = 1_048_576
const GONE = 'ENOENT'

/** The path of a file in `CONTENT_DIR`; undefined without that setting. */
export function contentPath(name: string): string | undefined {
  const { CONTENT_DIR } = env()
  return CONTENT_DIR === undefined ? undefined : join(CONTENT_DIR, name)
}

/** The stat values, or an error's code, so that an error is reported once. */
async function getVersion(path: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/** An error of a file as text, with names but no contents. */
function errorText(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues
      .slice(0, 5)
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; ')
  if (error instanceof SyntaxError) return 'is not JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return code ? `cannot be read (${code})` : message
}

/**
 * The operator's files, read before the start and again when they change. Requests take the values in
 * force and never wait for a file: a volume may hang. A changed version must be stable from one check to
 * the next and during the reading, so half-written files are never used. An invalid or deleted file
 * leaves the last valid contents. Files changed together are loaded together.
 */
class LiveFiles {
  readonly #entries: Entry<unknown>[] = []
  #generation = 0
  #isReported = false
  #opened: Promise<void> | undefined

  /** Adds a file. @returns its contents in force; null: ours stand in */
  add<Value>(source: FileSource<Value>): () => Value | null {
    const { name } = source
    const state: FileState = { name, state: 'absent', loadedAt: null, error: null }
    const entry: Entry<Value> = {
      ...{ source, state, value: null },
      ...{ version: null, seen: null, waited: 0 },
    }
    this.#entries.push(entry as Entry<unknown>)
    return () =>
      entry.value ?? (entry.state.state === 'bad' ? (source.whenBad?.value ?? null) : null)
  }

  /** Increases with each change of the contents. */
  get generation(): number {
    return this.#generation
  }

  /** Names of all files, also of those that no setting leads to. */
  get names(): readonly string[] {
    return this.#entries.map(({ source }) => source.name)
  }

  /** The state of each file that a setting leads to. */
  states(): FileState[] {
    return this.#present().map(({ state }) => ({ ...state }))
  }

  /** Reads all files without reports, for a command. */
  async readOnce(): Promise<void> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) if (await this.check()) return
  }

  /**
   * Reads all files, then checks them in the background, one file after the other: a hanging volume
   * holds one thread and no request.
   * @param alongside runs after each check
   */
  open(alongside: () => Promise<void>): Promise<void> {
    this.#isReported = true
    this.#opened ??= this.#inTime(() => this.readOnce()).then(() => this.#checkLater(alongside))
    return this.#opened
  }

  /** Looks at each file once. @returns false when files changed during the reading */
  async check(): Promise<boolean> {
    const entries = this.#present()
    for (const entry of entries) {
      const version = await getVersion(entry.source.path() ?? '')
      entry.waited = version === entry.seen ? entry.waited + 1 : 0
      entry.seen = version
    }
    const changed = entries.filter(({ version, seen }) => version !== seen)
    const isMoving = changed.some(({ version, waited }) => version !== null && waited === 0)
    const ready = changed.filter(
      ({ version, waited }) => version === null || waited >= (isMoving ? MAX_WAITED : 1),
    )
    const results: PromiseSettledResult<unknown>[] = []
    for (const entry of ready) results.push(...(await Promise.allSettled([this.#read(entry)])))
    for (const { source, seen } of ready)
      if ((await getVersion(source.path() ?? '')) !== seen) return false
    for (const [at, result] of results.entries()) this.#apply(ready[at]!, result)
    if (ready.length > 0) this.#generation += 1
    if (entries.length > 0) metrics.filesChecked.set(Date.now() / 1000)
    return true
  }

  #present(): Entry<unknown>[] {
    return this.#entries.filter(({ source }) => source.path() !== undefined)
  }

  async #read({ source, seen }: Entry<unknown>): Promise<unknown> {
    if (seen === GONE) throw Object.assign(new Error('is absent'), { code: GONE })
    return source.parse(await readTextFile(source.path() ?? '', source.maxBytes ?? MAX_BYTES))
  }

  #apply(entry: Entry<unknown>, result: PromiseSettledResult<unknown>): void {
    const { source, state, seen } = entry
    entry.version = seen
    if (result.status === 'fulfilled') {
      entry.value = result.value
      Object.assign(state, { state: 'good', loadedAt: Date.now(), error: null })
    } else if (seen === GONE && state.loadedAt === null) {
      Object.assign(state, { state: 'absent', error: null })
    } else {
      // A loaded file that disappears is an error: a lost mount must not release kill switches.
      const error = seen === GONE ? 'has gone' : errorText(result.reason)
      Object.assign(state, { state: 'bad', error })
    }
    if (this.#isReported) report(source, state)
  }

  async #inTime(work: () => Promise<unknown>): Promise<void> {
    const late = setTimeout(
      () => log.error('the files of the operator do not answer; the last good ones stay'),
      LATE_MS,
    )
    try {
      await work()
    } finally {
      clearTimeout(late)
    }
  }

  #checkLater(alongside: () => Promise<void>): void {
    const again = async () => {
      await this.#inTime(async () => {
        await this.check()
        await alongside()
      }).catch((error: unknown) => log.error({ err: error }, 'the check of files failed'))
      this.#checkLater(alongside)
    }
    setTimeout(() => void again(), CHECK_EVERY_MS).unref()
  }
}

/** Reports each version once: in the log and the metrics, an invalid one in the error reports, too. */
function report({ name: file, isExpected, whenBad }: FileSource<unknown>, state: FileState): void {
  metrics.fileBad.set({ file }, state.state === 'bad' ? 1 : 0)
  if (state.state === 'absent') {
    if (isExpected) log.error({ file }, 'a file of the operator is absent')
    return
  }
  metrics.fileReloads.inc({ file, outcome: state.state })
  if (state.state === 'good') return log.info({ file }, 'a file of the operator is in force')
  const { error } = state
  const inForce =
    state.loadedAt === null ? (whenBad?.message ?? 'ours stands in') : 'the last good one stays'
  log.error({ file, message: error }, `a file of the operator is bad; ${inForce}`)
  errorReports.report(new Error(`${file}: ${error}`), { where: 'files' })
}

/** All files of this process that are read again when they change. */
export const liveFiles = new LiveFiles()
