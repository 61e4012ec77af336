import { expect, it } from 'vitest'

import { createSandbox } from './sandbox'
import { getCaller, signIn } from './testing'

async function as(phone: string) {
  const sandbox = createSandbox()
  const call = getCaller(sandbox)
  const { accessToken } = await signIn(sandbox, call, phone)
  return {
    sandbox,
    ask: (what: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(what, { accessToken, body, headers }),
  }
}

it('the code on the card changes every thirty seconds', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const sandbox = createSandbox({ now: () => now })
  const call = getCaller(sandbox)
  const { accessToken } = await signIn(sandbox, call, '79000000001')
  const code = async () =>
    ((await call('GET /webgate/v1/user/totp', { accessToken })).body as { totp: string }).totp
  const first = await code()
  expect(first).toMatch(/^\d{6,}$/)
  now += 29_000
  expect(await code()).toBe(first)
  now += 1_000
  expect(await code()).not.toBe(first)
})

it('the persona with very much data has long lists', () => {
  const user = createSandbox().state.user('79000000007')
  expect(Array.from(user.firstName)).toHaveLength(300)
  expect(user.cards).toHaveLength(50)
  expect(new Set(user.cards).size).toBe(50)
  expect(user.coupons.length).toBeGreaterThan(200)
  expect(user.transactions.filter(({ type }) => type === 'PURCHASE')).toHaveLength(500)
})

it('a second answer to a survey is refused, and so is an answer without a required question', async () => {
  const { ask } = await as('79000000001')
  const response = (pollId: string, answers: unknown[]) =>
    ask('POST /webgate/v2/poll', { pollId, answers })
  const full = [
    { questionId: 'how-often', optionIds: ['option-1'] },
    { questionId: 'what-you-like', optionIds: ['option-1', 'option-3'] },
    { questionId: 'cleanliness', rating: 4 },
    { questionId: 'wishes', text: 'Больше хлеба' },
  ]
  expect((await response('poll-4', full)).status).toBe(422)
  expect(await response('poll-1', full.slice(1))).toMatchObject({
    status: 422,
    body: { code: 'validationError', fields: [{ name: 'how-often', code: 'required' }] },
  })
  expect((await response('poll-1', full)).status).toBe(204)
  expect((await response('poll-1', full)).status).toBe(422)
  const { body } = await ask('GET /webgate/v2/user/poll')
  expect((body as { polls: { id: string }[] }).polls.map(({ id }) => id)).toEqual([
    'poll-2',
    'poll-3',
  ])
})
