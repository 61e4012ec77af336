import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, describe, expect, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { untilEnd } from '../support/site'
import { threadTime } from '../support/cpu-time'
import { expectHealthy } from '../support/health'
import { createLoadClient, type Hit, type Shot } from '../support/load-client'
import { startWatched } from '../support/vitals'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'
const MB = 1024 * 1024
/** Size limits of a form and of a policy report. */
const [BODY, REPORT] = [65_000, 16_000]

const sandbox = untilEnd(await startSandbox({ port: 0 }))
const app = await startWatched(sandbox.url)
const client = createLoadClient(app.address)

afterAll(async () => {
  await client.close()
  await expectHealthy(app)
})

function post(path: string, body: string, type = FORM): Shot {
  return { method: 'POST', path, body, headers: { origin: app.origin, 'content-type': type } }
}

const fault = (stack: string) =>
  JSON.stringify({ where: 'browser', what: 'script', name: 'Error', message: 'x', stack })
const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
const full = (piece: string, length = BODY) => piece.repeat(Math.floor(length / piece.length))
const json = 'application/json'

/** One request each, as large as allowed. */
const attacks: [what: string, shot: () => Shot][] = [
  ['many spaces in a stack', () => post('/errors', fault(' '.repeat(15_000)), json)],
  ['many spaces behind «at»', () => post('/errors', fault(`at ${' '.repeat(15_000)}`), json)],
  ['a long address in a stack', () => post('/errors', fault(`https://${':1'.repeat(7000)}`), json)],
  ['many form fields of one name', () => post('/login', full('a&'))],
  ['many values of one form field', () => post('/consent', full('choice=a&'))],
  ['a name with many brackets', () => post('/login', `phone${full('[0]')}=1`)],
  ['a name with many dots', () => post('/login', `phone${full('.a')}=1`)],
  ['many multipart parts', () => post('/login', `${full(part('a'))}--b--\r\n`, MULTIPART)],
  ['many parts of one field', () => post('/login', `${full(part('phone'))}--b--\r\n`, MULTIPART)],
  [
    'a long list of events',
    () =>
      post(
        '/events',
        JSON.stringify({ batch: crypto.randomUUID(), sentAt: 1, events: Array(21_000).fill({}) }),
        json,
      ),
  ],
  [
    'a long list of reports',
    () => post('/csp-reports', `[${full('{},', REPORT)}{}]`, 'application/reports+json'),
  ],
  ['deeply nested JSON', () => post('/events', full('['), json)],
]

/** A response with the application's processor time in ms, which a busy machine does not change. */
async function timed(shot: Shot): Promise<Hit & { ms: number }> {
  const before = threadTime(app.child.pid)
  const hit = await client.send(shot)
  return { ...hit, ms: threadTime(app.child.pid) - before }
}

describe('during four expensive requests', () => {
  test.each(attacks)(
    'with %s other requests are served, and the memory is released',
    async (_, shot) => {
      const memory = app.memory()
      const attack = Promise.all(Array.from({ length: 4 }, () => client.send(shot())))
      await sleep(30)
      const [health, page] = await Promise.all([
        timed({ path: '/healthz' }),
        timed({ path: '/login' }),
      ])
      expect([health.status, page.status]).toEqual([200, 200])
      expect(health.ms).toBeLessThan(1500)
      expect(page.ms).toBeLessThan(3000)
      for (const { status } of await attack) expect(status).toBeLessThan(500)
      await expect.poll(() => app.metric('april_http_body_bytes_held')).toBe(0)
      expect(app.memory() - memory).toBeLessThan(150 * MB)
    },
  )
})
