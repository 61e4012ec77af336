import { expect, test } from 'vitest'

import { readBrandPack } from './brand-pack.server'
import { contrastErrors } from './contrast.server'

const { pack } = readBrandPack()
if (!pack) throw new Error('our own brand has errors')
const { colours } = pack.data

test('accepts the default brand’s light, dark and high contrast colours', () => {
  expect(contrastErrors(colours)).toEqual([])
})

test('reports pale text with its background, its theme, its contrast ratio and the required ratio', () => {
  const light = { ...colours.light, 'ink-muted': '#8a8a8a' }
  expect(contrastErrors({ ...colours, light })).toEqual([
    'colours.light: ink-muted on bg is 3.16 : 1, must be at least 4.5 : 1',
    'colours.light: ink-muted on surface is 3.45 : 1, must be at least 4.5 : 1',
    'colours.light: ink-muted on sunken is 2.88 : 1, must be at least 4.5 : 1',
  ])
})

test('requires a ratio of at least 7 : 1 from the colours for more contrast', () => {
  const more = { ...colours.more, primary: colours.light.primary, danger: colours.light.danger }
  const errors = contrastErrors({ ...colours, more })
  expect(errors.length).toBeGreaterThan(0)
  for (const error of errors)
    expect(error).toMatch(/more contrast: \S+ on \S+ is .* at least 7 : 1$/)
})
