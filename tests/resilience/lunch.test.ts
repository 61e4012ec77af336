import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, onTestFinished, test } from 'vitest'

import { startSandbox } from '../../sandbox/server'
import { startApp } from '../support/app-process'
import { postAsPerson } from '../support/person'
import { startRedis } from '../support/redis'
import { untilEnd } from '../support/site'
import { createVisitor } from '../support/visitor'

const { sandbox, url } = untilEnd(await startSandbox({ port: 0 }))
const { inbox, state } = sandbox

let lastPhone = 79057000000
const newPhones = (count: number) => Array.from({ length: count }, () => String((lastPhone += 1)))

/** The application as operators run it, with limits and load shedding. */
async function startShop(more: Record<string, string> = {}) {
  const shop = await startApp(url, {
    ADDRESS_LIMIT_FACTOR: '1',
    OVERLOAD_REQUESTS: '48',
    // So many sign-ins come faster here than at any lunch, so the shop's budget of SMS is off.
    TEXTS_PER_MINUTE: '0',
    TEXTS_PER_HOUR: '0',
    ...more,
  })
  onTestFinished(async () => void (await shop.stop()))
  return () => createVisitor(shop.address, shop.origin)
}

type Guest = Awaited<ReturnType<typeof startShop>>

/** Lets everybody do something, some at a time; counts where each step led. */
async function letAll(
  phones: string[],
  atOnce: number,
  act: (phone: string, note: (step: string, response: Response) => void) => Promise<void>,
) {
  const counts: Record<string, number> = {}
  const note = (step: string, { status, headers }: Response) => {
    const key = `${step} ${status} ${headers.get('Location') ?? ''}`.trim()
    counts[key] = (counts[key] ?? 0) + 1
  }
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let phone = phones.pop(); phone; phone = phones.pop()) await act(phone, note)
    }),
  )
  return counts
}

/** Sends a form of a visitor, with the captcha if one is asked for. */
const asPerson = (visitor: ReturnType<Guest>) => (path: string, fields: Record<string, string>) =>
  postAsPerson(visitor, state, path, fields)

test('a thousand shoppers behind one address sign in, read and write without one refusal', async () => {
  const guest = await startShop()
  const counts = await letAll(newPhones(1000), 12, async (phone, note) => {
    const visitor = guest()
    const send = asPerson(visitor)
    note('phone', await send('/login', { phone }))
    note('code', await send('/login/code', { code: inbox.lastCode(phone) ?? '' }))
    for (const path of ['/qr', '/today', '/coupons']) note(path, await visitor.get(path))
    note('theme', await visitor.post('/profile/theme', { theme: 'dark' }))
  })
  expect(counts).toEqual({
    'phone 303 /login/code': 1000,
    'code 303 /onboarding/1': 1000,
    '/qr 200': 1000,
    '/today 200': 1000,
    '/coupons 200': 1000,
    'theme 303 /profile': 1000,
  })
})

/** Programs that use both processors until the test ends. */
function keepProcessorsBusy(): void {
  const loops = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  onTestFinished(() => loops.forEach((loop) => loop.kill('SIGKILL')))
}

/** Posts numbers without a captcha, 640 a minute, until it is stopped; counts where the posts led. */
function attack(guest: Guest) {
  const posts: Promise<Response>[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const [phone = ''] = newPhones(1)
      posts.push(guest().post('/login', { phone }))
      await sleep(60_000 / 640)
    }
  })()
  return async () => {
    isOver = true
    await running
    const ends = await Promise.all(
      posts.map(async (post) => {
        const response = await post
        return (await response.text()).includes('name="captchaId"') ? 'captcha' : response.status
      }),
    )
    return { posts: ends.length, captchas: ends.filter((end) => end === 'captcha').length }
  }
}

describe.each(['without Redis', 'with Redis'])(
  'forty shoppers behind one address, beside two busy programs, %s',
  (engine) => {
    test('sign in within a minute, cold and warm, and posts of an attacker end in captchas', async () => {
      const redis = engine === 'with Redis' ? await startRedis() : null
      onTestFinished(async () => void (await redis?.stop()))
      keepProcessorsBusy()
      const guest = await startShop(redis ? { REDIS_URL: redis.url } : {})
      for (const isAttacked of [false, false, true]) {
        const stop = isAttacked ? attack(guest) : null
        const started = Date.now()
        const counts = await letAll(newPhones(40), 4, async (phone, note) => {
          const send = asPerson(guest())
          note('phone', await send('/login', { phone }))
          note('code', await send('/login/code', { code: inbox.lastCode(phone) ?? '' }))
        })
        expect(counts).toEqual({ 'phone 303 /login/code': 40, 'code 303 /onboarding/1': 40 })
        // The shopper's minute: no verdict about speed, but about a queue that never ends.
        expect(Date.now() - started).toBeLessThan(60_000)
        const { posts, captchas } = (await stop?.()) ?? { posts: 0, captchas: 0 }
        expect(captchas).toBe(posts)
      }
    })
  },
)
