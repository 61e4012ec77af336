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
