import { createECDH, randomBytes } from 'node:crypto'
import { createServer, request, type IncomingMessage } from 'node:http'

import { decrypt } from 'http_ece'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import webpush from 'web-push'

import { createSealer } from '~/session/seal.server'

import { close, listen } from '../../tests/support/listen'
import { createPush } from './push.server'
import type { OpenRequest } from './push-delivery.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
const { publicKey, privateKey } = webpush.generateVAPIDKeys()

/** A browser with its keys and the messages that the push service delivers. */
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
let retryAfter: (() => string) | null = null
let getStatus: (request: IncomingMessage) => number = () => status
const received: { request: IncomingMessage; body: Buffer }[] = []
let atOnce = 0
let maxAtOnce = 0
const service = createServer(async (incoming, response) => {
  maxAtOnce = Math.max(maxAtOnce, ++atOnce)
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  received.push({ request: incoming, body: Buffer.concat(chunks) })
  await new Promise((resolve) => setTimeout(resolve, hold))
  atOnce--
  response.writeHead(getStatus(incoming), retryAfter ? { 'Retry-After': retryAfter() } : {}).end()
})
let port: number
beforeAll(async () => {
  port = await listen(service)
})
afterAll(() => service.close())

/** Connects to our receiver instead of the push service; the request stays the same. */
const open = vi.fn<OpenRequest>((url, { method, headers, signal }, onResponse) => {
  const options = { host: '127.0.0.1', port, path: url.pathname, method, headers }
  return request({ ...options, ...(signal ? { signal } : {}) }, onResponse)
})

const settings = {
  VAPID_PUBLIC_KEY: [publicKey],
  VAPID_PRIVATE_KEY: [privateKey],
  VAPID_SUBJECT: 'mailto:push@april.example',
  PUSH_RELAY_TOKEN: ['x'.repeat(32)],
  PUSH_SERVICES: ['fcm.googleapis.com'],
  sealer,
  open,
}
const push = createPush(settings)!

/** The result of each message. */
async function send(tokens: string[], through = push): Promise<string[]> {
  return (await through.send(tokens, { payload: '{}' })).map(({ result }) => result)
}

/** Tokens of this many devices. */
const getTokens = (count: number, by = push) =>
  Array.from(
    { length: count },
    (_, index) => by.getToken(createReceiver(`/fcm/send/${index}`).subscription) ?? '',
  )

