import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { getDelivery } from '../../app/push/messages.server'
import { createPush } from '../../app/push/push.server'
import { createSealer } from '../../app/session/seal.server'
import { SECRET } from '../support/app-process'
import { pushSettings } from '../support/push-settings'
import { spendDay } from './day'
import { getHands } from './engine'
import { findExtensions } from './find-extensions'
import { openFirefox, type Firefox } from './firefox'
import { loseNetwork } from './offline'
import { startPushService } from './push-service'
import { openSite, type Site } from './site'

let site: Site
let engine: Firefox | undefined
beforeAll(async () => {
  site = await openSite(pushSettings)
})
afterEach(async () => {
  await engine?.close()
  engine = undefined
  site.network.turn('fine')
})
afterAll(() => site.close())

describe('a shopper with Firefox', () => {
  test('uses the site without scripts from the first visit to signing out', async () => {
    engine = await openFirefox({ isScripted: false })
    await spendDay(engine, site, false)
  })

  // A content blocker and a password manager, as Debian packages them.
  const extensions = [...findExtensions().values()].filter((folder) => folder !== null)
  test.skipIf(extensions.length === 0)(
    'uses the site with extensions that change pages from the first visit to signing out',
    async () => {
      expect(extensions).toHaveLength(findExtensions().size)
      engine = await openFirefox({ isScripted: true, extensions })
      await spendDay(engine, site, true)
    },
  )

  test('has the card without a network, and is still signed in afterwards', async () => {
    engine = await openFirefox({ isScripted: true })
    await loseNetwork(engine, site)
  })

  test('switches pushes on, gets one, and switches them off', async () => {
    const service = await startPushService()
    try {
      engine = await openFirefox({ isScripted: true, preferences: service.preferences })
      const { press, see, until } = getHands(engine)
      await site.enter(engine)
      await engine.permit(site.origin, 'notifications')
      await engine.open(`${site.origin}/profile/notification`)
      await press('button', /^Включить$/)
      await see(/На этом устройстве пуши включены/)

      const push = createPush({
        VAPID_PUBLIC_KEY: [pushSettings.VAPID_PUBLIC_KEY],
        VAPID_PRIVATE_KEY: [pushSettings.VAPID_PRIVATE_KEY],
        VAPID_SUBJECT: pushSettings.VAPID_SUBJECT,
        PUSH_RELAY_TOKEN: [pushSettings.PUSH_RELAY_TOKEN],
        PUSH_SERVICES: ['updates.push.services.mozilla.com'],
        sealer: createSealer([SECRET]),
        open: service.open,
      })
      const token = enrolledTokens(site).at(-1) ?? ''
      const notification = { title: 'Купон', text: 'На хлеб', url: '/coupons' }
      const delivery = getDelivery({ tokens: [token], notification }, site.origin)
      expect(await push?.send([token], delivery)).toMatchObject([{ result: 'sent' }])
      const { notifications } = engine
      await until('the notification', async () => (await notifications()).length > 0)
      expect(await notifications()).toEqual(['Купон: На хлеб'])

      await press('button', /^Выключить$/)
      await see(/Пуши на этом устройстве/)
      await until('the push service to forget the device', async () => {
        const [delivered] = (await push?.send([token], delivery)) ?? []
        return delivered?.result === 'gone'
      })
    } finally {
      await service.close()
    }
  })
})

/** Push tokens that reached the gateway. */
function enrolledTokens({ sandbox }: Site): string[] {
  return sandbox.calls
    .filter(({ path }) => path.endsWith('/user-device/enroll'))
    .map(({ body }) => (body as { push_token?: string }).push_token ?? '')
}
