import { readFile, stat } from 'node:fs/promises'

export interface LiveFileOptions<Value> {
  path: string
  /** Makes a value of the text; throws when the text is not good. */
  parse(text: string): Value
  /** Told once for each bad or unreadable version, and when the file has gone. */
  onFault(error: unknown): void
  /** The file is looked at no more often than this. */
  checkEveryMs?: number
  now?: () => number
}

/** A file read once, and again when it has changed. */
export interface LiveFile<Value> {
  /** The value of the last good version; null when there never was one or the file is gone. */
  get(): Promise<Value | null>
}

const CHECK_EVERY_MS = 1000

/** `ENOENT` and its kind, which is a version of its own: said once, not at every look. */
async function versionOf(path: string): Promise<{ version: string; error?: Error }> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return { version: `${mtimeMs} ${size} ${ino}` }
  } catch (error) {
    return { version: (error as NodeJS.ErrnoException).code ?? 'unknown', error: error as Error }
  }
}

/** Reads a file of the operator's while the process runs: no restart for a corrected comma. */
export function createLiveFile<Value>(options: LiveFileOptions<Value>): LiveFile<Value> {
  const { path, parse, onFault, checkEveryMs = CHECK_EVERY_MS, now = Date.now } = options
  let value: Value | null = null
  let version = ''
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const found = await versionOf(path)
    if (found.version === version) return
    version = found.version
    if (version === 'ENOENT') value = null
    try {
      if (found.error) throw found.error
      value = parse(await readFile(path, 'utf8'))
    } catch (error) {
      onFault(error)
    }
  }

  return {
    async get() {
      if (now() - checkedAt >= checkEveryMs) {
        checkedAt = now()
        checking = check()
      }
      await checking
      return value
    },
  }
}
