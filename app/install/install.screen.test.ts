import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './install.screen'
import { loader as manifest } from './manifest.resource'

const { visitor, shopper } = testContext()

test('recognises a guest and a signed-in shopper', async () => {
  expect((await (await visitor()).load(loader, '/install')).data.isSignedIn).toBe(false)
  expect((await (await shopper()).load(loader, '/install')).data.isSignedIn).toBe(true)
})

test('serves the manifest as its own type, with the start at the landing page', async () => {
  const { data, headers } = await (await visitor()).load(manifest, '/manifest.webmanifest')
  expect(headers.get('Content-Type')).toBe('application/manifest+json')
  expect(data).toMatchObject({ id: '/', start_url: '/?source=pwa', lang: 'ru' })
})
