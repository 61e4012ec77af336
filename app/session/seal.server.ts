import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { packJson, unpackJson } from './pack.server'

/** Deflated JSON, which earlier releases read, too. */
const DEFLATED = 'v1'
/** Packed tokens: for what would fill a proxy's buffer for headers otherwise. */
const PACKED = 'v2'
/** In bytes: two ordinary tokens of 1 kB take less, and an answer with them fits into 4 kB. */
const LONGEST_DEFLATED = 1600
const SEALED = /^v\d+\.([\w-]{8})\.[\w-]{40,}$/
const IV_BYTES = 12
const TAG_BYTES = 16
/** A cookie's content is about as long: for the 16 kB that zlib takes at a time V8 collects garbage the sooner. */
const CHUNK = { chunkSize: 1024 }

export interface Sealer {
  /**
   * Seals a JSON value for one purpose (a cookie's name); only that purpose opens it again.
   * @param isForHeader large ones are made as short as can be, which takes milliseconds
   */
  seal(purpose: string, value: unknown, isForHeader?: boolean): string
  /** The sealed value, or null for anything that is not ours, not whole or not for this purpose. */
  open(purpose: string, sealed: string): unknown
  /** Whether a text was sealed with a secret that is not among ours, by what it says itself. */
  isSealedElsewhere(text: string): boolean
}

function compress(value: unknown, isForHeader: boolean): { format: string; plain: Buffer } {
  const json = JSON.stringify(value)
  const deflated = deflateRawSync(json)
  if (!isForHeader || deflated.length <= LONGEST_DEFLATED)
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
 * Compression, then AES-256-GCM with the purpose as additional data. The first secret seals, every
 * secret opens, found by the key id inside. A new secret stands last until every container knows it.
 */
export function createSealer(secrets: string[]): Sealer {
  const keys = secrets.map((secret) => ({
    id: createHash('sha256').update(`id:${secret}`).digest('base64url').slice(0, 8),
    // A key given as bytes is looked at anew each time, for longer than it takes to decipher a cookie (Node 24).
    key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'april-loyalty session', 32))),
  }))
  const [newest] = keys
  if (!newest) throw new Error('A sealer needs at least one secret')

  return {
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
