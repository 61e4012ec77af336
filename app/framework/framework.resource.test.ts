import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader as buildMeta } from '~/operator/build-meta.resource'
import { loader as notFound } from './not-found.screen'
import { action as reloadPost, loader as reload } from './reload.resource'

const { visitor } = testContext()

test.each([
  ['/reload?to=/qr', '/qr'],
  ['/reload?to=https://evil.example', '/'],
  ['/reload', '/'],
])('%s makes the browser load %s as a document', async (path, to) => {
  const { load, send } = await visitor()
  for (const response of [await load(reload, path), await send(reloadPost, path)]) {
    expect(response.location).toBe(to)
    expect(response.headers.get('X-Remix-Reload-Document')).toBe('true')
  }
})

test('7.20: returns the id and the rules of the present build, and 404 for another build', async () => {
  const { load } = await visitor()
  const look = (file: string) => load(buildMeta, `/builds/meta/${file}`, { file })
  expect((await look('test.json')).data).toEqual({ buildId: 'test', rules: [] })
  expect((await look('another.json')).status).toBe(404)
})

test('responds with 404 to any other address', async () => {
  expect((await (await visitor()).load(notFound, '/no-such-page')).status).toBe(404)
})
