import type { AppLoadContext } from '@remix-run/node'
import { describe, expect, test } from 'vitest'

import type { Coupon } from '~/gateways/schemas/promotions.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import type { OpenPoll, Transaction } from '~/gateways/schemas/purchases.server'

import { noticesFor } from './notices.server'
import { bannerView, receiptView, storedCoupons } from './today-view.server'

const profile: Profile = {
  userId: '1',
  phone: '79000000001',
  firstName: 'Мария',
  birthDate: '1985-04-13',
  email: 'm@example.ru',
  isEmailConfirmed: true,
  cardNumber: null,
}
const getNotices = (change: Partial<Profile>, polls: OpenPoll[] = [], context: object = {}) =>
  noticesFor(
    {
      ...{
        cookies: { read: () => [] },
        services: { push: null },
        device: { info: { mobile: true } },
      },
      ...context,
    } as unknown as AppLoadContext,
    { ...profile, ...change },
    polls,
  )
const getKeys = (...given: Parameters<typeof getNotices>) =>
  getNotices(...given).map(({ key }) => key)

test('asks to confirm an address, to add missing data, and to answer one survey with a usable id', () => {
  const poll = { id: 'poll-1', title: 'Как вам у нас?', isDisplayed: false }
  expect(getKeys({})).toEqual(['install'])
  expect(getKeys({ isEmailConfirmed: false })).toEqual(['confirm-email', 'install'])
  expect(getKeys({ email: null })).toEqual(['finish-profile', 'install'])
  expect(getKeys({ birthDate: null, isEmailConfirmed: false }, [poll, poll])).toEqual([
    'confirm-email',
    'finish-profile',
    'survey',
    'install',
  ])
  expect(getKeys({}, [{ ...poll, id: '../../today' }])).toEqual(['install'])
  expect(getKeys({ isEmailConfirmed: undefined })).toEqual(['install'])
})

test('links the form that asks for the missing data, and offers push only where it is possible', () => {
  expect(getNotices({ email: '' })[0]?.to).toBe('/profile/edit')
  expect(getNotices({ birthDate: null })[0]?.to).toBe('/profile/incomplete?returnTo=/today')
  const cookies = { read: () => ['install'] }
  expect(getKeys({}, [], { cookies })).toEqual([])
  expect(getKeys({}, [], { cookies, services: { push: {} } })).toEqual(['push'])
})

test('tells a computer about a window, not about the screen of a phone', () => {
  const getTitle = (mobile: boolean) =>
    getNotices({}, [], { device: { info: { mobile } } })[0]?.title
  expect(getTitle(true)).toMatch(/экране телефона/)
  expect(getTitle(false)).toMatch(/отдельном окне/)
})

test('stores ten active coupons, each with its start only when that lies in the future', () => {
  const coupon = { title: 'x', state: 'ACTIVATED', items: null, expirationDate: null } as const
  const storedFor = (startDate: string | null) =>
    storedCoupons([{ ...coupon, startDate } as unknown as Coupon])[0]?.from
  expect(storedFor('2100-01-01T00:00:00+03:00')).toBe('2100-01-01T00:00:00+03:00')
  expect([storedFor('2020-01-01T00:00:00+03:00'), storedFor(null)]).toEqual([undefined, undefined])
  const all = [{ ...coupon, state: 'AVAILABLE' }, ...Array<object>(12).fill(coupon)]
  expect(storedCoupons(all as unknown as Coupon[])).toHaveLength(10)
  expect(storedCoupons([all[0] as unknown as Coupon])).toEqual([])
})

test('shows the year of an old receipt', () => {
  const purchase = { id: '1', title: ' ', type: 'PURCHASE', createdAt: '2024-05-03T12:00:00Z' }
  const view = receiptView({ ...purchase, hasPoll: false } as Transaction)
  expect(view).toMatchObject({ title: 'Покупка', when: '3 мая 2024' })
})

describe('a banner', () => {
  const banner = {
    id: 'b',
    title: 'Овощи',
    imageUrl: 'https://img.example/b.svg',
    link: '/catalog',
  }

  test('that leads to our own path is marked as own, and not as advertising', () => {
    expect(bannerView(banner, [])).toMatchObject({ isOwn: true, advertising: null })
  })

  test('without a title is a link with a default name', () => {
    for (const title of ['', ' '])
      expect(bannerView({ ...banner, title }, [])?.title).toBe('Подробнее об акции')
  })

  test('with an erid is marked as advertising and names its advertiser', () => {
    const paid = { ...banner, link: 'https://shop.example/', advertiser: 'ООО «Сыр»', erid: '2SD' }
    expect(bannerView(paid, [])).toMatchObject({
      isOwn: false,
      advertising: 'Реклама. ООО «Сыр». erid: 2SD',
    })
  })

  test.each(['javascript:alert(1)', 'http://plain.example/', '//evil.example', 'data:text/html,x'])(
    'that leads to %s is hidden',
    (link) => {
      expect(bannerView({ ...banner, link }, [])).toBeNull()
    },
  )

  test('with a picture over plain http is hidden', () => {
    expect(bannerView({ ...banner, imageUrl: 'http://img.example/b.svg' }, [])).toBeNull()
  })
})
