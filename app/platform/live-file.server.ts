import { stat } from 'node:fs/promises'

import { readTextFile } from '~/lib/text-file.server'

/** A file and its parser. */
export interface FileSource<Value> {
  path: string
  /** Parses the text; throws when it is invalid. */
  parse(text: string): Value | Promise<Value>
  /** Larger files are refused without reading. */
  maxBytes?: number
}

/** Result of the last check of a file. */
export interface FileState {
  name: string
  state: 'absent' | 'good' | 'bad'
  /** Time of the loaded version and of the last refused one, in Unix milliseconds. */
  loadedAt: number | null
  faultAt: number | null
  fault: unknown
}

export interface LiveFilesOptions<Values> {
  sources: { [Name in keyof Values]: FileSource<Values[Name]> }
  /**
   * Called once for each invalid version, for a deleted file, and for an absent file at the first
   * check.
   */
  onError(name: keyof Values & string, error: unknown): void
  /** Called for each newly loaded version. */
  onLoaded?(name: keyof Values & string): void
  /** The least time between two checks, in milliseconds. */
  checkEveryMs?: number
  now?: () => number
}

/** Files that are read together, so that their contents belong together. */
export interface LiveFiles<Values> {
  /** The current contents; the same object until one file changes. */
  get(): Promise<Readonly<{ [Name in keyof Values]: Values[Name] | null }>>
  /** Increases with each change of the contents. */
  generation(): number
  states(): FileState[]
}

const CHECK_EVERY_MS = 1000
/** A file changed within this time may still be written, so the next check reads it. */
const SETTLE_MS = 500
const MOST_TRIES = 3
const MOST_BYTES = 1_048_576
const GONE = 'ENOENT'

interface Look {
  /** The stat values, or an error's code, so that an error is reported once. */
  version: string
  touchedAt: number
  error?: NodeJS.ErrnoException
}

async function lookAt(path: string): Promise<Look> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path)
    return { version: `${mtimeMs} ${ctimeMs} ${size} ${ino}`, touchedAt: mtimeMs }
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException
    return { version: error.code ?? 'unknown', touchedAt: 0, error }
  }
}

interface Entry<Value> {
  source: FileSource<Value>
  /** The version that was last loaded or refused, and the version of the previous check. */
  version: string
  seen: string
  state: FileState
}

/**
 * Reloads an operator's files without a restart. A version must be stable for a moment and during
 * the reading. So half-written files are never used. An invalid or deleted file leaves the last
 * valid contents. Files swapped at once, like those of a ConfigMap, are loaded at once.
 */
export function createLiveFiles<Values extends object>(
  options: LiveFilesOptions<Values>,
): LiveFiles<Values> {
  type Name = keyof Values & string
  type InForce = { [Key in keyof Values]: Values[Key] | null }
  const { sources, onError, onLoaded, checkEveryMs = CHECK_EVERY_MS, now = Date.now } = options
  const names = Object.keys(sources) as Name[]
  const entries = new Map<Name, Entry<Values[Name]>>(
    names.map((name) => [
      name,
      {
        source: sources[name],
        version: '',
        seen: '',
        state: { name, state: 'absent', loadedAt: null, faultAt: null, fault: null },
      },
    ]),
  )
  const entryOf = (name: Name) => entries.get(name) as Entry<Values[Name]>
  let inForce = Object.fromEntries(names.map((name) => [name, null])) as InForce
  let generation = 0
  let checkedAt = -Infinity
  let checking: Promise<unknown> | undefined
  let isChecking = false

  const lookAtAll = async () =>
    new Map(
      await Promise.all(
        names.map(async (name) => [name, await lookAt(entryOf(name).source.path)] as const),
      ),
    )

  /** The disk's clock may differ from ours, so a version seen twice also counts as stable. */
  function isSettled(name: Name, { version, touchedAt, error }: Look): boolean {
    const entry = entryOf(name)
    const isSeenTwice = entry.seen === version
    if (error) return isSeenTwice || error.code !== GONE || entry.state.state === 'absent'
    return isSeenTwice || Date.now() - touchedAt >= SETTLE_MS
  }

  async function read(name: Name, { error }: Look): Promise<Values[Name]> {
    const { path, parse, maxBytes = MOST_BYTES } = entryOf(name).source
    if (error) throw error
    return parse(await readTextFile(path, maxBytes))
  }

  /** A loaded file that disappears is an error: a lost mount must not release kill switches. */
  function refuse(name: Name, error: unknown): void {
    const { state } = entryOf(name)
    const isMissing = (error as NodeJS.ErrnoException).code === GONE
    if (isMissing && state.loadedAt === null) {
      Object.assign(state, { state: 'absent', faultAt: null, fault: null })
      return onError(name, error)
    }
    const fault = isMissing ? new Error('has gone') : error
    Object.assign(state, { state: 'bad', faultAt: now(), fault })
    onError(name, fault)
  }

  async function check(): Promise<void> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const looks = await lookAtAll()
      const changed = [...looks].filter(([name, look]) => look.version !== entryOf(name).version)
      const settled = changed.filter(([name, look]) => isSettled(name, look))
      const fresh = changed.filter((each) => !settled.includes(each))
      // Files written shortly one after the other belong to one swap, so all wait for the last.
      const ready = settled.filter(([, { touchedAt, error }]) =>
        fresh.every(([, other]) => error || other.touchedAt - touchedAt >= SETTLE_MS),
      )
      for (const [name, { version }] of looks) entryOf(name).seen = version
      if (ready.length === 0) return
      const results = await Promise.allSettled(ready.map(([name, look]) => read(name, look)))
      const again = await lookAtAll()
      // The files changed during reading and may not belong together.
      if (names.some((name) => again.get(name)?.version !== looks.get(name)?.version)) continue
      const next = { ...inForce }
      ready.forEach(([name, { version }], at) => {
        const outcome = results[at] as PromiseSettledResult<Values[Name]>
        const entry = entryOf(name)
        entry.version = version
        if (outcome.status === 'rejected') return refuse(name, outcome.reason)
        next[name] = outcome.value
        Object.assign(entry.state, { state: 'good', loadedAt: now(), faultAt: null, fault: null })
        onLoaded?.(name)
      })
      inForce = next
      generation++
      return
    }
  }

  return {
    async get() {
      // A clock that was set back must not delay updates.
      if (!isChecking && Math.abs(now() - checkedAt) >= checkEveryMs) {
        checkedAt = now()
        isChecking = true
        checking = check().finally(() => (isChecking = false))
      }
      await checking
      return inForce
    },
    generation: () => generation,
    states: () => names.map((name) => ({ ...entryOf(name).state })),
  }
}
