import { expect, test } from 'vitest'

import type { CaptchaVerdict } from '~/gateways/captcha-check.server'
import { createMemoryStore } from '~/shared-state/shared-store.server'
import { judgeAnswer } from './captcha.server'

/** More refused tokens than the memory of a process has room for. */
const FLOOD = 10_000

/** A visitor; the provider accepts a solved token as often as it is asked. */
function visitor(now = () => 1) {
  let calls = 0
  const captcha = {
    isOffered: true,
    isVerifiable: true,
    async verify(token: string): Promise<CaptchaVerdict> {
      calls += 1
      return token.startsWith('solved') ? 'right' : 'wrong'
    },
    close: async () => undefined,
  }
  const context = {
    services: { captcha, store: createMemoryStore(now) },
    visit: { address: '203.0.113.7' },
  } as unknown as Parameters<typeof judgeAnswer>[0]
  return { judge: (token: string) => judgeAnswer(context, token), calls: () => calls }
}

test('a flood of refused captcha tokens makes no room for a used one', async () => {
  const { judge } = visitor()
  expect(await judge('solved')).toBe('right')
  for (let count = 0; count < FLOOD; count++) expect(await judge(`forged ${count}`)).toBe('wrong')
  expect(await judge('solved')).toBe('wrong')
})

test('a captcha token is accepted once in five minutes, also in parallel, and a used one costs no call', async () => {
  let now = 1
  const { judge, calls } = visitor(() => now)
  const verdicts = await Promise.all([judge('solved'), judge('solved'), judge('solved')])
  expect(verdicts.sort()).toEqual(['right', 'wrong', 'wrong'])
  const before = calls()
  now = 299_000
  expect(await judge('solved')).toBe('wrong')
  expect(calls()).toBe(before)
  expect(await judge('')).toBe('none')
  // The provider refuses it from now on.
  now = 301_000
  expect(await judge('solved')).toBe('right')
})
