import { afterEach, beforeEach, expect, vi } from 'vitest'

import { showBrand } from '../app/lib/shown-brand'
import brand from '../brands/april/brand.json' with { type: 'json' }

// As every process does when it starts; the pictures of the pack are not needed for it.
const { currency, tabs, colours } = brand
showBrand({
  currency,
  tabs,
  grounds: { light: colours.light.bg, dark: colours.dark.bg },
  logo: null,
  font: '/fonts/main.woff2',
  icons: '/assets/icons-00000000.svg',
})

// What would be lost in a shopper's console fails the test that caused it.
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
})
