import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action } from './logout.action'

const { visitor, shopper } = testContext()

test('4.18: redirects to a new document after signing out, and refuses a copy of the cookie', async () => {
  const { jar, send } = await shopper()
  const thief = await visitor()
  for (const [name, value] of jar) thief.jar.set(name, value)
  const { location, headers } = await send(action, '/logout')
  expect(location).toBe('/')
  expect(headers.get('X-Remix-Reload-Document')).toBe('true')
  expect([...jar.keys()].filter((name) => /v1_(jwt|card)$/.test(name))).toEqual([])
  expect((await thief.with(({ session }) => session.isSignedIn())).data).toBe(false)
})

test('accepts a sign-out of a guest', async () => {
  expect((await (await visitor()).send(action, '/logout')).location).toBe('/')
})
