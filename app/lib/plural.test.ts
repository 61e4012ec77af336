import { expect, test } from 'vitest'

import { plural } from './numbers'

test.each([
  [1, 'звезда'],
  [2, 'звезды'],
  [11, 'звёзд'],
  [21, 'звезда'],
  [-1, 'звезда'],
  [1.5, 'звезды'],
])('uses for the count %d the form «%s»', (count, expected) => {
  expect(plural(count, 'звезда', 'звезды', 'звёзд')).toBe(expected)
})

test('matches Intl.PluralRules, which takes a page time to create', () => {
  const rules = new Intl.PluralRules('ru')
  const counts = Array.from({ length: 1300 }, (_, at) => at - 150)
  for (const count of [...counts, 1.5, 2.1, -0.5, 1e6 + 11])
    expect(plural(count, 'one', 'other', 'many'), String(count)).toBe(
      rules.select(count).replace('few', 'other'),
    )
})
