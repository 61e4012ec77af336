import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

import sirv from 'sirv'

import type { Middleware } from './request-context'
import { filePathOf } from './file-path'
import type { AnswerHeaders } from './headers'
import { isPageDictionary, USE_AS_DICTIONARY } from './dictionary/page-dictionary'
import { chooseEncoding, pass } from './respond'
import { isWorkerPath, sendWorkerKiller } from './worker-kill'
import type { Log } from '../app/platform/log.server'

const drawing = /^\/assets\/svg\/(?:icons|illustrations)\/[\w-]{1,20}\/[\w-]{1,40}\.svg$/
const MOST_NAMES = 100
/** Our sources are for the error-reporting service; what the image ships has none. */
const sourceMap = /\.map(?:\.\w+)?\/*$/i
const hashed = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

function freshness(path: string): string {
  return hashed.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/**
 * Serves the files of the browser build, from a list made once at the start. What the build
 * hashed is stored for a year; the rest for an hour. What the brand brings is served before
 * (brand-files.ts).
 */
export function createAssets(directory: string) {
  const serve = sirv(directory, {
    etag: true,
    gzip: true,
    brotli: true,
    extensions: [],
    setHeaders(response, path) {
      response.setHeader('Cache-Control', freshness(path))
      if (isPageDictionary(path)) response.setHeader('Use-As-Dictionary', USE_AS_DICTIONARY)
    },
  })
  /** Resolves when there is no such file; a served request never comes back. */
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (sourceMap.test(filePathOf(request.url ?? ''))) return
    // Nothing that we serve is worth asking for in parts, and many ways of asking are faults.
    delete request.headers.range
    closeWithAnswer(response)
    // sirv looks for the names alone and would send what `q=0` refuses.
    const accepted = request.headers['accept-encoding']
    request.headers['accept-encoding'] = chooseEncoding(accepted) ?? 'identity'
    await pass(serve, request, response)
    if (accepted === undefined) delete request.headers['accept-encoding']
    else request.headers['accept-encoding'] = accepted
  }
}

/** A file is closed when its answer is over, however that ended; one that fails ends its answer. */
function closeWithAnswer(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy())
    if (response.destroyed) file.destroy()
    else response.once('close', () => file.destroy())
  })
}

/** A path under which only files live: an unknown one is gone, not a page of the application. */
function isAssetPath(url: string): boolean {
  return url.startsWith('/assets/')
}

/**
 * Says once in the log that an icon or an illustration is missing: the page shows nothing in its
 * place, so nothing else would report it (specification, section 8).
 */
function createMissingDrawingLog(log: Pick<Log, 'warn'>) {
  const paths = new Set<string>()
  return (url: string) => {
    const [path = ''] = url.split('?')
    // Anyone can invent names, so only so many of them are counted.
    if (paths.has(path) || paths.size >= MOST_NAMES || !drawing.test(path)) return
    paths.add(path)
    log.warn({ path }, 'a drawing is missing')
  }
}

export interface FileStepOptions {
  /** Resolves when there is no such file. */
  serveFile(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Answers with a file of the brand; false: it is none of them. */
  serveBrandFile(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  headers: AnswerHeaders
  log: Pick<Log, 'warn'>
  /** Whether the operator has all workers end. */
  isWorkerKilled: boolean
}

/** Answers with files of the brand and of the browser build; an unknown address among them is gone for good. */
export function createFileMiddleware(options: FileStepOptions): Middleware {
  const { serveFile, serveBrandFile, headers, log, isWorkerKilled } = options
  const noteMissingDrawing = createMissingDrawingLog(log)
  return async ({ request, response, url, visit }) => {
    visit.route = 'asset'
    if (isWorkerKilled && isWorkerPath(url)) {
      sendWorkerKiller(response)
      return 'answered'
    }
    if (request.method !== 'POST') {
      if (await serveBrandFile(request, response)) return 'answered'
      await serveFile(request, response)
    }
    headers.ofPage(response)
    if (!isAssetPath(url)) return null
    noteMissingDrawing(url)
    return 404
  }
}
