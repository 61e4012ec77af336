import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import type { PackFile } from '../app/brand/brand-pack.server'
import type { Log } from '../app/platform/log.server'

import { isPageDictionary, USE_AS_DICTIONARY } from './dictionary/page-dictionary'
import { forMany, isWorthCompressing, sendResponse, type OutgoingResponse } from './respond'
import type { ResponseHeaders } from './headers'
import type { Visit } from './visit'

/** The service worker is at the root, so that its scope is the whole site. */
const WORKER_PATH = '/sw.js'

/** The decoded path of a file; addresses that cannot be decoded are refused before. */
function getFilePath(url: string): string {
  const [path = ''] = url.split('?')
  return decodeURIComponent(path)
}

/**
 * A service worker that removes all workers: it deletes what they stored and unregisters itself. It does this
 * outside of `install` and `activate`, which the browser would wait for.
 */
const killer = `addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(clear())
  registration.unregister()
})
addEventListener('activate', (event) => event.waitUntil(clear().then(() => registration.unregister())))
async function clear() {
  for (const name of await caches.keys()) await caches.delete(name)
}
`

/** Whether a request is for the service worker. */
export function isWorkerPath(url: string): boolean {
  return getFilePath(url) === WORKER_PATH
}

/** Serves the worker that removes a bad one (`WORKER_KILL=1`). */
export function sendWorkerKiller(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.end(killer)
}

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

const drawing = /^\/assets\/svg\/(?:icons|illustrations)\/[\w-]{1,20}\/[\w-]{1,40}\.svg$/
const MAX_NAMES = 100

/** Whether only files live under this path: an unknown one is a 404, not a page. */
function isAssetPath(url: string): boolean {
  return url.startsWith('/assets/')
}

/**
 * Logs a missing icon or illustration once: the page shows nothing in its place (specification 8.12).
 */
function createMissingDrawingLog(log: Pick<Log, 'warn'>) {
  const paths = new Set<string>()
  return (url: string) => {
    const [path = ''] = url.split('?')
    // Clients can invent names, so the set is bounded.
    if (paths.has(path) || paths.size >= MAX_NAMES || !drawing.test(path)) return
    paths.add(path)
    log.warn({ path }, 'a drawing is missing')
  }
}

interface FileStepOptions {
  /** Files of the build and the brand, by address. */
  files: ReadonlyMap<string, StaticFile>
  /** In development: serves a source file; resolves when no such file exists. */
  serveSource?: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined
  headers: ResponseHeaders
  log: Pick<Log, 'warn'>
  /** Whether the operator removes all service workers. */
  isWorkerKilled: boolean
}

/** Serves files of the brand and of the browser build; an unknown address among them is a 404. */
export function createAssetStep(
  options: FileStepOptions,
): (visit: Visit) => Promise<'answered' | 404 | null> {
  const { files, serveSource, headers, log, isWorkerKilled } = options
  const serveFile = createFileServer(files)
  const noteMissingDrawing = createMissingDrawingLog(log)
  return async (visit) => {
    const { request, response, url } = visit
    visit.route = 'asset'
    if (isWorkerKilled && isWorkerPath(url)) {
      sendWorkerKiller(response)
      return 'answered'
    }
    if (request.method !== 'POST') {
      if (await serveFile(request, response)) return 'answered'
      await serveSource?.(request, response)
    }
    headers.ofPage(response)
    if (!isAssetPath(url)) return null
    noteMissingDrawing(url)
    return 404
  }
}
