import { expect, test } from 'vitest'

import { readBrandPack } from '../../app/brand/brand-pack.server'
import { ogHtml } from '../../scripts/brand/pictures'
import { leftovers, readCurrency } from '../../scripts/brand/texts'

const { data } = readBrandPack().pack!
const forms = Object.keys(data.currency)

test.each(['балл', 'балл,балла', 'балл,,баллов,баллы,баллам,баллами,баллах'])(
  'lists the seven required forms of the currency for the incomplete text «%s»',
  (text) => {
    expect(() => readCurrency(text, forms)).toThrow(
      /7 forms .*one, few, many.*'балл,балла,баллов,баллы,баллам,баллами,баллах'/,
    )
  },
)

test('accepts seven forms of the currency', () => {
  expect(readCurrency('a, b,c,d,e,f,g', forms)).toMatchObject({ one: 'a', few: 'b' })
})

test('lists the store types that a new brand still has from the default one, with the file to edit', () => {
  const text = leftovers('/brands/own/brand.json', data)
  expect(text).toContain('/brands/own/brand.json')
  for (const name of Object.values(data.storeTypes)) expect(text).toContain(`«${name}»`)
})

test('the preview picture for messengers has the name and the logo of the brand', () => {
  const html = ogHtml({
    name: 'Рога & копыта',
    currency: data.currency,
    colours: data.colours,
    logo: '<svg id="own-mark"/>',
    hero: '',
    pattern: '',
    fontFace: '',
  })
  expect(html).toContain('Рога &#38; копыта')
  expect(html).toContain(Buffer.from('<svg id="own-mark"/>').toString('base64'))
})
