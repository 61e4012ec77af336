import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { readBrandPack } from '../../app/brand/brand-pack.server'
import { ogHtml } from '../../scripts/brand/pictures'

const { data } = readBrandPack().pack!

test('a new brand is refused with the seven forms of its currency where one is missing', () => {
  const { status, stderr } = spawnSync(
    'npx',
    [
      ...['tsx', 'scripts/brand-new.ts', '--name', 'Причал', '--colour', '#14418b'],
      ...['--second', '#ffb35c', '--logo', 'brands/april/mark.svg', '--out', 'build/no-brand'],
      ...['--currency', 'балл,,баллов,баллы,баллам,баллами,баллах'],
    ],
    { encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /7 forms .*one, few, many[^]*балл,балла,баллов,баллы,баллам,баллами,баллах/,
  )
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
