import { afterEach, describe, expect, test } from 'vitest'

import { makeCoupons } from '../../sandbox/data/coupons'
import { makeOffers } from '../../sandbox/data/offers'
import type { Fault } from '../../sandbox/faults'
import { testContext } from '../../tests/support/test-context'
import { action as joinAll } from '../offers/activate-all.action'
import { action as join } from '../offers/activate.action'
import { loader as offersScreen } from '../offers/offers.screen'
import { env } from '../platform/env.server'
import { action as activateAll } from './activate-all.action'
import { action as activate } from './change.action'
import { loader as couponsScreen } from './coupons.screen'

const { sandbox, shopper, spoil, refuse } = testContext()

const most = env().ACTIVATE_ALL_MOST
const letAtOnce = (number: number) => Object.assign(env(), { ACTIVATE_ALL_MOST: number })
afterEach(() => letAtOnce(most))

const lists = [
  {
    list: 'coupons',
    write: 'POST /v2/user/coupons/favorite',
    all: 'GET /v2/user/coupons',
    page: '/coupons',
    action: activateAll,
    loader: couponsScreen,
    single: activate,
    idName: 'favoriteId',
    done: /^Активировано: /,
    refusal: 'уже использован или срок истёк',
    failed: 'Активировать купоны не удалось. Попробуйте ещё раз',
    none: 'Все купоны уже активированы',
  },
  {
    list: 'offers',
    write: 'POST /v2/offers/opt-in',
    all: 'GET /v3/offers/opt-in',
    page: '/actions/offers',
    action: joinAll,
    loader: offersScreen,
    single: join,
    idName: 'code',
    done: /^Вы участвуете ещё в \d+ задани(и|ях)$/,
    refusal: 'участвовать уже нельзя',
    failed: 'Принять участие не удалось. Попробуйте ещё раз',
    none: 'Вы уже участвуете во всех заданиях',
  },
] as const

/** Shoppers, requests and faults of one of the lists. */
function testList({ list, write, page, action, single, idName }: (typeof lists)[number]) {
  /** A shopper with this many available coupons, and some that are over. */
  async function someone(count = 12) {
    const visitor = await shopper()
    const { user, phone, send } = visitor
    const made = list === 'coupons' ? makeCoupons : makeOffers
    const entries = made(phone, count + 4, 'http://pictures.example', Date.now(), false)
    entries.forEach((entry, number) => {
      entry.state = number < count ? 'AVAILABLE' : 'EXPIRED'
      if ('expirationDate' in entry) {
        entry.expirationDate = inDays(count - number)
        if (number > count) entry.state = 'USED'
      } else entry.endDate = inDays(count - number)
    })
    if (list === 'coupons') user.coupons = entries as typeof user.coupons
    else user.offers = entries as typeof user.offers
    const getId = (entry: (typeof entries)[number]) =>
      'favoriteId' in entry ? entry.favoriteId : entry.code
    const formId: string = crypto.randomUUID()
    return {
      ...visitor,
      entries: entries.slice(0, count),
      getId,
      formId,
      press: (fields: Record<string, string> = { formId }) => send(action, `${page}/all`, fields),
      pressOne: (id: string) => send(single, `${page}/x/y`, { formId }, { [idName]: id }),
      isOn: (entry: (typeof entries)[number]) => entry.state === 'ACTIVATED',
    }
  }

  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString()
  const asked = () =>
    sandbox.calls
      .filter(({ endpoint }) => endpoint === write)
      .map(({ body }) => (body as Record<string, string>)[idName])
  const fault = (of: Partial<Fault>) =>
    sandbox.faults.add({ endpoint: write, mode: 'status', ...of } as Fault)

  return { someone, asked, fault }
}

