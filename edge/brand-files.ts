import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { PackFile } from '../app/brand/brand-pack.server'
import { filePathOf, WORKER_PATH } from './file-path'
import { forMany, readResponse, sendAnswer, type Answer } from './respond'

interface Served {
  answer: Answer
  etag: string
}

function freshness(path: string, { isForEver }: PackFile): string {
  // Never cached by the browser: the worker decides which version is stored.
  if (path === WORKER_PATH) return 'no-cache'
  return isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

async function serve(path: string, file: PackFile): Promise<Served> {
  const { body, type } = file
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  const answer = await readResponse(
    new Response(new Uint8Array(body), { headers: { 'Content-Type': type, ETag: etag } }),
  )
  // The edge sets caching headers; the application's responses may not.
  answer.headers.push(['Cache-Control', freshness(path, file)])
  return { answer: forMany(answer), etag }
}

/**
 * Serves the files of the brand from memory, as checked at the start.
 * @returns whether the address is such a file and was served
 */
export function createBrandFiles(files: ReadonlyMap<string, PackFile>) {
  const served = new Map<string, Promise<Served>>()
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = filePathOf(request.url ?? '')
    const file = files.get(path)
    if (!file) return false
    let cachedFile = served.get(path)
    if (!cachedFile) served.set(path, (cachedFile = serve(path, file)))
    const { answer, etag } = await cachedFile
    if (request.headers['if-none-match'] === etag) {
      response.setHeader('Cache-Control', freshness(path, file))
      response.setHeader('ETag', etag)
      response.statusCode = 304
      response.end()
    } else await sendAnswer(request, response, answer, [])
    return true
  }
}
