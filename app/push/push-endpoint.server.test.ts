import { createServer } from 'node:http'
import { get } from 'node:https'

import { describe, expect, test, vi } from 'vitest'

import { allowedEndpoint, createPushAgent, isPrivateAddress } from './push-endpoint.server'

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

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['not-an-address', true],
  ['142.250.1.95', false],
  ['17.57.144.1', false],
  ['2a00:1450:4001::5f', false],
])('%s is a private address: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
})

test('opens no connection when the name of a listed push service resolves to a private address', async () => {
  const connected = vi.fn()
  const inside = createServer().on('connection', connected).listen(0, '127.0.0.1')
  await new Promise((resolve) => inside.once('listening', resolve))
  const { port } = inside.address() as { port: number }
  const agent = createPushAgent(((_host: string, _options: object, callback: unknown) =>
    (callback as (error: null, addresses: object[]) => void)(null, [
      { address: '142.250.1.95', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])) as never)
  const error = await new Promise<Error>((resolve) =>
    get({ host: 'fcm.googleapis.com', port, agent }).on('error', resolve),
  )
  expect(error.message).toContain('private address')
  expect(connected).not.toHaveBeenCalled()
  inside.close()
})
