import fc from 'fast-check'
import { expect, test } from 'vitest'

import { contrastErrors } from '../../app/brand/contrast.server'
import { createColours } from '../../scripts/brand/palette'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('all pairs of colours have enough contrast, for any two brand colours', () => {
  fc.assert(
    fc.property(colour, colour, (first, second) => {
      expect(contrastErrors(createColours(first, second))).toEqual([])
    }),
    {
      numRuns: 150,
      examples: [
        ['#ffffff', '#ffffff'],
        ['#000000', '#000000'],
        ['#ffff00', '#0000ff'],
      ],
    },
  )
})

test('a brand colour with enough contrast stays unchanged', () => {
  const { light } = createColours('#14418b', '#ffb35c')
  expect(light.primary).toBe('#14418b')
  expect(light.plate).toBe('#14418b')
  expect(light.accent).toBe('#ffb35c')
})
