import type { IncomingMessage, ServerResponse } from 'node:http'

import { createFileServer, type StaticFile } from './files'
import type { ResponseHeaders } from './headers'
import type { Visit } from './visit'
import { isWorkerPath, sendWorkerKiller } from './worker-kill'
import type { Log } from '../app/platform/log.server'

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
