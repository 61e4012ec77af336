import type { IncomingMessage, ServerResponse } from 'node:http'

import sirv from 'sirv'

import { pass } from './respond'

const hashed = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/

/**
 * Serves the files of the browser build, from a list made once at the start. What the build
 * hashed is kept for a year; the rest for an hour.
 */
export function createAssets(directory: string) {
  const serve = sirv(directory, {
    etag: true,
    gzip: true,
    brotli: true,
    extensions: [],
    setHeaders(response, path) {
      response.setHeader(
        'Cache-Control',
        hashed.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
  /** Resolves when there is no such file; a served request never comes back. */
  return (request: IncomingMessage, response: ServerResponse) => pass(serve, request, response)
}

/** A path under which only files live: an unknown one is gone, not a page of the application. */
export function isAssetPath(url: string): boolean {
  return url.startsWith('/assets/')
}
