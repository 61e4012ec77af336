import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { addresses } from '../../tests/support/examples'
import {
  anonymousAddress,
  events,
  otherViews,
  viewNames,
  viewOfRoute,
  viewProperties,
} from './catalogue.server'
import { screens } from '~/screens.server'

/** The product's code by file, without tests and without the catalogue. */
const code = new Map(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => file !== 'analytics/catalogue.server.ts')
    .map((file) => [file, readFileSync(join('app', file), 'utf8')]),
)
const getRoom = (file: string) => file.split('/')[0]

/** Values of an enumeration; empty for counts and ids. */
function getChoices(shape: z.ZodType): string[] {
  if (shape instanceof z.ZodOptional) return getChoices(shape.unwrap() as z.ZodType)
  return shape instanceof z.ZodEnum ? shape.options.map(String) : []
}

/** The code that sends an event: the features with files that name it, and shared code. */
function getTellers(name: string): string {
  const named = [...code].filter(([, text]) => text.includes(`'${name}'`)).map(([file]) => file)
  // The features of forms and navigation describe their own events.
  const isOfAll = named.every((file) => getRoom(file) === 'analytics')
  const rooms = new Set([...named.map(getRoom), 'lib', 'domain', 'session'])
  return [...code]
    .filter(([file]) => named.length > 0 && (isOfAll || rooms.has(getRoom(file))))
    .map(([, text]) => text)
    .join('\n')
}

describe('every entry of the catalogue', () => {
  test.each(Object.entries(events))(
    'the event %s is sent by the code with each allowed value of its properties',
    (name, { properties }) => {
      const text = getTellers(name)
      expect(text).not.toBe('')
      const absent = Object.values(properties.shape as Record<string, z.ZodType>)
        .flatMap(getChoices)
        .filter((choice) => !new RegExp(`['"]${choice}['"]|\\b${choice}:`).test(text))
      expect(absent).toEqual([])
    },
  )

  test.each(Object.keys(otherViews))('the view %s is sent by the code', (name) => {
    expect([...code.values()].some((text) => text.includes(`'${name}'`))).toBe(true)
  })
})

describe('the catalogue', () => {
  test('has no property that accepts a name, an email, a phone, a card number or a token', () => {
    const personal = [
      'Мария',
      'Maria Petrova',
      'maria@mail.example',
      '+79051234567',
      '79051234567',
      '9051234567',
      '2990123412341234',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    ]
    const all = [
      ...Object.entries(events).map(([name, { properties }]) => [name, properties] as const),
      ...viewNames.map((name) => [name, viewProperties(name)] as const),
    ]
    for (const [name, properties] of all)
      for (const [key, shape] of Object.entries(properties.shape as Record<string, z.ZodType>))
        for (const value of personal) {
          const { data } = shape.safeParse(value)
          expect(JSON.stringify(data) ?? '', `${name}.${key}`).not.toContain(value)
        }
  })

  test('rejects an event with a property that it does not declare', () => {
    const { properties } = events['TabBar:Tap']
    expect(properties.safeParse({ tab: 'qr' }).success).toBe(true)
    expect(properties.safeParse({ tab: 'qr', phone: '79051234567' }).success).toBe(false)
  })
})

/** Every view with the paths of its screens. */
const views = `
  landing / · document /program-loyalty /terms /pdn /details /contacts /cookie-policy /accessibility
  login /login · login_code /login/code · login_pause /login/pause · install /install
  registration /registration · profile_incomplete /profile/incomplete · onboarding /onboarding/:step?
  today /today · card /qr · card_elsewhere /qr/elsewhere · coupons /coupons /actions/coupons
  coupon /coupons/:favoriteId /actions/coupons/:favoriteId · actions /actions
  offers /actions/offers · offer /actions/offers/:code · deadlines /deadlines · profile /profile
  search /search · categories /categories · catalogue /catalog · category /catalog/:category
  product /product/:product · reviews /product/:product/reviews
  stores /stores · store /stores/:storeCode · not_me /profile/not-me · my_data /profile/my-data
  profile_edit /profile/edit · stars /profile/stars · cards /profile/cards
  cards_add /profile/cards/add · notification /profile/notification
  push_instruction /profile/push-instruction · legal /profile/legal
  purchases /profile/purchases · transactions /profile/transactions
  transactions_search /profile/transactions/search · transaction /profile/transactions/:id
  buy_again /profile/transactions/:id/again · rate /profile/rate
  rate_purchase /profile/rate/:id · survey /profile/survey/:surveyId · till /qr/till
  card_print /qr/print · login_error · not_found · error`

describe('a view event made from an address', () => {
  test('1.13, 1.14, 1.15, 1.16, 1.17, 2.65, 2.66: has the name of the screen', () => {
    const pathsOf = new Map(viewNames.map((name): [string, string[]] => [name, [name]]))
    for (const { id, path } of addresses) {
      const shown = viewOfRoute(id, new URL(`https://april.example/${path}`))
      if (shown) pathsOf.get(shown.view)?.push(`/${path}`)
    }
    const found = [...pathsOf.values()].map((each) => each.join(' '))
    expect(found.sort()).toEqual(
      views
        .split(/[·\n]/)
        .flatMap((each) => each.trim() || [])
        .sort(),
    )
  })

  test('contains only declared properties of any address, and never throws', () => {
    const { view, properties } = viewOfRoute(
      'catalogue/product/product.screen',
      new URL('https://april.example/product/1000012-moloko?q=Мария'),
    )!
    expect(viewProperties(view).parse(properties)).toEqual({ good_id: '1000012' })
    expect(
      viewOfRoute('stores/points.resource', new URL('https://april.example/stores/points')),
    ).toBeNull()
    expect(viewOfRoute('constructor', new URL('https://april.example/'))).toBeNull()
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        for (const [route, { view: name }] of Object.entries(screens)) {
          const read = viewOfRoute(route, new URL(`https://april.example${path}?${query}`))
          if (name === null || name === 'onboarding') continue
          expect(viewProperties(name).safeParse(read?.properties).success, route).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('an anonymous path', () => {
  test.each([
    ['/promo/summer-2.html?phone=79051234567#x', '/promo/summer-2.html'],
    ['/a.data', '/a'],
    ['/79051234567', '/:value'],
    ['/maria@mail.example/x', '/:value/x'],
    ['/%D0%9C%D0%B0%D1%80%D0%B8%D1%8F', '/:value'],
  ])('of %s is %s', (address, path) => expect(anonymousAddress(address)).toBe(path))
})
