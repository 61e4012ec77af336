import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { AppLoadContext } from '@remix-run/node'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { isOthersForm, newFormId, once as onceOr, together } from './once.server'
import { createSealer } from '~/session/seal.server'
import { createMemoryStore, type StoreKey } from '~/shared-state/shared-store.server'

const sealer = createSealer(['a-secret-that-is-at-least-32-characters'])

type Store = ReturnType<typeof createMemoryStore>

const withStore = (store: Store, userId: string | null = 'user-1') =>
  ({ session: { userId: async () => userId }, services: { sealer, store } }) as unknown as Pick<
    AppLoadContext,
    'session' | 'services'
  >
const shopper = () => withStore(createMemoryStore())
const formId = '0b5f0a52-7f4c-4df7-9d1c-6a2f6f1a0001'
const once = (
  context: ReturnType<typeof shopper>,
  write: () => Promise<object[]>,
  form: { name?: string; formId?: string; isProven?: boolean; values?: unknown } = {},
) =>
  onceOr(context, {
    name: 'edit',
    formId,
    values: { email: 'a@example.com' },
    ...form,
    write,
    pendingResult: [],
  })
const refusal = { email: ['Укажите личную почту'] }

/** A visitor with the owners of forms. */
const visitor = (userId: string | null, existingId: string | null = null) =>
  ({ session: { userId: async () => userId }, device: { existingId } }) as never

test("binds a form's id to its shopper; other ids are unbound", async () => {
  const [first, second, other] = [visitor('user-1'), visitor('user-1'), visitor('user-2')]
  const own = await newFormId(first)
  expect(z.uuid().safeParse(own).success).toBe(true)
  expect(own).not.toBe(await newFormId(first))
  expect(await isOthersForm(second, own)).toBe(false)
  expect(await isOthersForm(other, own)).toBe(true)
  expect(await isOthersForm(visitor(null), own)).toBe(true)
  for (const free of [formId, undefined]) expect(await isOthersForm(other, free)).toBe(false)
})

test("binds a form's id of a guest to the browser, also after signing in there", async () => {
  const own = await newFormId(visitor(null, 'device-1'))
  expect(await isOthersForm(visitor(null, 'device-1'), own)).toBe(false)
  expect(await isOthersForm(visitor('user-1', 'device-1'), own)).toBe(false)
  expect(await isOthersForm(visitor(null, 'device-2'), own)).toBe(true)
  expect(await isOthersForm(visitor('user-1', 'device-2'), own)).toBe(true)
  expect(await isOthersForm(visitor(null), own)).toBe(true)
})

test('writes once for two posts, which get the same outcome', async () => {
  const context = shopper()
  const write = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 80))
    return [refusal]
  })
  const outcomes = await Promise.all([once(context, write), once(context, write)])
  expect(write).toHaveBeenCalledTimes(1)
  expect(outcomes).toEqual([[refusal], [refusal]])
})

test.each([
  ['another render', { formId: formId.replace('0001', '0002') }],
  ['another form of the page', { name: 'letter' }],
  ['other values in the same render', { values: { email: 'b@example.com' } }],
])('writes again for %s', async (_, other) => {
  const context = shopper()
  const write = vi.fn(async () => [])
  await once(context, write)
  await once(context, write, other)
  expect(write).toHaveBeenCalledTimes(2)
})

test("another shopper's post with the same id does not block the form", async () => {
  const store = createMemoryStore()
  const write = vi.fn(async () => [])
  await once(withStore(store, 'user-1'), write)
  await once(withStore(store, 'user-2'), write)
  expect(write).toHaveBeenCalledTimes(2)
})