describe.each(lists)('all $list at once', (each) => {
  const { list, write, page, loader, done } = each
  const { someone, asked, fault } = testList(each)

  test('are activated with one call each, and counted', async () => {
    const { press, entries, isOn, getId } = await someone()
    expect(await press()).toMatchObject({
      status: 303,
      location: page,
      flash: { type: 'success', title: expect.stringMatching(done) },
    })
    expect(entries.every(isOn)).toBe(true)
    expect(asked().toSorted()).toEqual(entries.map(getId).toSorted())
    expect((await press({ formId: crypto.randomUUID() })).flash?.title).toBe(each.none)
  })

  test('are reported as incomplete when the list is longer than what is read', async () => {
    letAtOnce(100)
    const { press, user } = await someone(4)
    const over = user[list].at(-1)!
    const name = list === 'coupons' ? 'favoriteId' : 'code'
    const more = Array.from({ length: 600 }, (_, number) => ({ ...over, [name]: `x${number}` }))
    user[list].push(...(more as never[]))
    expect((await press()).flash).toMatchObject({
      type: 'warning',
      description: 'Список слишком длинный: просмотрен не весь.',
    })
  })

  test('are activated in the order of their ends', async () => {
    letAtOnce(4)
    const { press, entries, getId } = await someone()
    await press()
    expect(asked().toSorted()).toEqual(entries.slice(-4).map(getId).toSorted())
  })

  test('are activated once each, however often the form is sent', async () => {
    const { press, entries } = await someone()
    const three = await Promise.all([press(), press(), press()])
    three.push(await press())
    expect(new Set(three.map(({ flash }) => flash?.title)).size).toBe(1)
    expect(asked()).toHaveLength(entries.length)
  })

  test('are activated once each when two tabs send the form in parallel', async () => {
    const { press, entries } = await someone()
    fault({ mode: 'latency', latencyMs: 150 })
    const tabs = await Promise.all([press(), press({ formId: crypto.randomUUID() })])
    expect(asked()).toHaveLength(entries.length)
    expect(tabs[1].flash?.title).toBe(tabs[0].flash?.title)
  })

  test('are activated once when one of them is also activated by its own button', async () => {
    const { press, pressOne, entries, getId } = await someone()
    fault({ mode: 'latency', latencyMs: 150 })
    const [first] = await Promise.all([pressOne(getId(entries[3]!)), press()])
    expect(first.flash?.type).toBe('success')
    expect(asked().toSorted()).toEqual(entries.map(getId).toSorted())
  })

  test.each([
    ['fails with 500', { status: 500 }],
    ['loses its connection', { mode: 'reset' }],
    ['returns malformed JSON', { mode: 'malformed' }],
  ] as const)(
    '9.6: get one call each when the call for one of them %s, and that one is reported as unanswered',
    async (_, trouble) => {
      const { press, entries } = await someone()
      fault({ ...trouble, times: 1 })
      const { flash } = await press()
      expect(flash).toMatchObject({
        type: 'warning',
        title: expect.stringMatching(done),
        description: expect.stringContaining('Не дождались ответа: 1'),
        stays: true,
      })
      expect(asked()).toHaveLength(entries.length)
      expect(new Set(asked()).size).toBe(entries.length)
    },
  )

  test('are reported with the first three refusals and their reasons when the gateway refuses all', async () => {
    const { press, entries } = await someone()
    entries.forEach((entry) => (entry.title = `«Сыр»\n${'длинный '.repeat(40)}`))
    refuse(write, 422, 'validationError')
    const { flash } = await press()
    expect(flash).toMatchObject({ type: 'error', title: each.failed })
    expect(flash?.description?.split(each.refusal)).toHaveLength(4)
    expect(flash?.description).toMatch(/и ещё 9 \S+\./)
    expect(flash!.description!.length).toBeLessThan(500)
    expect(asked()).toHaveLength(entries.length)
  })

  test("are activated up to the operator's cap by one tap, and the others by further taps", async () => {
    letAtOnce(5)
    const { press, entries, isOn } = await someone()
    expect((await press()).flash?.description).toContain('Осталось: 7')
    expect(entries.filter(isOn)).toHaveLength(5)
    await press({ formId: crypto.randomUUID() })
    expect((await press({ formId: crypto.randomUUID() })).flash?.type).toBe('success')
    expect(asked()).toHaveLength(12)
  })

  test('get at most six calls when the gateway answers 429, and the message counts those left', async () => {
    const { press } = await someone(30)
    refuse(write, 429, 'tooMany')
    expect((await press()).flash?.description).toContain('Осталось: 30')
    expect(asked().length).toBeLessThanOrEqual(6)
  })

  test('are neither offered nor activated while the kill switch is set', async () => {
    letAtOnce(0)
    const { press, load } = await someone()
    expect((await load(loader, page)).data).toMatchObject({ mayActivateAll: false })
    expect((await press()).flash?.title).toMatch(/^Всё сразу сейчас нельзя/)
    expect(asked()).toEqual([])
  })

  test('are offered only when more than one is available', async () => {
    const { load } = await someone(2)
    expect((await load(loader, page)).data).toMatchObject({ mayActivateAll: true })
    const other = await someone(1)
    expect((await other.load(loader, page)).data).toMatchObject({ mayActivateAll: false })
    spoil(each.all, 'status')
    expect((await load(loader, page)).data).toMatchObject({ mayActivateAll: false })
  })

  test('are answered with an error message when their list fails to load', async () => {
    const { press } = await someone()
    spoil(each.all, 'status')
    expect((await press()).flash).toEqual({ type: 'error', title: each.failed })
  })

  test('do not count against the hourly limit while the gateway answers 429 or their list fails', async () => {
    const { press } = await someone(2)
    refuse(write, 429, 'tooMany')
    for (let times = 0; times < 11; times += 1) await press({})
    sandbox.faults.clear()
    spoil(each.all, 'status')
    for (let times = 0; times < 11; times += 1) await press({})
    sandbox.faults.clear()
    const { flash, isLimited } = await press({})
    expect(flash?.title).toMatch(done)
    expect(isLimited).toBe(false)
  })

  test('are refused with a warning at the twenty-first post within an hour', async () => {
    const { press } = await someone(0)
    for (let times = 0; times < 20; times += 1) await press({})
    const { flash, isLimited } = await press({})
    expect(flash).toMatchObject({ type: 'warning', title: 'Слишком много попыток' })
    expect(isLimited).toBe(true)
  })
})

