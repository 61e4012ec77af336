import { createServer, type Server } from 'node:http'
import { isIP } from 'node:net'

interface Registry {
  contentType: string
  metrics(): Promise<string>
}

/**
 * Whether a `Host` is an address or a configured name. A page of another site can lead its own name to this
 * port (DNS rebinding), but no address.
 */
function isOwnHost(host: string, names: readonly string[]): boolean {
  const url = `http://${host}`
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || ['localhost', ...names].includes(hostname)
}

/**
 * Serves Prometheus metrics, on a port that no shopper reaches.
 * @param hosts names of this server, beside `localhost` and all addresses
 */
export function createMetricsServer(registry: Registry, hosts: readonly string[]): Server {
  return createServer((request, response) => {
    if (!isOwnHost(request.headers.host ?? '', hosts)) {
      response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('The Host header is no address and no name in METRICS_HOSTS.\n')
      return
    }
    const isThere = request.url === '/metrics'
    if (!isThere || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(isThere ? 405 : 404).end()
      return
    }
    registry.metrics().then(
      (text) => response.setHeader('Content-Type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    )
  })
}
