import { afterEach, beforeEach, expect, vi } from 'vitest'

import { showBrand } from '../app/domain/shown-brand'
import brand from '../brands/april/brand.json' with { type: 'json' }

// Sets the brand as every process does at its start, but without the pack's pictures.
const { currency, tabs, colours } = brand
showBrand({
  currency,
  tabs,
  grounds: { light: colours.light.bg, dark: colours.dark.bg },
  logo: null,
  font: '/fonts/main.woff2',
  icons: '/assets/icons-00000000.svg',
})

// A console error, invisible on a phone, fails its test.
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
})
