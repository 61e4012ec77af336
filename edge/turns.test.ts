import { setImmediate as nextRound } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createTurns } from './turns'

test('who comes at once begins one after another, and others come in between', async () => {
  const turn = createTurns()
  const happened: string[] = []
  const all = Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      await turn()
      happened.push(name)
    }),
  )
  for (let round = 0; round < 3; round++) {
    await nextRound()
    happened.push('else')
  }
  await all
  expect(happened).toEqual(['one', 'else', 'two', 'else', 'three', 'else'])
  // And it goes on after a rest.
  await turn()
  await turn()
})
