import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'

import { spendDay } from './day'
import { pushSettings } from '../support/push-settings'
import { getHands, type Engine } from './engine'
import { loseNetwork } from './offline'
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
  site.network.turn('fine')
})
afterAll(() => site.close())

describe('a shopper with WebKit', () => {
  test('uses the site without scripts from the first visit to signing out', async () => {
    engine = await openWebKit({ isScripted: false })
    await spendDay(engine, site, false)
  })

  test('gets a message that pushes and the installation need another browser', async () => {
    engine = await openWebKit({ isScripted: true })
    const { see } = getHands(engine)
    await site.enter(engine)
    await engine.open(`${site.origin}/profile/notification`)
    await see(/Этот браузер не\sумеет пуши Откройте сайт в свежем Chrome/)
    await engine.open(`${site.origin}/install`)
    await see(/Откройте этот сайт в Chrome, Яндекс Браузере или Edge/)
  })

  test('has the card without a network, and is still signed in afterwards', async () => {
    engine = await openWebKit({ isScripted: true })
    await loseNetwork(engine, site)
  })
})
