import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { ARCHITECTURE, withDiagrams } from '../../scripts/diagrams'

test('the diagrams of the architecture agree with the code', async () => {
  const document = readFileSync(ARCHITECTURE, 'utf8')
  expect(await withDiagrams(document), 'out of date: run `npm run diagrams` and commit it').toBe(
    document,
  )
}, 120_000)
