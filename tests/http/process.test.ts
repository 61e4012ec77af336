import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { appEnv, appNode, startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { createVisitor, signIn } from '../support/visitor'

const sandbox = untilEnd(await startSandbox({ port: 0 }))

describe('the process at its start', () => {
  const startWith = (env: Record<string, string>) =>
    spawnSync(appNode, ['build/server.js'], {
      env: { NODE_ENV: 'production', ...env },
      encoding: 'utf8',
      timeout: 30_000,
    })

  test('stops without a configuration, names all missing variables and does not mention the sandbox', () => {
    const { status, stderr, stdout } = startWith({})
    expect(status).toBe(1)
    for (const name of [
      'PUBLIC_ORIGIN',
      'WEB_GATEWAY_URL',
      'MAGNIT_ID_GATEWAY_URL',
      'SESSION_SECRETS',
    ])
      expect(stderr).toContain(`${name}: is required`)
    expect(stderr + stdout).not.toContain(':4010')
    expect(stderr).not.toContain(' at ')
  })

  test.each(['PORT', 'METRICS_PORT'])('stops with one line when its %s is in use', (name) => {
    const { port } = new URL(sandbox.url)
    const { status, stderr, stdout } = startWith({
      ...appEnv(sandbox.url),
      PUBLIC_ORIGIN: 'https://april.example',
      PORT: '0',
      [name]: port,
    })
    expect(status).toBe(1)
    expect(stderr).toBe(
      `The configuration has errors:\n  ${name}: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    )
    expect(stdout).not.toContain('"msg":"ready"')
  })

  test.each(['203.0.113.1', '0.0.0.0:80'])('names a wrong HOST: %s', (HOST) => {
    const { status, stderr } = startWith({
      ...appEnv(sandbox.url),
      PUBLIC_ORIGIN: 'https://april.example',
      PORT: '0',
      HOST,
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The configuration has errors:\n {2}HOST: .+\n$/)
  })
})

describe('the process at its end', () => {
  test('fails readiness first, finishes requests in flight and exits with 0', async () => {
    const app = await startApp(sandbox.url, { DRAIN_SECONDS: '4' })
    const visitor = createVisitor(app.origin)
    await signIn(visitor, sandbox.sandbox, '79053330001')
    sandbox.sandbox.faults.add({
      endpoint: 'GET /v1/user/totp',
      mode: 'latency',
      latencyMs: 1500,
      times: 1,
    })

    const inFlight = visitor.copy().get('/qr')
    await sleep(200)
    const exit = app.stop('SIGTERM')
    await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(503)
    expect((await visitor.get('/healthz')).status).toBe(200)
    const lastMinute = await visitor.get('/profile')
    expect(lastMinute.status).toBe(200)
    expect(lastMinute.headers.get('Connection')).toBe('close')

    const answer = await inFlight
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('QR-код карты для кассы')
    expect(await exit).toBe(0)
  })
})
