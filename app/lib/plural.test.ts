import { expect, test } from 'vitest'

import { plural } from './plural'

test.each([
  [0, 'звёзд'],
  [1, 'звезда'],
  [2, 'звезды'],
  [4, 'звезды'],
  [5, 'звёзд'],
  [11, 'звёзд'],
  [12, 'звёзд'],
  [21, 'звезда'],
  [22, 'звезды'],
  [111, 'звёзд'],
  [1204, 'звезды'],
  [-1, 'звезда'],
  [-5, 'звёзд'],
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
