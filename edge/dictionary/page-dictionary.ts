import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** The common text of the pages, stored by browsers (RFC 9842, compression dictionary transport). */
export interface PageDictionary {
  /** Where browsers load it. */
  path: string
  /** Whether the browser has this dictionary, and not that of another build. */
  isHeldBy(request: IncomingMessage): boolean
  /** The body for `Content-Encoding: dcz`, compressed on another thread. */
  compress(body: Buffer): Promise<Buffer>
}

/**
 * Header that declares a file as a dictionary, and for which requests; the worker's requests have an empty
 * destination.
 */
export const USE_AS_DICTIONARY = 'match="/*", match-dest=("document" "")'
/** The file name that the build gives to the dictionary (scripts/make-dictionary.ts). */
const file = /\/pages-[\w-]{8}\.dict$/

export const isPageDictionary = (path: string) => file.test(path)

/** A skippable Zstandard frame; the dictionary's SHA-256 and then the page follow (RFC 9842, section 5). */
const FRAME = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0])
/** A fifth of brotli's size in half the time; two levels more take fifteen times as long for nothing. */
const EFFORT = 9
/** Dictionary and most of a page: 256 kB. */
const WINDOW_BITS = 18
/** By default the table takes megabytes, which makes V8 collect garbage. */
const TABLE_BITS = 17

/** Available from Node 22.15 and 24; the types are those of the oldest supported Node. */
interface Zstandard {
  zstdCompress(
    body: Buffer,
    options: { dictionary: Buffer; params: Record<number, number> },
    done: (error: Error | null, compressed: Buffer) => void,
  ): void
  constants: Record<
    'ZSTD_c_compressionLevel' | 'ZSTD_c_windowLog' | 'ZSTD_c_hashLog' | 'ZSTD_c_chainLog',
    number
  >
}

const hasZstandard = (library: object): library is Zstandard => 'zstdCompress' in library

/**
 * The dictionary of a build. Null when the build has none or this Node has no Zstandard; pages are then
 * compressed without it.
 * @param client the folder of the browser build
 */
export function readPageDictionary(client: string, library: object = zlib): PageDictionary | null {
  const path = readdirSync(join(client, 'assets'))
    .map((name) => `/assets/${name}`)
    .find(isPageDictionary)
  if (!path || !hasZstandard(library)) return null
  const dictionary = readFileSync(join(client, path))
  const hash = createHash('sha256').update(dictionary).digest()
  const head = Buffer.concat([FRAME, hash])
  const available = `:${hash.toString('base64')}:`
  const compress = promisify(library.zstdCompress)
  const { constants } = library
  const params = {
    [constants.ZSTD_c_compressionLevel]: EFFORT,
    [constants.ZSTD_c_windowLog]: WINDOW_BITS,
    [constants.ZSTD_c_hashLog]: TABLE_BITS,
    [constants.ZSTD_c_chainLog]: TABLE_BITS,
  }
  return {
    path,
    isHeldBy: ({ headers }) => headers['available-dictionary'] === available,
    compress: async (body) => Buffer.concat([head, await compress(body, { dictionary, params })]),
  }
}
