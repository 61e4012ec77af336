import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { startSandbox } from '../../../sandbox/server'
import { startApp } from '../../support/app-process'
import { expectHealthy } from '../../support/health'
import { createVisitor, signIn } from '../../support/visitor'
import { LACKS_DATA } from '../../support/lacks-data'

test('a lasting 500 opens the breaker, pages respond at once, and recover within 15 s', async () => {
  const server = await startSandbox({ port: 0, accessTokenLifeSeconds: 3600 })
  const app = await startApp(server.url)
  const visitor = createVisitor(app.origin)
  await signIn(visitor, server.sandbox, '79088000001')
  await visitor.get('/today')
  // A single shopper may have records that break the gateway.
  const others = await Promise.all(
    ['79088000003', '79088000004'].map(async (phone) => {
      const other = createVisitor(app.origin)
      await signIn(other, server.sandbox, phone)
      return other
    }),
  )
  server.sandbox.faults.add({ endpoint: '*', gateway: 'web', mode: 'status', status: 500 })
  for (let visit = 0; visit < 5; visit += 1)
    for (const each of [visitor, ...others]) await each.get('/today')

  server.sandbox.calls.length = 0
  const times: number[] = []
  for (let visit = 0; visit < 50; visit += 1) {
    const started = performance.now()
    expect((await visitor.get('/profile/stars')).status).toBe(200)
    times.push(performance.now() - started)
  }
  expect(server.sandbox.calls.filter(({ gateway }) => gateway === 'web')).toEqual([])
  expect(times.sort((one, other) => one - other)[25]).toBeLessThan(50)

  server.sandbox.faults.clear()
  await sleep(11_000)
  await visitor.get('/profile/stars')
  expect(await (await visitor.get('/profile/stars')).text()).not.toMatch(LACKS_DATA)
  await expectHealthy(app)
  await server.close()
})

test('with 128 MB of heap the process starts in five seconds and serves a thousand visits', async () => {
  const server = await startSandbox({ port: 0, accessTokenLifeSeconds: 3600 })
  const started = performance.now()
  const app = await startApp(server.url, { NODE_OPTIONS: '--max-old-space-size=128' })
  expect(performance.now() - started).toBeLessThan(5000)
  const visitor = createVisitor(app.origin)
  await signIn(visitor, server.sandbox, '79088000002')
  for (let round = 0; round < 50; round += 1) {
    const visits = Array.from({ length: 20 }, () => visitor.copy().get('/today'))
    for (const response of await Promise.all(visits)) expect(response.status).toBe(200)
  }
  await expectHealthy(app)
  await server.close()
})
