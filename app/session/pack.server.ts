import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Tokens, signatures and ids; separating shorter runs costs more than it saves. */
const RUN = /[\w-]{32,}/g
/** Hexadecimal text compresses to half by itself; decoded as base64 it would not compress. */
const HEX = /^[\da-f-]+$/i
/** JSON escapes control characters, so this character marks removed runs. */
const PLACE = '\x01'
const END_OF_TEXT = 0
const LENGTH_BYTES = 2
const MAX_RUN_LENGTH = 0xffff
/** Takes about four milliseconds once per token, and saves 7 % of a header. */
const QUALITY = constants.BROTLI_MAX_QUALITY
const WINDOW_BITS = 16

/**
 * Compresses JSON that holds base64url, such as JSON Web Tokens. Each run is decoded to bytes
 * first, so that token claims compress like the text that they are.
 */
export function packJson(json: string): Buffer {
  const runs: Buffer[] = []
  const text = json.replace(RUN, (run) => {
    const bytes = Buffer.from(run, 'base64url')
    const isExact = bytes.toString('base64url') === run
    if (!isExact || HEX.test(run) || bytes.length > MAX_RUN_LENGTH) return run
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt16BE(bytes.length)
    runs.push(length, bytes)
    return PLACE
  })
  return brotliCompressSync(Buffer.concat([Buffer.from(text), Buffer.of(END_OF_TEXT), ...runs]), {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    },
  })
}

/** Restores the JSON given to `packJson`. */
export function unpackJson(packed: Buffer): string {
  const whole = brotliDecompressSync(packed)
  let at = whole.indexOf(END_OF_TEXT)
  const text = whole.toString('utf8', 0, at)
  at += 1
  return text.replaceAll(PLACE, () => {
    const begin = at + LENGTH_BYTES
    at = begin + whole.readUInt16BE(at)
    return whole.toString('base64url', begin, at)
  })
}
