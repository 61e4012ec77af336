import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action } from './change.action'

const { sandbox, shopper, getCalls, spoil } = testContext()
const WRITE = 'POST /v2/user/coupons/favorite'

const verbs = [
  {
    verb: 'activate',
    from: 'AVAILABLE',
    to: 'ACTIVATED',
    done: 'Купон активирован',
    failed: 'Активировать купон не удалось. Попробуйте ещё раз',
  },
  {
    verb: 'remove',
    from: 'ACTIVATED',
    to: 'AVAILABLE',
    done: 'Купон убран',
    failed: 'Убрать купон не удалось. Попробуйте ещё раз',
  },
] as const

describe.each(verbs)('a post to $verb a coupon', ({ verb, from, to, done }) => {
  async function someone(state: string = from) {
    const { send, user } = await shopper()
    const coupon = user.coupons.find((each) => each.state === state)!
    const post = (fields: Record<string, string> = {}, favoriteId = coupon.favoriteId) =>
      send(action, `/coupons/x/${verb}`, fields, { favoriteId })
    return { coupon, post }
  }

  test.each([
    [{}, '/coupons'],
    [{ returnTo: '/today' }, '/today'],
    [{ returnTo: 'https://evil.example' }, '/coupons'],
  ])('succeeds with %o and redirects to %s', async (fields, location) => {
    const { coupon, post } = await someone()
    expect(await post(fields)).toMatchObject({
      status: 303,
      location,
      flash: { type: 'success', title: done },
    })
    expect(coupon.state).toBe(to)
  })

  test.each(['USED', 'EXPIRED'])('shows a warning for a coupon that is %s', async (state) => {
    const { post } = await someone(state)
    expect((await post()).flash).toEqual({
      type: 'warning',
      title: 'Этот купон уже использован или его срок истёк',
    })
  })

  test('shows «not found» for one that does not exist', async () => {
    const { post } = await someone()
    expect((await post({}, 'nobody')).flash?.title).toBe('Такого купона больше нет')
  })

  test('succeeds when the fields of the gateway’s answer have wrong types', async () => {
    const { coupon, post } = await someone()
    spoil(WRITE, 'wrong-types')
    expect((await post()).flash).toMatchObject({ type: 'success', title: done })
    expect(coupon.state).toBe(to)
  })

  /** A container claimed the same form and died before it stored a result. */
  async function sentToTheDead(state: string) {
    const { send, user, with: within } = await shopper()
    const coupon = user.coupons.find((each) => each.state === from)!
    const { favoriteId } = coupon
    const formId = crypto.randomUUID()
    const digest = createHash('sha256')
      .update(JSON.stringify([formId, [{ favoriteId }, {}]]))
      .digest('base64url')
    await within(async ({ session, services: { store } }) => {
      const claim = `form:activate:${await session.userId()}:${digest}` as const
      expect(await store.claim(claim, 'under way', 60_000)).toBe(true)
    })
    coupon.state = state as typeof coupon.state
    const started = Date.now()
    const response = await send(action, `/coupons/x/${verb}`, { formId }, { favoriteId })
    return { ...response, ms: Date.now() - started }
  }

  test('succeeds without another call when a container has died after the gateway made the change', async () => {
    const calls = getCalls(WRITE)
    const { flash, ms } = await sentToTheDead(to)
    expect(flash).toMatchObject({ type: 'success', title: done })
    expect(ms).toBeLessThan(6000)
    expect(getCalls(WRITE)).toBe(calls)
  })

  test('reports a missing answer, not a failure, when a container has died before the change', async () => {
    const { flash } = await sentToTheDead(from)
    expect(flash?.title).toBe('Форма отправлена, но ответа пока нет. Проверьте через минуту')
  })

  test('succeeds when the answer broke off and the gateway has the change', async () => {
    const { coupon, post } = await someone()
    sandbox.faults.add({ endpoint: WRITE, mode: 'cut' })
    expect((await post()).flash).toMatchObject({ type: 'success', title: done })
    expect(coupon.state).toBe(to)
  })
})