describe('a push', () => {
  test('4.29: arrives unchanged, and only its receiver can read it', async () => {
    const receiver = createReceiver()
    const token = push.getToken(receiver.subscription) ?? ''
    expect(token).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
    expect(sealer.open('push', token)).toEqual(receiver.subscription)
    const payload = JSON.stringify({ title: 'Купон на хлеб ёлки-палки' })
    const results = await push.send([token], { payload, ttl: 60, urgency: 'high', topic: 'bread' })
    expect(results).toEqual([
      { result: 'sent', service: 'fcm.googleapis.com', status: 201, cause: null },
    ])
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
    [400, 'failed'],
    [403, 'failed'],
    [413, 'too_large'],
    [429, 'failed'],
    [500, 'failed'],
  ])('answered with %i has the result %s', async (answered, result) => {
    status = answered
    const token = push.getToken(createReceiver().subscription) ?? ''
    expect(await push.send([token], { payload: '{}' })).toEqual([
      { result, service: 'fcm.googleapis.com', status: answered, cause: null },
    ])
    status = 201
  })

  test.each([400, 401, 403])(
    'reaches devices of both VAPID key pairs when the push service answers %i to the wrong key',
    async (refusal) => {
      const [older, newer] = [webpush.generateVAPIDKeys(), webpush.generateVAPIDKeys()]
      const create = (pairs: webpush.VapidKeys[]) =>
        createPush({
          ...settings,
          VAPID_PUBLIC_KEY: pairs.map((pair) => pair.publicKey),
          VAPID_PRIVATE_KEY: pairs.map((pair) => pair.privateKey),
        })!
      // Half of the devices have subscribed again since the new key was offered.
      const devices = Array.from({ length: 60 }, (_, index) => {
        const { publicKey: subscribedWith } = index % 2 ? newer : older
        return { subscribedWith, ...createReceiver(`/fcm/send/${index}`) }
      })
      getStatus = ({ url, headers }) => {
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
          const tokens = devices.map(({ subscription }) => rotating.getToken(subscription) ?? '')
          expect(await send(tokens, rotating)).toEqual(devices.map(() => 'sent'))
        }
        // Without the old pair, pushes to its devices fail, but are not reported as `gone`. These devices
        // stay enrolled, because they may subscribe again.
        const alone = create([newer])
        const tokens = devices.map(({ subscription }) => alone.getToken(subscription) ?? '')
        expect(await send(tokens, alone)).toEqual(
          devices.map((_, index) => (index % 2 ? 'sent' : 'failed')),
        )
      } finally {
        getStatus = () => status
      }
    },
  )

  test('opens no connection for a foreign token or a private address', async () => {
    open.mockClear()
    const { subscription } = createReceiver()
    const elsewhere = { ...subscription, endpoint: 'https://169.254.169.254/latest' }
    expect(push.getToken(elsewhere)).toBeNull()
    const tokens = [
      'nonsense',
      sealer.seal('v1_jwt', subscription),
      sealer.seal('push', elsewhere),
      sealer.seal('push', { ...subscription, endpoint: 'http://fcm.googleapis.com/x' }),
    ]
    expect(await send(tokens)).toEqual(tokens.map(() => 'gone'))
    expect(open).not.toHaveBeenCalled()
  })

  test('to many devices runs ten at a time and returns results in the tokens’ order', async () => {
    maxAtOnce = 0
    hold = 60
    const tokens = getTokens(35).map((token, index) => (index === 20 ? 'nonsense' : token))
    const results = await send(tokens)
    hold = 0
    expect(results.map((result) => result === 'gone')).toEqual(tokens.map((_, at) => at === 20))
    expect(maxAtOnce).toBe(10)
  })

  test('to a service without an answer fails after five seconds', async () => {
    hold = 20_000
    const token = push.getToken(createReceiver().subscription) ?? ''
    const started = Date.now()
    expect(await push.send([token], { payload: '{}' })).toEqual([
      { result: 'failed', service: 'fcm.googleapis.com', status: null, cause: 'timeout' },
    ])
    hold = 0
    expect(Date.now() - started).toBeGreaterThan(4500)
    expect(Date.now() - started).toBeLessThan(10_000)
    service.closeAllConnections()
  })

  const others = createSealer(['another-secret-of-the-tests-that-is-long'])
  const nowhere: OpenRequest = (_, { signal }, onResponse) =>
    request({ host: '127.0.0.1', port: 1, ...(signal ? { signal } : {}) }, onResponse)
  test.each<[string, Partial<typeof settings>]>([
    ['unsigned', { VAPID_SUBJECT: 'https://[bad' }],
    ['unsigned', { VAPID_PRIVATE_KEY: ['x'] }],
    ['unknown_secret', { sealer: others }],
    ['unlisted_service', { PUSH_SERVICES: ['*.push.apple.com'] }],
    ['ECONNREFUSED', { open: nowhere as typeof open }],
  ])('ends no subscription when it fails for the cause %s', async (cause, change) => {
    const token = push.getToken(createReceiver().subscription) ?? ''
    const wrong = createPush({ ...settings, ...change })!
    expect(await wrong.send([token], { payload: '{}' })).toMatchObject([
      { result: 'failed', status: null, cause },
    ])
  })

  test('to a subscription with invalid keys or a permanently removed endpoint has the result gone', async () => {
    open.mockClear()
    const { subscription } = createReceiver()
    const offCurve = { ...subscription, keys: { ...subscription.keys, p256dh: 'A'.repeat(87) } }
    const removed = { ...subscription, endpoint: 'https://permanently-removed.invalid/fcm/send/x' }
    const tokens = [offCurve, removed].map((each) => sealer.seal('push', each))
    expect(await send(tokens)).toEqual(['gone', 'gone'])
    expect(open).not.toHaveBeenCalled()
  })

  test('is sent once to a device that a batch names twice', async () => {
    const { subscription } = createReceiver()
    const [first, second] = [push.getToken(subscription) ?? '', push.getToken(subscription) ?? '']
    received.length = 0
    expect(await send([first, second, first])).toEqual(['sent', 'sent', 'sent'])
    expect(received.map(({ request: { headers } }) => [headers.ttl, headers.urgency])).toEqual([
      ['86400', 'normal'],
    ])
  })
})

