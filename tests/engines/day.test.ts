import { afterAll, afterEach, beforeAll, test } from 'vitest'

import { pushSettings } from '../support/push-settings'
import { spendDay } from './day'
import type { Engine } from './engine'
import { openFirefox } from './firefox'
import { openSite, type Site } from './site'
import { openWebKit } from './webkit'

let site: Site
let engine: Engine | undefined
beforeAll(async () => {
  site = await openSite(pushSettings)
})
afterEach(async () => {
  await engine?.close()
  engine = undefined
})
afterAll(() => site.close())

test.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
])('a shopper with %s uses the site from the first visit to signing out', async (_, open) => {
  engine = await open({ isScripted: true })
  await spendDay(engine, site, true)
})
