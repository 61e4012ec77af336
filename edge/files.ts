import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import type { PackFile } from '../app/brand/brand-pack.server'
import { isPageDictionary, USE_AS_DICTIONARY } from './dictionary/page-dictionary'
import { getFilePath, WORKER_PATH } from './worker-kill'
import { forMany, isWorthCompressing, sendResponse, type OutgoingResponse } from './respond'

/** A file in memory; one of the build has its encodings, one of the brand gets them when first asked for. */
export type StaticFile = PackFile & { encodings?: Record<'br' | 'gzip', Buffer> }

const types: Record<string, string> = {
  '.css': 'text/css',
  '.dict': 'application/octet-stream',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
/** The project v1 has the pictures of base (specification 7.22). */
const projectV1 = /^(\/assets\/svg\/(?:icons|illustrations)\/)v1\//
const hashed = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

/**
 * Reads the browser build into memory (2 MB), so that no request waits for a volume. Source maps are left
 * out: they go to the error service only.
 */
export function readBuildFiles(directory: string): Map<string, StaticFile> {
  const names = new Set(readdirSync(directory, { recursive: true, encoding: 'utf8' }))
  const files = new Map<string, StaticFile>()
  const read = (name: string) => readFileSync(join(directory, name))
  for (const name of names) {
    const type = types[extname(name)]
    if (!type) continue
    const path = `/${name}`
    files.set(path, {
      body: read(name),
      type,
      isForEver: hashed.test(path),
      ...(names.has(`${name}.br`) && {
        encodings: { br: read(`${name}.br`), gzip: read(`${name}.gz`) },
      }),
    })
  }
  return files
}

function freshness(path: string, { isForEver }: StaticFile): string {
  // Never cached by the browser: the worker decides which version is stored.
  if (path === WORKER_PATH) return 'no-cache'
  return isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

function toResponse(path: string, file: StaticFile, tag: string): OutgoingResponse {
  const { body, type, encodings } = file
  const outgoing = {
    status: 200,
    headers: [
      ['Content-Type', type],
      ['ETag', tag],
      ['Cache-Control', freshness(path, file)],
      ...(isPageDictionary(path) ? [['Use-As-Dictionary', USE_AS_DICTIONARY]] : []),
    ] as OutgoingResponse['headers'],
    body,
    isCompressible: encodings !== undefined || isWorthCompressing(body, type),
    isPage: false,
    stream: null,
  }
  return encodings
    ? { ...outgoing, encoded: (encoding) => Promise.resolve(encodings[encoding as 'br' | 'gzip']) }
    : forMany(outgoing)
}

/** Whether `If-None-Match` names a tag, compared weakly (RFC 9110, section 13.1.2). */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header?.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return Array.from(header?.matchAll(/"[^"]*"/g) ?? []).some(([each]) => each === opaque)
}

/**
 * Serves files from memory: hashed ones are cached for a year, others for an hour. Tags are weak, because
 * encodings of a file share one. Ranges are ignored: no file is large enough to need them.
 * @returns whether the address is such a file and was served
 */
export function createFileServer(files: ReadonlyMap<string, StaticFile>) {
  const stored = new Map<string, { response: OutgoingResponse; tag: string }>()
  function getServed(path: string) {
    const file = files.get(path)
    if (!file || stored.has(path)) return stored.get(path)
    const tag = `W/"${createHash('sha256').update(file.body).digest('base64url').slice(0, 16)}"`
    const served = { response: toResponse(path, file, tag), tag }
    stored.set(path, served)
    return served
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const served = getServed(getFilePath(request.url ?? '').replace(projectV1, '$1base/'))
    if (!served) return false
    const { response: outgoing, tag } = served
    if (namesTag(request.headers['if-none-match'], tag)) {
      const headers = outgoing.headers.filter(([name]) => name !== 'Content-Type')
      for (const [name, value] of headers) response.setHeader(name, value)
      if (outgoing.isCompressible) response.appendHeader('Vary', 'Accept-Encoding')
      response.writeHead(304).end()
    } else await sendResponse(request, response, outgoing, [])
    return true
  }
}
