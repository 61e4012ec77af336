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
/** Source maps go to the error service only; the image has none. */
const sourceMap = /\.map(?:\.\w+)?\/*$/i
const hashed = /^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

function freshness(path: string): string {
  return hashed.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/**
 * Serves the files of the browser build, from a list made at the start. Hashed files are cached for a year,
 * others for an hour. brand-files.ts serves files of the brand first.
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
  /** Resolves when no such file exists; does not resolve for a served request. */
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (sourceMap.test(filePathOf(request.url ?? ''))) return
    // Refuses ranges: no file is large enough to need them, and many ranges are attacks.
    delete request.headers.range
    closeWithAnswer(response)
    // sirv ignores `q=0` and would send a refused encoding.
    const accepted = request.headers['accept-encoding']
    request.headers['accept-encoding'] = chooseEncoding(accepted) ?? 'identity'
    await pass(serve, request, response)
    if (accepted === undefined) delete request.headers['accept-encoding']
    else request.headers['accept-encoding'] = accepted
  }
}

/** Closes the file when the response ends; a failed file ends the response. */
function closeWithAnswer(response: ServerResponse): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy())
    if (response.destroyed) file.destroy()
    else response.once('close', () => file.destroy())
  })
}

/** Whether only files live under this path: an unknown one is a 404, not a page. */
function isAssetPath(url: string): boolean {
  return url.startsWith('/assets/')
}

/**
 * Logs a missing icon or illustration once: the page shows nothing in its place (specification, section 8).
 */
function createMissingDrawingLog(log: Pick<Log, 'warn'>) {
  const paths = new Set<string>()
  return (url: string) => {
    const [path = ''] = url.split('?')
    // Clients can invent names, so the set is bounded.
    if (paths.has(path) || paths.size >= MOST_NAMES || !drawing.test(path)) return
    paths.add(path)
    log.warn({ path }, 'a drawing is missing')
  }
}

export interface FileStepOptions {
  /** Resolves when no such file exists. */
  serveFile(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Serves a file of the brand; false when no brand file has this address. */
  serveBrandFile(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  headers: AnswerHeaders
  log: Pick<Log, 'warn'>
  /** Whether the operator removes all service workers. */
  isWorkerKilled: boolean
}

/** Serves files of the brand and of the browser build; an unknown address among them is a 404. */
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