describe('a batch of pushes', () => {
  test('skips a push service after repeated timeouts, and still reaches the devices of others', async () => {
    const hanging = createServer(() => undefined)
    const silent = await listen(hanging)
    const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
    const mixed = createPush({
      ...settings,
      PUSH_SERVICES: services,
      open: (url, options, onResponse) =>
        url.hostname === services[0]
          ? request(
              { host: '127.0.0.1', port: silent, method: 'POST', signal: options.signal! },
              onResponse,
            )
          : open(url, options, onResponse),
    })!
    const { subscription } = createReceiver()
    const endpoint = `https://${services[1]}/wpush/v2/x`
    const tokens = [...getTokens(60), mixed.getToken({ ...subscription, endpoint }) ?? '']
    const started = performance.now()
    const delivered = await mixed.send(tokens, { payload: '{}' })
    expect(performance.now() - started).toBeLessThan(14_000)
    expect(delivered.at(-1)).toMatchObject({ result: 'sent', service: services[1] })
    const results = delivered.slice(0, 60).map(({ result }) => result)
    // Messages that nine other devices had begun before the tenth timeout still finish.
    expect(results.filter((result) => result === 'not_tried').length).toBeGreaterThan(40)
    expect([...new Set(results)].sort()).toEqual(['failed', 'not_tried'])
    await close(hanging)
  })

  test.each([
    ['seconds', () => '2', 2],
    ['a date', () => new Date(Date.now() + 2000).toUTCString(), 2],
    ['more than a day', () => '9999999', 86_400],
  ])('leaves a push service alone for as long as its 429 asks in %s', async (_, asked, most) => {
    const patient = createPush({ ...settings, PUSH_SERVICES: ['*.example', 'fcm.googleapis.com'] })!
    const { subscription } = createReceiver()
    const other = patient.getToken({ ...subscription, endpoint: 'https://push.example/x' }) ?? ''
    const tokens = getTokens(40, patient)
    getStatus = ({ url }) => (url === '/x' ? 201 : 429)
    retryAfter = asked
    received.length = 0
    try {
      const delivered = await patient.send([...tokens, other], { payload: '{}' })
      // Ten were under way when the first answer was received.
      expect(received.length).toBeLessThanOrEqual(11)
      expect(delivered[0]).toMatchObject({ result: 'failed', status: 429 })
      expect(delivered[39]).toMatchObject({ result: 'not_tried', status: null })
      expect(delivered[39]!.retryAfter).toBeGreaterThan(0)
      expect(delivered[39]!.retryAfter).toBeLessThanOrEqual(most)
      expect(delivered[40]).toMatchObject({ result: 'sent' })
      getStatus = () => 201
      expect(await send(getTokens(1, patient), patient)).toEqual(['not_tried'])
      if (most > 2) return
      await new Promise((resolve) => setTimeout(resolve, 2100))
      expect(await send(getTokens(1, patient), patient)).toEqual(['sent'])
    } finally {
      retryAfter = null
      getStatus = () => status
    }
  })

  test('starts no message after its time limit, and returns the rest as not tried', async () => {
    hold = 100
    const hurried = createPush({ ...settings, batchMs: 50 })!
    const results = await send(getTokens(30, hurried), hurried)
    hold = 0
    expect(results).toEqual([
      ...Array.from({ length: 10 }, () => 'sent'),
      ...Array.from({ length: 20 }, () => 'not_tried'),
    ])
  })
})
