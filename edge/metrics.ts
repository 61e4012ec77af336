import { createServer, type Server } from 'node:http'

interface Exposition {
  contentType: string
  metrics(): Promise<string>
}

/** Prometheus's page, on a port of its own that no shopper reaches. */
export function createMetricsServer(registry: Exposition): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404)
      response.end()
      return
    }
    void registry.metrics().then((text) => {
      response.writeHead(200, { 'Content-Type': registry.contentType })
      response.end(text)
    })
  })
}
