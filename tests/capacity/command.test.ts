import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

const capacity = (...options: string[]) =>
  spawnSync('npx', ['tsx', 'scripts/capacity.ts', ...options], { encoding: 'utf8' })

test('the command prints containers and calls by endpoint, with the date of its figures', () => {
  const { stdout, status } = capacity('--shoppers', '20000000', '--busiest-hour', '0.12')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Figures of \d{4}-\d\d-\d\d/)
  expect(stdout).toMatch(/\d+ {2}containers for the worst minute/)
  expect(stdout).toContain('POST /v1/auth/token/refresh')
})

test('the command refuses an invalid number of shoppers', () => {
  const { stderr, status } = capacity('--shoppers', 'many')
  expect([status, stderr]).toEqual([2, '--shoppers is a number from 1 on\n'])
})
