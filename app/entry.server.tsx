import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'

import { GatewayError } from './gateways/gateway-error.server'
import { log } from './log.server'
import { NonceContext } from './nonce'

// What server.ts needs of the application: it must not have a second copy of these modules.
export { closeServices, createContext } from './context.server'
export { env } from './env.server'
export { log } from './log.server'

/** Nothing is streamed; this only bounds what a forgotten promise could hold open. */
export const streamTimeout = 2000

/** The whole screen in one piece, as it must be where no script runs. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  if (status >= 400 && isbot(request.headers.get('User-Agent'))) {
    return new Response(null, { status })
  }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const html = await renderPage(request, remix, context.nonce)
  return new Response(html, { status, headers })
}

function renderPage(request: Request, remix: EntryContext, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady: () => resolve(text(pipe(new PassThrough()))),
        onShellError: reject,
        onError: reject,
      },
    )
  })
}

/** Errors that loaders and actions threw. Their own words are logged; gateway bodies never are. */
export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  const requestId = context.requestId
  if (error instanceof GatewayError) {
    const { kind, endpoint, status, code } = error
    log.warn({ requestId, kind, endpoint, status, code }, 'a page failed with its gateway')
  } else if (error instanceof Error) {
    log.error({ requestId, err: { name: error.name, stack: error.stack } }, 'a page failed')
  }
}
