import type { AppLoadContext } from '@remix-run/node'
import { afterEach, describe, expect, test, vi } from 'vitest'

import type { CaptchaCheck, CaptchaVerdict } from '~/gateways/captcha-check.server'

import { consumeCodeCheck, consumeCodeRequest } from './code-limits.server'
import { CookieJar } from '~/session/cookies.server'
import { MAX_LOCAL_KEYS } from '~/session/counters.server'
import { Device } from '~/session/device.server'
import { createLimits, limitTable, withTextBudget } from '~/session/limits.server'
import { createSealer } from '~/session/seal.server'
import { createMemoryStore } from '~/session/shared-store.server'

const sealer = createSealer(['a-secret-of-the-tests-that-is-long-enough'])
let nextPhone = 79050000000
const newPhone = () => String((nextPhone += 1))

/** Several visitors behind one address, each with a device of its own. */
function neighbourhood(verdict: CaptchaVerdict = 'right') {
  const limits = createLimits({ table: limitTable, redis: null, secret: 's', addressFactor: 1 })
  const store = createMemoryStore()
  const captcha: CaptchaCheck = {
    isOffered: true,
    verify: async () => verdict,
    close: async () => undefined,
  }
  return (device = newDevice(), isSuspicious = false) =>
    ({
      limits,
      store,
      captcha,
      device,
      address: '203.0.113.7',
      isSuspicious,
    }) as unknown as AppLoadContext
}
const newDevice = () => new Device(new CookieJar(null, { secure: false, sealer }), null)

const kindOf = (taken: Awaited<ReturnType<typeof consumeCodeRequest>>) =>
  taken === 'captcha' ? taken : taken.isOver ? taken.limit : 'taken'

describe('texts with codes for one client address', () => {
  test('need a captcha after twenty an hour, and are refused after two hundred', async () => {
    const visitor = neighbourhood()
    const kinds = []
    for (let text = 0; text < 22; text++)
      kinds.push(kindOf(await consumeCodeRequest(visitor(), newPhone(), '')))
    expect(kinds.slice(0, 20)).toEqual(Array(20).fill('taken'))
    expect(kinds.slice(20)).toEqual(['captcha', 'captcha'])
    for (let text = 20; text < 200; text++)
      expect(kindOf(await consumeCodeRequest(visitor(), newPhone(), `token ${text}`))).toBe('taken')
    expect(kindOf(await consumeCodeRequest(visitor(), newPhone(), 'another'))).toBe(
      'codesOfAddress',
    )
  })

  test('consume no limit when they failed', async () => {
    const visitor = neighbourhood()
    for (let text = 0; text < 40; text++) {
      const taken = await consumeCodeRequest(visitor(), newPhone(), '')
      expect(kindOf(taken)).toBe('taken')
      if (taken !== 'captcha' && !taken.isOver) await taken.reward()
    }
  })

  test("that wait for a captcha consume neither the phone's limit nor the address's", async () => {
    const visitor = neighbourhood()
    const phone = newPhone()
    const device = newDevice()
    for (let text = 0; text < 20; text++)
      expect(kindOf(await consumeCodeRequest(visitor(device, true), phone, ''))).toBe('captcha')
    expect(kindOf(await consumeCodeRequest(visitor(device, true), phone, 'token'))).toBe('taken')
    expect(kindOf(await consumeCodeRequest(visitor(), newPhone(), ''))).toBe('taken')
  })

  test('are limited to one for each captcha token', async () => {
    const visitor = neighbourhood()
    expect(kindOf(await consumeCodeRequest(visitor(), newPhone(), 'token'))).toBe('taken')
    expect(kindOf(await consumeCodeRequest(visitor(), newPhone(), 'token'))).toBe('captcha')
  })

  test('need no captcha on a device on which the phone was confirmed before', async () => {
    const visitor = neighbourhood()
    const phone = newPhone()
    const device = newDevice()
    device.remember(phone)
    for (let text = 0; text < 20; text++) await consumeCodeRequest(visitor(), newPhone(), '')
    expect(kindOf(await consumeCodeRequest(visitor(device, true), phone, ''))).toBe('taken')
    expect(kindOf(await consumeCodeRequest(visitor(device, true), newPhone(), ''))).toBe('captcha')
  })
})

describe('a captcha token', () => {
  test('that is wrong is refused, and consumes none of the phone’s texts', async () => {
    const visitor = neighbourhood('wrong')
    const phone = newPhone()
    const device = newDevice()
    expect(kindOf(await consumeCodeRequest(visitor(device), phone, 'token'))).toBe('captcha')
    expect(kindOf(await consumeCodeRequest(visitor(device), phone, ''))).toBe('taken')
  })

  test('that cannot be verified raises no limit, and refuses no text below the limit', async () => {
    const visitor = neighbourhood('unknown')
    const kinds = []
    for (let text = 0; text < 22; text++)
      kinds.push(kindOf(await consumeCodeRequest(visitor(), newPhone(), `token ${text}`)))
    expect(kinds.slice(0, 20)).toEqual(Array(20).fill('taken'))
    expect(kinds.slice(20)).toEqual(Array(2).fill('codesOfAddressUnasked'))
  })
})

test('limits the texts with codes that all visitors request in one minute', async () => {
  const table = { ...limitTable, textsInMinute: { points: 5, seconds: 60 } }
  const limits = createLimits({ table, redis: null, secret: 's', addressFactor: 0 })
  const visitor = neighbourhood()
  const kinds = []
  for (let text = 0; text < 6; text++) {
    const context = { ...visitor(), device: newDevice(), limits, address: `203.0.113.${text}` }
    kinds.push(kindOf(await consumeCodeRequest(context, newPhone(), `token ${text}`)))
  }
  expect(kinds).toEqual([...Array(5).fill('taken'), 'textsInMinute'])
})