test("any number of guests' forms evicts no lock of a shopper or a registration", async () => {
  const store = createMemoryStore()
  const [ofShopper, ofGuest] = [withStore(store), withStore(store, null)]
  const registration = { name: 'registration', formId: 'of a proven phone', isProven: true }
  const [save, register] = [vi.fn(async () => []), vi.fn(async () => [])]
  const sendBoth = async () => {
    await once(ofShopper, save)
    await once(ofGuest, register, registration)
  }
  await sendBoth()
  const form = { name: 'code', formId: crypto.randomUUID() }
  const large = vi.fn(async () => [{ text: randomBytes(10_000).toString('base64') }])
  await once(ofGuest, large, form)
  await once(ofGuest, large, form)
  expect(large).toHaveBeenCalledTimes(1)
  // More than the 4 MB for this kind of key.
  for (let number = 0; number < 500; number++)
    await once(ofGuest, large, { ...form, formId: crypto.randomUUID() })
  await sendBoth()
  expect([save.mock.calls.length, register.mock.calls.length]).toEqual([1, 1])
  await once(ofGuest, large, form)
  expect(large).toHaveBeenCalledTimes(502)
})

test('allows another post after an unexpected failure', async () => {
  const context = shopper()
  const broken = once(context, async () => Promise.reject(new Error('a bug')))
  await expect(broken).rejects.toThrow('a bug')
  const write = vi.fn(async () => [])
  expect(await once(context, write)).toEqual([])
  expect(write).toHaveBeenCalledTimes(1)
})

test('answers a post that waited for an unexpected failure without a second write', async () => {
  const context = shopper()
  const write = vi.fn(async () => {
    await sleep(80)
    throw new Error('a bug')
  })
  const first = once(context, write)
  const second = once(context, write)
  await expect(first).rejects.toThrow('a bug')
  expect(await second).toEqual([])
  expect(write).toHaveBeenCalledTimes(1)
})

test('stores the outcome sealed', async () => {
  const store = createMemoryStore()
  const seen: string[] = []
  const watched = {
    ...store,
    claim: (key: StoreKey, value: string, lifeMs: number) => {
      seen.push(key, value)
      return store.claim(key, value, lifeMs)
    },
    set: (key: StoreKey, value: string, lifeMs: number) => {
      seen.push(key, value)
      return store.set(key, value, lifeMs)
    },
  }
  const write = vi.fn(async () => [{ word: 'sent', phone: 'CANARY-phone' }])
  await once(withStore(watched), write)
  expect(await once(withStore(watched), write)).toEqual([{ word: 'sent', phone: 'CANARY-phone' }])
  expect(write).toHaveBeenCalledTimes(1)
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.join()).not.toContain('CANARY')
})

test.each([
  ['is not sealed', JSON.stringify([refusal])],
  ['was sealed for another purpose', sealer.seal('refresh', { outcome: [refusal] })],
])('ignores an outcome that %s', async (_, stored) => {
  const write = vi.fn(async () => [refusal])
  const store = { ...createMemoryStore(), claim: async () => false, get: async () => stored }
  expect(await once(withStore(store), write)).toEqual([])
  expect(write).not.toHaveBeenCalled()
})

test('returns the stored result for a minute after a slow write has ended, then writes again', async () => {
  let now = 1000
  const context = withStore(createMemoryStore(() => now))
  await once(context, async () => {
    now += 30_000
    return [refusal]
  })
  now += 45_000
  const write = vi.fn(async () => [])
  expect(await once(context, write)).toEqual([refusal])
  expect(write).not.toHaveBeenCalled()
  now += 20_000
  await once(context, write)
  expect(write).toHaveBeenCalledTimes(1)
})

test('gives equal posts the first result for half a minute, and then works again', async () => {
  let now = 1000
  const context = withStore(createMemoryStore(() => now))
  const work = vi.fn(async () => 'sent')
  const post = () => together(context.services, 'a phone', work, () => true)
  expect((await post()).isOwn).toBe(true)
  now += 29_000
  expect((await post()).isOwn).toBe(false)
  now += 2000
  expect((await post()).isOwn).toBe(true)
})

test('stops waiting for the first post within 4.5 seconds when the store hangs or is slow', async () => {
  for (const get of [() => new Promise<string>(() => undefined), () => sleep(700, 'under way')]) {
    const store = { ...createMemoryStore(), claim: async () => false, get }
    const started = performance.now()
    const outcome = await onceOr<string>(withStore(store), {
      ...{ name: 'edit', formId, values: {} },
      write: async () => 'written twice',
      pendingResult: async () => 'looked at',
    })
    expect(outcome).toBe('looked at')
    expect(performance.now() - started).toBeLessThan(4500)
  }
})
