import type { IncomingMessage, ServerResponse } from 'node:http'

/** Responds to liveness and readiness checks with any Host; returns whether it did. */
export function answerProbe(
  { url }: IncomingMessage,
  response: ServerResponse,
  isDraining: () => boolean,
): boolean {
  if (url === '/healthz') sendText(response, 200, 'ok')
  else if (url !== '/readyz') return false
  else if (isDraining()) sendText(response, 503, 'draining')
  else sendText(response, 200, 'ready')
  return true
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
  response.end(text)
}
