// The built application without its own server, for adapters of the framework.
import { randomUUID } from 'node:crypto'

/** @type {import('../../edge/visit').Build} */
export const build = await import(new URL('../../build/server/index.js', import.meta.url).href)

/**
 * @param {Headers} headers
 * @param {string | null} page
 */
export async function newContext(headers, page) {
  const { createContext, openCookies } = build.entry.module
  const { cookies } = await openCookies(headers.get('Cookie'))
  const visit = {
    requestId: randomUUID(),
    route: 'adapter',
    traceparent: `00-${randomUUID().replaceAll('-', '')}-0000000000000001-00`,
    traceId: randomUUID(),
    address: '127.0.0.1',
    isSuspicious: false,
    application: { buildId: build.assets.version },
    cookies,
  }
  return { context: await createContext(visit, { headers, page }), cookies }
}
