import { createServer } from 'node:http'
import { get } from 'node:https'

import { describe, expect, test, vi } from 'vitest'

import { allowedEndpoint, createPushAgent } from './push-endpoint.server'

const services = ['fcm.googleapis.com', '*.push.apple.com']

describe('a push endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QOxyz',
    'https://fcm.googleapis.com:443/fcm/send/abc',
  ])('is allowed at a listed service: %s', (endpoint) => {
    expect(allowedEndpoint(endpoint, services)?.protocol).toBe('https:')
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://user:pw@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evilpush.apple.com/x',
    'https://push.apple.com/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'not an address',
    '',
    `https://fcm.googleapis.com/${'a'.repeat(4096)}`,
  ])('is refused unless it is a plain https address of a listed service: %.60s', (endpoint) => {
    expect(allowedEndpoint(endpoint, services)).toBeNull()
  })
})

/** The agent of a listed push service whose name resolves to these addresses. */
const agentFor = (...addresses: string[]) =>
  createPushAgent(((_host: string, _options: object, callback: unknown) =>
    (callback as (error: null, found: object[]) => void)(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as never)

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['0.0.0.0', '224.0.0.1', '::1', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  'not-an-address',
])('refuses the private address %s, and accepts public ones', (address) => {
  const found = vi.fn()
  const ask = (...addresses: string[]) =>
    agentFor(...addresses).options.lookup!('push.example', {}, found)
  ask()
  expect(found.mock.lastCall?.[0]).toBeInstanceOf(Error)
  ask('142.250.1.95', address)
  expect(String(found.mock.lastCall?.[0])).toContain('private address')
  for (const open of ['142.250.1.95', '2a00:1450:4001::5f']) {
    ask(open)
    expect(found).toHaveBeenLastCalledWith(null, open, 4)
  }
})

test('opens no connection when the name of a listed push service resolves to a private address', async () => {
  const connected = vi.fn()
  const inside = createServer().on('connection', connected).listen(0, '127.0.0.1')
  await new Promise((resolve) => inside.once('listening', resolve))
  const { port } = inside.address() as { port: number }
  const error = await new Promise<Error>((resolve) =>
    get({ host: 'fcm.googleapis.com', port, agent: agentFor('127.0.0.1') }).on('error', resolve),
  )
  expect(error.message).toContain('private address')
  expect(connected).not.toHaveBeenCalled()
  inside.close()
})