describe('the texts with codes of all visitors in a minute', () => {
  const budget = (inMinute: number) =>
    createLimits({
      table: withTextBudget(inMinute, 0),
      redis: null,
      secret: 's',
      addressFactor: 0,
    })

  test('include a quarter reserved for devices on which the phone has signed in before', async () => {
    const limits = budget(8)
    const visitor = neighbourhood()
    const ask = async (isStranger: boolean, text: number) => {
      const [device, phone] = [newDevice(), newPhone()]
      if (!isStranger) device.remember(phone)
      const context = { ...visitor(device), limits }
      return kindOf(await consumeCodeRequest(context, phone, `token ${text}`))
    }
    const strangers = []
    for (let text = 0; text < 8; text++) strangers.push(await ask(true, text))
    expect(strangers.slice(0, 6)).toEqual(Array(6).fill('taken'))
    expect(strangers.slice(6)).toEqual(Array(2).fill('newDeviceTextsInMinute'))
    expect([await ask(false, 8), await ask(false, 9)]).toEqual(['taken', 'taken'])
  })

  test('need a captcha on a new device once almost half are used, and none on a returning device', async () => {
    const limits = budget(20)
    const visitor = neighbourhood()
    const kinds = []
    for (let text = 0; text < 12; text++)
      kinds.push(kindOf(await consumeCodeRequest({ ...visitor(), limits }, newPhone(), '')))
    expect(kinds.slice(0, 9)).toEqual(Array(9).fill('taken'))
    expect(kinds.slice(9)).toEqual(Array(3).fill('captcha'))
    const [device, phone] = [newDevice(), newPhone()]
    device.remember(phone)
    const own = { ...visitor(device), limits }
    expect(kindOf(await consumeCodeRequest(own, phone, ''))).toBe('taken')
    const answered = await consumeCodeRequest(
      { ...visitor(), limits },
      newPhone(),
      'a right answer',
    )
    expect(kindOf(answered)).toBe('taken')
  })
})

test('limits a device to ten texts an hour, to any phones', async () => {
  const visitor = neighbourhood()
  const device = newDevice()
  const kinds = []
  for (let text = 0; text < 11; text++)
    kinds.push(kindOf(await consumeCodeRequest(visitor(device), newPhone(), '')))
  expect(kinds.slice(9)).toEqual(['taken', 'codesOfDevice'])
})

describe('wrong codes of a phone', () => {
  afterEach(() => vi.useRealTimers())

  test('pause the phone for two hours after ten, then until the next day after three more', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const visitor = neighbourhood()
    const phone = newPhone()
    /** Sends wrong codes until a pause starts; returns its length in hours. */
    const guess = async () => {
      for (let count = 1; count <= 20; count++) {
        const request = { phone, attemptId: crypto.randomUUID(), expires: 0 }
        const taken = await consumeCodeCheck(visitor(), request)
        const pause = taken.isOver ? taken : await taken.wrong()
        const hours = pause && Math.round((pause.until.getTime() - Date.now()) / 360_000) / 10
        if (pause) return { count: taken.isOver ? count - 1 : count, hours }
      }
      return null
    }
    expect(await guess()).toEqual({ count: 10, hours: 2 })
    expect(await guess()).toEqual({ count: 0, hours: 2 })
    await vi.advanceTimersByTimeAsync(2 * 3_600_000 + 1000)
    expect(await guess()).toEqual({ count: 3, hours: 22 })
    expect(kindOf(await consumeCodeRequest(visitor(), phone, ''))).toBe('wrongCodesInDay')
    await vi.advanceTimersByTimeAsync(20 * 3_600_000)
    expect(await guess()).toEqual({ count: 0, hours: 2 })
    await vi.advanceTimersByTimeAsync(2 * 3_600_000)
    // The three wrong codes of the evening still count.
    expect(await guess()).toEqual({ count: 7, hours: 2 })
  })
})

describe('a limit of a phone that is counted in memory', () => {
  test('is not evicted when a stranger requests codes for more phones than memory holds', async () => {
    const visitor = neighbourhood('wrong')
    const paused = newPhone()
    for (let count = 0; count < 10; count++) {
      const request = { phone: paused, attemptId: crypto.randomUUID(), expires: 0 }
      const taken = await consumeCodeCheck(visitor(), request)
      if (!taken.isOver) await taken.wrong()
    }
    const waiting = newPhone()
    expect(kindOf(await consumeCodeRequest(visitor(), waiting, ''))).toBe('taken')
    for (let count = 0; count <= MAX_LOCAL_KEYS; count++)
      await consumeCodeRequest(visitor(newDevice(), true), newPhone(), '')
    const elsewhere = { ...visitor(), address: '198.51.100.7' }
    expect(kindOf(await consumeCodeRequest(elsewhere, paused, ''))).toBe('wrongCodes')
    expect(kindOf(await consumeCodeRequest(elsewhere, waiting, ''))).toBe('codeWait')
  })
})

test('does not count correct codes towards the limit of wrong codes per client address', async () => {
  const visitor = neighbourhood()
  const check = async (isRight: boolean) => {
    const request = { phone: newPhone(), attemptId: crypto.randomUUID(), expires: 0 }
    const taken = await consumeCodeCheck(visitor(), request)
    if (taken.isOver) return taken.limit
    await (isRight ? taken.right() : taken.wrong())
    return 'checked'
  }
  for (let count = 0; count < 100; count++) expect(await check(true)).toBe('checked')
  for (let count = 0; count < 60; count++) expect(await check(false)).toBe('checked')
  expect(await check(false)).toBe('wrongCodesOfAddress')
})
