import { createECDH, randomBytes } from 'node:crypto'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { decrypt } from 'http_ece'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import webpush from 'web-push'

import { createSealer } from '~/session/seal.server'

import { createPush } from './push.server'
import type { OpenRequest } from './push-delivery.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
const { publicKey, privateKey } = webpush.generateVAPIDKeys()

/** A browser: its keys, and what reaches it by way of the push service. */
function createReceiver(path = '/fcm/send/phone') {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const secret = randomBytes(16)
  return {
    subscription: {
      endpoint: `https://fcm.googleapis.com${path}`,
      keys: {
        p256dh: keys.getPublicKey('base64url'),
        auth: secret.toString('base64url'),
      },
    },
    read: (body: Buffer) =>
      decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: secret }).toString(),
  }
}

let status = 201
let hold = 0
let statusOf: (request: IncomingMessage) => number = () => status
const received: { request: IncomingMessage; body: Buffer }[] = []
let atOnce = 0
let mostAtOnce = 0
const service = createServer(async (incoming, answer) => {
  mostAtOnce = Math.max(mostAtOnce, ++atOnce)
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  received.push({ request: incoming, body: Buffer.concat(chunks) })
  await new Promise((resolve) => setTimeout(resolve, hold))
  atOnce--
  answer.writeHead(statusOf(incoming)).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
afterAll(() => service.close())

/** The push service's address leads to our receiver; nothing else about the request differs. */
const open = vi.fn<OpenRequest>((url, { method, headers, signal }, onAnswer) => {
  const { port } = service.address() as AddressInfo
  const options = { host: '127.0.0.1', port, path: url.pathname, method, headers }
  return request({ ...options, ...(signal ? { signal } : {}) }, onAnswer)
})

const push = createPush({
  VAPID_PUBLIC_KEY: [publicKey],
  VAPID_PRIVATE_KEY: [privateKey],
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: ['x'.repeat(32)],
  PUSH_SERVICES: ['fcm.googleapis.com'],
  sealer,
  open,
})!

describe('a push', () => {
  test('arrives as it was sent, and only its receiver can read it', async () => {
    const receiver = createReceiver()
    const token = push.tokenOf(receiver.subscription) ?? ''
    const payload = JSON.stringify({ title: 'Купон на хлеб ёлки-палки' })
    const results = await push.send([token], { payload, ttl: 60, urgency: 'high', topic: 'bread' })
    expect(results).toEqual(['sent'])
    const { request: arrived, body } = received.pop()!
    expect(receiver.read(body)).toBe(payload)
    expect(() => createReceiver().read(body)).toThrow()
    expect(arrived.headers).toMatchObject({
      ttl: '60',
      urgency: 'high',
      topic: 'bread',
      'content-encoding': 'aes128gcm',
    })
    expect(arrived.headers.authorization).toContain(publicKey)
  })

  test.each([
    [201, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [302, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
  ])('answered with %i is %s', async (answered, result) => {
    status = answered
    const token = push.tokenOf(createReceiver().subscription) ?? ''
    expect(await push.send([token], { payload: '{}' })).toEqual([result])
    status = 201
  })

  test.each([400, 401, 403])(
    'reaches devices of every pair in use, many at once, where others are answered %i',
    async (refusal) => {
      const [older, newer] = [webpush.generateVAPIDKeys(), webpush.generateVAPIDKeys()]
      const create = (pairs: webpush.VapidKeys[]) =>
        createPush({
          VAPID_PUBLIC_KEY: pairs.map((pair) => pair.publicKey),
          VAPID_PRIVATE_KEY: pairs.map((pair) => pair.privateKey),
          VAPID_SUBJECT: 'mailto:push@april.example',
          PUSH_RELAY_TOKEN: ['x'.repeat(32)],
          PUSH_SERVICES: ['fcm.googleapis.com'],
          sealer,
          open,
        })!
      // Half of the devices have been here since the new key is offered.
      const devices = Array.from({ length: 60 }, (_, index) => {
        const { publicKey: subscribedWith } = index % 2 ? newer : older
        return { subscribedWith, ...createReceiver(`/fcm/send/${index}`) }
      })
      statusOf = ({ url, headers }) => {
        const { subscribedWith } = devices[Number(url?.split('/').at(-1))]!
        return headers.authorization?.includes(`k=${subscribedWith}`) ? 201 : refusal
      }
      try {
        for (const pairs of [
          [older, newer],
          [newer, older],
        ]) {
          const rotating = create(pairs)
          expect(rotating.publicKey).toBe(pairs[0]?.publicKey)
          const tokens = devices.map(({ subscription }) => rotating.tokenOf(subscription) ?? '')
          const results = await rotating.send(tokens, { payload: '{}' })
          expect(results).toEqual(devices.map(() => 'sent'))
        }
        // With the old pair gone its devices are not given up: they may still come and subscribe anew.
        const alone = create([newer])
        const tokens = devices.map(({ subscription }) => alone.tokenOf(subscription) ?? '')
        expect(await alone.send(tokens, { payload: '{}' })).toEqual(
          devices.map((_, index) => (index % 2 ? 'sent' : 'failed')),
        )
      } finally {
        statusOf = () => status
      }
    },
  )

  test('to a token that is not ours, or leads elsewhere, opens no connection', async () => {
    open.mockClear()
    const { subscription } = createReceiver()
    const elsewhere = { ...subscription, endpoint: 'https://169.254.169.254/latest' }
    expect(push.tokenOf(elsewhere)).toBeNull()
    const tokens = [
      'nonsense',
      sealer.seal('v1_jwt', subscription),
      sealer.seal('push', elsewhere),
      sealer.seal('push', { ...subscription, endpoint: 'http://fcm.googleapis.com/x' }),
      sealer.seal('push', { ...subscription, endpoint: 'https://fcm.googleapis.com:8443/x' }),
      sealer.seal('push', { ...subscription, endpoint: 'https://a@fcm.googleapis.com/x' }),
    ]
    expect(await push.send(tokens, { payload: '{}' })).toEqual(tokens.map(() => 'gone'))
    expect(open).not.toHaveBeenCalled()
  })

  test('to many goes to ten at a time, the results in the tokens’ order', async () => {
    mostAtOnce = 0
    hold = 60
    const token = push.tokenOf(createReceiver().subscription) ?? ''
    const tokens = Array.from({ length: 35 }, (_, index) => (index === 20 ? 'nonsense' : token))
    const results = await push.send(tokens, { payload: '{}' })
    hold = 0
    expect(results.map((result) => result === 'gone')).toEqual(tokens.map((_, at) => at === 20))
    expect(mostAtOnce).toBe(10)
  })

  test('to a service that does not answer fails in five seconds', async () => {
    hold = 20_000
    const token = push.tokenOf(createReceiver().subscription) ?? ''
    const started = Date.now()
    expect(await push.send([token], { payload: '{}' })).toEqual(['failed'])
    hold = 0
    expect(Date.now() - started).toBeGreaterThan(4500)
    expect(Date.now() - started).toBeLessThan(10_000)
    service.closeAllConnections()
  })
})
