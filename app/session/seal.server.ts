import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import {
  deflateRawSync,
  inflateRawSync,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
} from 'node:zlib'

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
function packJson(json: string): Buffer {
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
function unpackJson(packed: Buffer): string {
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

/** Deflated JSON, which earlier releases can also read. */
const DEFLATED = 'v1'
/** Packed tokens, for values that would exceed a proxy's header buffer. */
const PACKED = 'v2'
/** In bytes: two ordinary 1 kB tokens are shorter, and their response headers fit into 4 kB. */
const MAX_DEFLATED_LENGTH = 1600
const SEALED = /^v\d+\.([\w-]{8})\.[\w-]{40,}$/
const IV_BYTES = 12
const TAG_BYTES = 16
/**
 * About the length of a cookie. The default of zlib, 16 kB, makes V8 collect garbage more often.
 */
const CHUNK = { chunkSize: 1024 }

export interface Sealer {
  /**
   * Seals a JSON value for one purpose (the cookie's name); only that purpose can open it.
   * @param isForHeader true to make large values as short as possible, which takes milliseconds
   */
  seal(purpose: string, value: unknown, isForHeader?: boolean): string
  /** The sealed value; null when forged, damaged or sealed for another purpose. */
  open(purpose: string, sealed: string): unknown
  /** Stands for the list of secrets, to compare containers. */
  fingerprint: string
  /** True when the text names a secret that this process does not have. */
  isSealedElsewhere(text: string): boolean
}

function compress(value: unknown, isForHeader: boolean): { format: string; plain: Buffer } {
  const json = JSON.stringify(value)
  const deflated = deflateRawSync(json)
  if (!isForHeader || deflated.length <= MAX_DEFLATED_LENGTH)
    return { format: DEFLATED, plain: deflated }
  const packed = packJson(json)
  return packed.length < deflated.length
    ? { format: PACKED, plain: packed }
    : { format: DEFLATED, plain: deflated }
}

const decompressors = new Map<string, (plain: Buffer) => string>([
  [DEFLATED, (plain) => inflateRawSync(plain, CHUNK).toString('utf8')],
  [PACKED, unpackJson],
])

/**
 * Compression, then AES-256-GCM with the purpose as additional data. The first secret seals; every
 * secret opens, found by the key id in the value. Put a new secret last until every container has
 * it.
 */
export function createSealer(secrets: string[]): Sealer {
  const keys = secrets.map((secret) => ({
    id: createHash('sha256').update(`id:${secret}`).digest('base64url').slice(0, 8),
    // Node 24 checks a key given as bytes again on each use, which takes longer than decrypting.
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'april-loyalty session', 32))),
  }))
  const [newest] = keys
  if (!newest) throw new Error('A sealer needs at least one secret')

  return {
    fingerprint: createHash('sha256')
      .update(keys.map(({ id }) => id).join(' '))
      .digest('hex')
      .slice(0, 8),

    seal(purpose, value, isForHeader = false) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(Buffer.from(purpose))
      const { format, plain } = compress(value, isForHeader)
      const body = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return `${format}.${newest.id}.${body.toString('base64url')}`
    },

    isSealedElsewhere(text) {
      const [, keyId] = SEALED.exec(text) ?? []
      return keyId !== undefined && keys.every(({ id }) => id !== keyId)
    },

    open(purpose, sealed) {
      const [format = '', keyId, encoded, ...rest] = sealed.split('.')
      const decompress = decompressors.get(format)
      const key = keys.find(({ id }) => id === keyId)?.key
      if (!decompress || !key || !encoded || rest.length > 0) return null
      try {
        const body = Buffer.from(encoded, 'base64url')
        if (body.length <= IV_BYTES + TAG_BYTES) return null
        const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(body.subarray(-TAG_BYTES))
        const plain = Buffer.concat([
          decipher.update(body.subarray(IV_BYTES, -TAG_BYTES)),
          decipher.final(),
        ])
        return JSON.parse(decompress(plain))
      } catch {
        return null
      }
    },
  }
}
