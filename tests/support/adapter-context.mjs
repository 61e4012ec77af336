// The built application without its own server, for adapters of the framework.
import { randomUUID } from 'node:crypto'

/** @type {import('../../edge/request-context').Build} */
export const build = await import(new URL('../../build/server/index.js', import.meta.url).href)

/**
 * @param {Headers} headers
 * @param {string | null} page
 */
export async function newContext(headers, page) {
  const { context, cookies } = await build.entry.module.createContext({
    headers,
    page,
    requestId: randomUUID(),
    route: 'adapter',
    traceparent: `00-${randomUUID().replaceAll('-', '')}-0000000000000001-00`,
    traceId: randomUUID(),
    address: '127.0.0.1',
    isSuspicious: false,
    buildId: build.assets.version,
  })
  return { context: { ...context }, cookies }
}
