import { describe, expect, test } from 'vitest'

import { startApp } from '../support/app-process'
import { untilEnd } from '../support/site'
import { createVisitor } from '../support/visitor'

const app = untilEnd(await startApp('http://127.0.0.1:9'))

/** Events of one request, by its id. */
async function getEvents(
  path: string,
  { consent, referer }: { consent?: string; referer?: string } = {},
): Promise<unknown[]> {
  const requestId = `not-found-${crypto.randomUUID()}`
  const visitor = createVisitor(app.origin)
  if (consent) visitor.cookies.set('v1_consent', consent)
  const response = await visitor.get(path, {
    'x-request-id': requestId,
    ...(referer && { referer }),
  })
  expect(response.status).toBe(404)
  await expect.poll(() => app.log()).toMatch(new RegExp(`${requestId}.*"msg":"request"`))
  return app
    .log()
    .split('\n')
    .filter((line) => line.includes(requestId) && line.includes('analytics event'))
    .map((line) => JSON.parse(line).event)
}

const getView = (properties: object) => ({ type: 'page', name: 'not_found', properties })

describe('a view of the 404 screen', () => {
  test('is an event with the address and where it was linked, after consent', async () => {
    const referer = `${app.origin}/terms?phone=79000000001`
    const events = await getEvents('/nowhere?q=79000000001', { consent: 'accepted', referer })
    expect(events).toEqual([getView({ url: '/nowhere', referrer: '/terms' })])
  })

  test('contains only the origin of a referrer from another site', async () => {
    const referer = 'https://search.example/?q=79000000001'
    const events = await getEvents('/nowhere', { consent: 'accepted', referer })
    expect(events).toEqual([getView({ url: '/nowhere', referrer: 'https://search.example' })])
  })

  test('has nothing that a visitor may have typed into the address', async () => {
    const events = await getEvents('/me@mail.example/79000000001/%D0%9C%D0%B0%D1%88%D0%B0/x', {
      consent: 'accepted',
    })
    expect(events).toEqual([getView({ url: '/:value/:value/:value/x', referrer: null })])
  })

  test('is not recorded by the server for a navigation by script', async () => {
    expect(await getEvents('/nowhere.data', { consent: 'accepted' })).toEqual([])
  })
})
