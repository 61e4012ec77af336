import { expect, test } from 'vitest'
import { readFaults } from './message.mjs'

const one = { files: 1 }

test.each([
  'Resolve the caller before acquiring slots',
  'Address the review',
  'Feed the parser in chunks',
  'Embed the font',
  `A${'b'.repeat(71)}`,
])('accepts the subject %j', (subject) => {
  expect(readFaults(subject, one)).toEqual([])
})

test.each([
  ['', /missing/],
  [`A${'b'.repeat(72)}`, /73 characters, at most 72/],
  ['resolve the caller', /capital letter/],
  ['Resolves the caller', /imperative.*“Resolves”/],
  ['Resolved the caller', /imperative/],
  ['Resolving the caller', /imperative/],
  ['Resolve the caller.', /period/],
  ['Resolve the caller\nbefore slots', /after the subject is empty/],
])('refuses the subject %j', (message, fault) => {
  expect(readFaults(message, one)).toEqual([expect.stringMatching(fault)])
})

test('asks for a body when several files change, except in a merge', () => {
  const several = { files: 2 }
  expect(readFaults('Add a limit', several)).toEqual([expect.stringMatching(/2 files.*why/)])
  expect(readFaults('Add a limit\n\nReviewed-by: A Person', several)).toHaveLength(1)
  expect(readFaults('Add a limit\n\nWithout it one client takes all.', several)).toEqual([])
  expect(readFaults('Merge the limit', { ...several, isMerge: true })).toEqual([])
})
