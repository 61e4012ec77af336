import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { plainPage } from './plain-page'

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}
/** How long a client may go on sending a refused request, so that it reads the response first. */
const LINGER_MS = 1000

/**
 * Answers what is no HTTP request. An idle connection is closed in silence: a proxy would hand a 408 to its
 * next request. Too many cookies, perhaps of a sibling site, get a page that removes them.
 * @param policy the content security policy of plain pages
 */
export function answerClientErrors(server: Server, policy: string): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket
    const status = statuses[error.code ?? ''] ?? 400
    // Node's own name for the response under way: its body must not contain another head.
    const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null }
    const isIdle = status === 408 && socket.bytesRead === 0
    if (!socket.writable || begun?.headersSent || isIdle) {
      socket.destroy()
      return
    }
    const page = status === 431 ? plainPage(status) : ''
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Cache-Control: private, no-store',
      `Content-Length: ${Buffer.byteLength(page)}`,
      ...(page
        ? [
            'Content-Type: text/html; charset=utf-8',
            `Content-Security-Policy: ${policy}`,
            'X-Content-Type-Options: nosniff',
            'Clear-Site-Data: "cookies"',
          ]
        : []),
    ]
    socket.end(`${headers.join('\r\n')}\r\n\r\n${page}`)
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}
