import { expect, test } from 'vitest'

import { readBrandPack } from '../../app/brand/brand-pack.server'
import { ogHtml } from './pictures'
import { leftovers, readCurrency } from './texts'

const { data } = readBrandPack().pack!
const forms = Object.keys(data.currency)

test.each(['балл', 'балл,балла', 'балл,,баллов,баллы,баллам,баллами,баллах'])(
  'names the missing form of the currency in «%s»',
  (text) => {
    expect(() => readCurrency(text, forms)).toThrow(
      /7 forms .*one, few, many.*'балл,балла,баллов,баллы,баллам,баллами,баллах'/,
    )
  },
)

test('accepts seven forms', () => {
  expect(readCurrency('a, b,c,d,e,f,g', forms)).toMatchObject({ one: 'a', few: 'b' })
})

test('names each word of the default brand with its file', () => {
  const text = leftovers('/brands/own/brand.json', data)
  expect(text).toContain('/brands/own/brand.json')
  for (const name of Object.values(data.storeTypes)) expect(text).toContain(`«${name}»`)
})

test('the picture for messengers has name and mark', () => {
  const html = ogHtml({
    name: 'Рога & копыта',
    currency: data.currency,
    colours: data.colours,
    logo: '<svg id="own-mark"/>',
    hero: '',
    pattern: '',
    fontFace: '',
    shortcutIcons: { card: '', coupons: '', stores: '' },
  })
  expect(html).toContain('Рога &#38; копыта')
  expect(html).toContain(Buffer.from('<svg id="own-mark"/>').toString('base64'))
})
