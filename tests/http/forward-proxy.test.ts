import { createServer, request as httpRequest } from 'node:http'
import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { appEnv } from '../support/app-process'
import { startErrorService } from '../support/error-service'
import { close, listen } from '../support/listen'
import { runCommand } from '../support/run-command'
import { startSite, untilEnd } from '../support/site'
import { startTraceCollector } from '../support/trace-collector'

/** A forward proxy that tunnels and forwards, and the hosts that it was asked for. */
async function startForwardProxy() {
  const asked: string[] = []
  const server = createServer((incoming, response) => {
    const { host, pathname } = new URL(incoming.url ?? '')
    asked.push(host)
    const { method, headers } = incoming
    const outgoing = httpRequest(`http://${host}${pathname}`, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  server.on('connect', ({ url = '' }, socket, head) => {
    asked.push(url)
    const [host, port] = url.split(':')
    const tunnel = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      tunnel.write(head)
      tunnel.pipe(socket).pipe(tunnel)
    })
    for (const end of [socket, tunnel]) end.on('error', () => end.destroy())
  })
  return { asked, url: `http://127.0.0.1:${await listen(server)}`, close: () => close(server) }
}

const proxy = untilEnd(await startForwardProxy())
const collector = untilEnd(await startTraceCollector())
const errors = await startErrorService()
const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']
const proxies = Object.fromEntries(names.map((name) => [name, proxy.url]))
const { app, server, signedIn } = await startSite({
  ...proxies,
  SENTRY_DSN: errors.dsn,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
})

test('a forward proxy carries reports of errors alone, and the doctor says so', async () => {
  const visitor = await signedIn()
  expect((await visitor.get('/today')).status).toBe(200)
  const stack = `TypeError: x\n    at show (${app.origin}/assets/today-82442421.js:1:17)`
  const error = { where: 'browser', what: 'script', name: 'TypeError', message: 'x', stack }
  await visitor.postJson('/errors', { ...error, build: 'build-1' })
  await expect.poll(() => errors.received).toHaveLength(1)
  await expect.poll(() => collector.spans.length).toBeGreaterThan(1)
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(errors.dsn).host]))

  const { text } = await runCommand('--doctor', {
    ...{ ...appEnv(server.url), ...proxies },
    PUBLIC_ORIGIN: app.origin,
  })
  expect(text).toMatch(/beware: HTTPS_PROXY: is not used: .*open egress to their hosts/)
  expect(text).toMatch(/beware: https_proxy: carries error reports alone: /)
})
