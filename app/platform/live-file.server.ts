import { stat } from 'node:fs/promises'

import { readTextFile } from '~/lib/text-file.server'

/** One file, and what is made of it. */
export interface FileSource<Value> {
  path: string
  /** Makes a value of the text; throws when the text is not good. */
  parse(text: string): Value | Promise<Value>
  /** A larger file is a fault and is not read. */
  maxBytes?: number
}

/** Result of the last check of a file. */
export interface FileState {
  name: string
  state: 'absent' | 'good' | 'bad'
  /** When the version in force was taken, and the last one refused, in Unix milliseconds. */
  takenAt: number | null
  faultAt: number | null
  fault: unknown
}

export interface LiveFilesOptions<Values> {
  sources: { [Name in keyof Values]: FileSource<Values[Name]> }
  /** Called once for each bad version, when a file has gone, and when there is none at the first look. */
  onFault(name: keyof Values & string, error: unknown): void
  /** Called for each new version in force. */
  onTaken?(name: keyof Values & string): void
  /** The files are looked at no more often than this. */
  checkEveryMs?: number
  now?: () => number
}

/** Files that are read together, so that what follows from them is of one moment. */
export interface LiveFiles<Values> {
  /** All of them as they are in force: the same object until one of them changes. */
  get(): Promise<Readonly<{ [Name in keyof Values]: Values[Name] | null }>>
  /** How often what is in force has changed: a name for what `get` resolved with last. */
  generation(): number
  states(): FileState[]
}

const CHECK_EVERY_MS = 1000
/** A file touched within this time may still be being written: the next look takes it. */
const SETTLE_MS = 500
const MOST_TRIES = 3
const MOST_BYTES = 1_048_576
const GONE = 'ENOENT'

interface Look {
  /** An error's code is a version of its own: reported once, not at every check. */
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
  /** The version that was taken or refused last, and the one of the look before. */
  version: string
  seen: string
  state: FileState
}

/**
 * Reads an operator's files while the process runs: no restart for a corrected comma. A version is
 * taken when it has not changed for a moment and it has not changed while it was read, so half a
 * file is never in force; a bad one, or none any more, leaves the last good one where it is. Files that were swapped in
 * one instant, as a ConfigMap's are, come into force in one.
 */
export function createLiveFiles<Values extends object>(
  options: LiveFilesOptions<Values>,
): LiveFiles<Values> {
  type Name = keyof Values & string
  type InForce = { [Key in keyof Values]: Values[Key] | null }
  const { sources, onFault, onTaken, checkEveryMs = CHECK_EVERY_MS, now = Date.now } = options
  const names = Object.keys(sources) as Name[]
  const entries = new Map<Name, Entry<Values[Name]>>(
    names.map((name) => [
      name,
      {
        source: sources[name],
        version: '',
        seen: '',
        state: { name, state: 'absent', takenAt: null, faultAt: null, fault: null },
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

  /** The disk's clock and ours, which a test may turn, need not agree: seen twice is enough. */
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

  /** A file that was in force and has gone is bad: a lost mount must not switch writes on again. */
  function refuse(name: Name, error: unknown): void {
    const { state } = entryOf(name)
    const isMissing = (error as NodeJS.ErrnoException).code === GONE
    if (isMissing && state.takenAt === null) {
      Object.assign(state, { state: 'absent', faultAt: null, fault: null })
      return onFault(name, error)
    }
    const fault = isMissing ? new Error('has gone') : error
    Object.assign(state, { state: 'bad', faultAt: now(), fault })
    onFault(name, fault)
  }

  async function check(): Promise<void> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const looks = await lookAtAll()
      const changed = [...looks].filter(([name, look]) => look.version !== entryOf(name).version)
      const settled = changed.filter(([name, look]) => isSettled(name, look))
      const fresh = changed.filter((each) => !settled.includes(each))
      // Written one after the other, they are of one swap: the first of them waits for the last.
      const ready = settled.filter(([, { touchedAt, error }]) =>
        fresh.every(([, other]) => error || other.touchedAt - touchedAt >= SETTLE_MS),
      )
      for (const [name, { version }] of looks) entryOf(name).seen = version
      if (ready.length === 0) return
      const results = await Promise.allSettled(ready.map(([name, look]) => read(name, look)))
      const again = await lookAtAll()
      // Swapped while they were read: one may be of before, and another of after.
      if (names.some((name) => again.get(name)?.version !== looks.get(name)?.version)) continue
      const next = { ...inForce }
      ready.forEach(([name, { version }], at) => {
        const outcome = results[at] as PromiseSettledResult<Values[Name]>
        const entry = entryOf(name)
        entry.version = version
        if (outcome.status === 'rejected') return refuse(name, outcome.reason)
        next[name] = outcome.value
        Object.assign(entry.state, { state: 'good', takenAt: now(), faultAt: null, fault: null })
        onTaken?.(name)
      })
      inForce = next
      generation++
      return
    }
  }

  return {
    async get() {
      // A clock that was set back must not delay an hour's texts.
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