// Time limits are shared by all lists.
describe('all coupons at once', () => {
  const { someone, asked, fault } = testList(lists[0])
  const { write } = lists[0]

  test('are activated six at a time, even two hundred of them', async () => {
    const { press, entries, isOn } = await someone(200)
    const tookMs = 60
    fault({ mode: 'latency', latencyMs: tookMs })
    const { flash } = await press()
    const begun = sandbox.calls.filter(({ endpoint }) => endpoint === write).map(({ at }) => at)
    // Calls that began within the duration of one call ran in parallel.
    const together = begun.map(
      (at) => begun.filter((other) => other > at - tookMs + 5 && other <= at).length,
    )
    expect(Math.max(...together)).toBeGreaterThan(3)
    expect(Math.max(...together)).toBeLessThanOrEqual(6)
    const on = entries.filter(isOn).length
    expect(new Set(asked()).size).toBe(asked().length)
    expect(asked()).toHaveLength(on)
    if (on < 200) expect(flash?.description).toContain(`Осталось: ${200 - on}`)
  })

  test('get one call each when one hangs, and that one is reported as unanswered within nine seconds', async () => {
    const { press, entries } = await someone()
    fault({ mode: 'hang', times: 1 })
    const beganAt = performance.now()
    const { flash } = await press()
    expect(performance.now() - beganAt).toBeLessThan(9000)
    expect(flash?.description).toContain('Не дождались ответа: 1')
    expect(asked()).toHaveLength(entries.length)
  })

  test('are activated for at most nine seconds when the gateway is slow, the others by a second tap', async () => {
    const { press, entries } = await someone(80)
    // All eighty coupons, six at a time, would take twelve seconds: longer than the action may.
    fault({ mode: 'latency', latencyMs: 900 })
    const beganAt = performance.now()
    const first = await press()
    expect(performance.now() - beganAt).toBeLessThan(9000)
    const soFar = asked().length
    expect(soFar).toBeLessThan(80)
    expect(first.flash?.description).toContain(`Осталось: ${80 - soFar}`)
    sandbox.faults.clear()
    await press({ formId: crypto.randomUUID() })
    expect(asked()).toHaveLength(80)
    expect(entries.filter(({ state }) => state === 'AVAILABLE')).toEqual([])
  })
})
