import { beforeAll, describe, expect, test } from 'vitest'

import { weighedScreens, weighScreens, type ScreenBytes } from '../bench/bytes'
import budget from './bytes-budget.json' with { type: 'json' }

let weighed: Map<string, ScreenBytes>

beforeAll(async () => {
  weighed = new Map((await weighScreens()).map((each) => [each.name, each]))
})

// Bytes as gzip leaves them. docs/performance.md holds the figures of today.
describe.each(weighedScreens.map(({ name }) => name))('the screen «%s»', (name) => {
  const screen = () => weighed.get(name) as ScreenBytes

  test.each(['frameworkJs', 'sharedJs', 'screenJs', 'css', 'html'] as const)(
    'keeps within the budget of its %s',
    (part) => {
      expect(screen()[part].gz).toBeLessThanOrEqual(budget[part])
    },
  )

  test('asks for few files, and says the size of each picture', () => {
    expect(screen().requests).toBeLessThanOrEqual(budget.requests)
    expect(screen().unsizedImages).toEqual([])
    // A page without styles would be light indeed.
    expect(screen().css.gz).toBeGreaterThan(3000)
  })
})
