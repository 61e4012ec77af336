import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { loader } from './install.screen'

const { visitor, shopper } = testContext()

test('recognises a guest and a signed-in shopper', async () => {
  expect((await (await visitor()).load(loader, '/install')).data.isSignedIn).toBe(false)
  expect((await (await shopper()).load(loader, '/install')).data.isSignedIn).toBe(true)
})
