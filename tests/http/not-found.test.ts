import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type AppProcess } from '../support/app-process'
import { createVisitor } from '../support/visitor'

let app: AppProcess

beforeAll(async () => {
  app = await startApp('http://127.0.0.1:9')
})

afterAll(() => app.stop())

/** Events of a request, told apart from others by the id that the request is given. */
async function eventsOf(
  path: string,
  { consent, referer }: { consent?: string; referer?: string } = {},
): Promise<unknown[]> {
  const requestId = `not-found-${crypto.randomUUID()}`
  const visitor = createVisitor(app.origin)
  if (consent) visitor.cookies.set('v1_consent', consent)
  const answer = await visitor.get(path, {
    'x-request-id': requestId,
    ...(referer && { referer }),
  })
  expect(answer.status).toBe(404)
  await expect.poll(() => app.log()).toMatch(new RegExp(`${requestId}.*"msg":"request"`))
  return app
    .log()
    .split('\n')
    .filter((line) => line.includes(requestId) && line.includes('analytics event'))
    .map((line) => JSON.parse(line).event)
}

describe('a view of the 404 screen', () => {
  test('is an event with the address and where it was linked, after consent', async () => {
    const referer = `${app.origin}/terms?phone=79000000001`
    const events = await eventsOf('/nowhere?q=79000000001', { consent: 'accepted', referer })
    expect(events).toEqual([{ name: 'not_found_view', url: '/nowhere', referrer: '/terms' }])
  })

  test('is the same event when a script asked for the page', async () => {
    const events = await eventsOf('/nowhere.data', { consent: 'accepted' })
    expect(events).toEqual([{ name: 'not_found_view', url: '/nowhere', referrer: null }])
  })

  test.each([undefined, 'refused'])('is none with the decision %j', async (consent) => {
    expect(await eventsOf('/nowhere', consent ? { consent } : {})).toEqual([])
  })
})
