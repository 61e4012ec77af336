import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { action as consent } from '../welcome/consent.action'
import { action, loader } from './events.resource'

const { visitor } = testContext()

const batch = (changes: object = {}) =>
  JSON.stringify({
    batch: crypto.randomUUID(),
    sentAt: 1000,
    events: [{ id: crypto.randomUUID(), at: 900, name: 'TabBar:Tap', properties: { tab: 'qr' } }],
    ...changes,
  })

async function agreed() {
  const guest = await visitor()
  await guest.send(consent, '/consent', { choice: 'accepted' })
  return (text: string) => guest.send(action, '/events', text)
}

test('answers 404 to a GET', async () => {
  expect((await (await visitor()).load(loader, '/events')).status).toBe(404)
})

test('answers 204 without reading the body or setting the id cookie when consent is absent', async () => {
  const { send, jar } = await visitor()
  expect((await send(action, '/events', 'no JSON at all')).status).toBe(204)
  expect([...jar.keys()]).not.toContain('v1_uuid')
})

test('answers 204 to a batch and to its repetition, and 400 to an invalid batch', async () => {
  const post = await agreed()
  const text = batch()
  expect((await post(text)).status).toBe(204)
  expect((await post(text)).status).toBe(204)
  const { events } = JSON.parse(text) as { events: object[] }
  const long = (count: number) => batch({ events: Array(count).fill(events[0]) })
  for (const odd of ['', '{', '[]', batch({ events: [] }), batch({ batch: '1' }), long(51)])
    expect((await post(odd)).status).toBe(400)
  expect((await post(long(50))).status).toBe(204)
})

test('answers 429 to the sixty-first batch within a minute', async () => {
  const post = await agreed()
  // The first batch gives the browser its id.
  await post(batch())
  const responses = await Promise.all(Array.from({ length: 60 }, () => post(batch())))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
})
