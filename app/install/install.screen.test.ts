import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './install.screen'
import { loader as manifest } from './manifest.resource'

const { visitor, shopper } = testContext()
const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`

test.each([
  ['17.4', false],
  ['15.8', true],
])('reports for an iPhone with iOS %s that push is missing: %s', async (version, withoutPush) => {
  const { fetch } = await visitor()
  const { data } = await fetch(loader, '/install', { 'User-Agent': iphone(version) })
  expect(data.isSignedIn).toBe(false)
  expect(data.device.pushSupportingIosVersion).toBe(!withoutPush)
})

test('recognises a signed-in shopper', async () => {
  expect((await (await shopper()).load(loader, '/install')).data.isSignedIn).toBe(true)
})

test('serves the manifest as its own type, with the start at the landing page', async () => {
  const { data, headers } = await (await visitor()).load(manifest, '/manifest.webmanifest')
  expect(headers.get('Content-Type')).toBe('application/manifest+json')
  expect(data).toMatchObject({ id: '/', start_url: '/?source=pwa', lang: 'ru' })
})
