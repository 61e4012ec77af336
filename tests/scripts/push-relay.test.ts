import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

import { afterAll, describe, expect, test } from 'vitest'

import { listen } from '../support/listen'
import { startTlsFront } from '../support/tls-front'
import { pauseAfter } from '../../scripts/push-relay.mjs'

const RELAY_TOKEN = 'a-relay-token-of-the-tests-that-is-long'
const folder = mkdtempSync(join(tmpdir(), 'push-relay-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Asked {
  tokens: string[]
  authorization: string | undefined
}
type Answer = number | ((tokens: string[]) => object)

/** A relay that gives these responses one after the other, then sends everything. */
async function startRelay(answers: Answer[] = []) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { tokens } = body as Asked
      asked.push({ tokens, authorization: request.headers.authorization })
      const answer = answers.shift() ?? ((all) => ({ results: all.map(() => 'sent') }))
      if (answer === 0) return request.socket.destroy()
      if (typeof answer === 'number') return response.writeHead(answer).end('{}')
      response.writeHead(200, { 'Content-Type': 'application/json' })
      return response.end(JSON.stringify(answer(tokens)))
    })
  })
  const port = await listen(server)
  return { asked, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function run(name: string, origin: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`scripts/${name}.mjs`, ...args], {
    env: { ...process.env, PUBLIC_ORIGIN: origin, PUSH_RELAY_TOKEN: RELAY_TOKEN, ...env },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  child.stdin.on('error', () => undefined).end('first\nsecond\nthird\n')
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

describe.each([['push-send', ['--title', 'Купон']]])('%s', (name, args) => {
  test.each([504, 502, 500, 0, 200])(
    'does not repeat a batch that the relay answers with %i, and prints that its result is unknown',
    async (status) => {
      const relay = await startRelay([status])
      const { code, err } = await run(name, relay.url, args)
      relay.close()
      expect(relay.asked).toHaveLength(1)
      expect(code).toBe(3)
      expect(err).toContain('sent 0, gone 0, failed 0, unknown 3')
    },
  )

  test('retries only the tokens that the relay had no time for', async () => {
    const first = () => ({
      results: ['sent', 'not_tried', 'gone'],
      failures: [{ index: 1, result: 'not_tried', service: 'push.example', isTemporary: true }],
    })
    const relay = await startRelay([first])
    const { code, out, err } = await run(name, relay.url, args)
    relay.close()
    expect(relay.asked.map(({ tokens }) => tokens)).toEqual([
      ['first', 'second', 'third'],
      ['second'],
    ])
    expect([code, out]).toEqual([0, 'third\n'])
    expect(err).toContain('sent 2, gone 1, failed 0\n')
  })

  test('waits as long as a push service asks, and repeats what it put off', async () => {
    const failure = { service: 'push.example', cause: null, isTemporary: true }
    const relay = await startRelay([
      () => ({
        results: ['failed', 'not_tried', 'failed'],
        failures: [
          { ...failure, index: 0, result: 'failed', status: 429, retryAfter: 3 },
          { ...failure, index: 1, result: 'not_tried', status: null, retryAfter: 2 },
          { ...failure, index: 2, result: 'failed', status: 429, retryAfter: 86_400 },
        ],
      }),
    ])
    const started = performance.now()
    const { err } = await run(name, relay.url, args)
    relay.close()
    expect(performance.now() - started).toBeGreaterThan(3000)
    expect(relay.asked[1]?.tokens).toEqual(['first', 'second'])
    expect(err).toContain('sent 2, gone 0, failed 1\n')
  })

  test('prints for each failure its service, its reason and whether to retry', async () => {
    const failure = { result: 'failed', service: 'push.example', cause: null }
    const relay = await startRelay([
      () => ({
        results: ['failed', 'failed', 'too_large'],
        failures: [
          { ...failure, index: 0, status: 403, isTemporary: false },
          { ...failure, index: 1, status: null, cause: 'ENOTFOUND', isTemporary: true },
          { ...failure, index: 2, result: 'too_large', status: 413, isTemporary: false },
        ],
      }),
    ])
    const { code, err } = await run(name, relay.url, args)
    relay.close()
    expect(code).toBe(3)
    expect(err).toContain('sent 0, gone 0, failed 2, too large 1\n')
    expect(err).toContain('1 × push.example failed 403: not to be sent again as it is')
    expect(err).toContain('1 × push.example failed ENOTFOUND: may be sent again later')
    expect(err).toContain('1 × push.example too large 413: not to be sent again as it is')
  })

  test('exits with 1 within five seconds and reports an untrusted certificate', async () => {
    const relay = await startRelay()
    const front = await startTlsFront(relay.url, ['localhost'])
    const origin = `https://localhost:${front.port}`
    const started = performance.now()
    const { code, err } = await run(name, origin, args)
    expect(performance.now() - started).toBeLessThan(5000)
    expect(code).toBe(1)
    expect(err).toMatch(/a certificate that is not trusted \([A-Z_]+\): name its authority/)
    relay.close()
    await front.close()
  })

  test('reads its bearer from a file, and writes gone tokens to a file', async () => {
    const relay = await startRelay([() => ({ results: ['gone', 'sent', 'gone'] })])
    const [secret, gone] = [join(folder, 'bearer'), join(folder, `${name}-gone`)]
    writeFileSync(secret, `${RELAY_TOKEN},an-older-one\n`)
    const env = { PUSH_RELAY_TOKEN: '', PUSH_RELAY_TOKEN_FILE: secret }
    const { code, out } = await run(name, relay.url, [...args, '--gone', gone], env)
    relay.close()
    expect([code, out]).toEqual([0, ''])
    expect(readFileSync(gone, 'utf8')).toBe('first\nthird\n')
    expect(relay.asked[0]?.authorization).toBe(`Bearer ${RELAY_TOKEN}`)
  })

  test('exits with 2 and names a setting that is missing, unreadable or given twice', async () => {
    const nothing = { PUSH_RELAY_TOKEN: '', PUSH_RELAY_TOKEN_FILE: '' }
    const unread = { ...nothing, PUSH_RELAY_TOKEN_FILE: join(folder, 'nowhere') }
    for (const [env, reason] of [
      [nothing, 'Needed: PUBLIC_ORIGIN, PUSH_RELAY_TOKEN or PUSH_RELAY_TOKEN_FILE'],
      [unread, 'PUSH_RELAY_TOKEN_FILE: the file cannot be read'],
      [{ PUSH_RELAY_TOKEN_FILE: 'x' }, 'set both directly and as PUSH_RELAY_TOKEN_FILE'],
    ] as const) {
      const { code, err } = await run(name, 'https://april.example', args, env)
      expect(code).toBe(2)
      expect(err).toContain(reason)
      expect(err).not.toContain('    at ')
    }
  })
})

test('commands that find the relay busy double the pause before each retry, with a random spread', () => {
  expect([1, 2, 5].map((tried) => pauseAfter(tried, 1))).toEqual([1000, 2000, 16_000])
  expect([1, 2, 5].map((tried) => pauseAfter(tried, 0))).toEqual([500, 1000, 8000])
})
