import { expect, test } from 'vitest'

import { env } from '~/platform/env.server'

import { webManifest } from './manifest.resource'

test.each([
  ['Причал море🇷🇺', 'Причал море'],
  ['Причал море 🌊', 'Причал море'],
  ['Апрель', 'Апрель'],
])('the short name of an operator’s «%s» ends with a whole letter', (name, short) => {
  const { brand, PUBLIC_ORIGIN } = env()
  const pack = { ...brand, data: { ...brand.data, name: 'Другой' } }
  expect(webManifest(name, pack, PUBLIC_ORIGIN).short_name).toBe(short)
})

test('2.48, 1.1: starts the installed app at the root with `source=pwa`, in Russian', () => {
  const { BRAND_NAME, brand, PUBLIC_ORIGIN } = env()
  expect(webManifest(BRAND_NAME, brand, PUBLIC_ORIGIN)).toMatchObject({
    start_url: '/?source=pwa',
    scope: '/',
    display: 'standalone',
    lang: 'ru',
  })
})
