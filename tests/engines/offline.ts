import { hasCode } from './day'
import { getHands, type Engine } from './engine'
import type { Site } from './site'

/** Shows the card of a shopper who has opened it once: without the network, and after it returns. */
export async function loseNetwork(engine: Engine, site: Site): Promise<void> {
  const { go, gone, press, see, until } = getHands(engine)
  const seesCode = () => until('a code that can be scanned', () => hasCode(engine))

  await site.enter(engine)
  await engine.open(`${site.origin}/today`)
  await until('a worker that rules the page', () =>
    engine.evaluate(() => navigator.serviceWorker.controller !== null),
  )
  await go('link', /^Карта$/, /^\/qr$/)
  await seesCode()
  await until('the card to be stored', async () => (await storedOn(engine)).includes('v1_card'))

  site.network.turn('gone')
  for (const path of ['/qr', '/qr/till', '/?source=pwa']) {
    await engine.open(site.origin + path)
    await see(/Сеть не отвечает\. Это последний код/)
    await seesCode()
  }
  await engine.open(`${site.origin}/profile`)
  await see(/Нет связи/)
  await press('link', /^Открыть карту$/)
  await seesCode()

  site.network.turn('fine')
  await press('link', /^Обновить$/)
  await see(/Привязанные карты/)
  await press('link', /^Профиль$/)
  await see(/Имя и почта/)
  // A page requested when the session ended shows the sign-in form.
  await go('button', /^Выйти$/, /^\/(login)?$/)
  await gone('button', /^Выйти$/)
  await until('nothing to be stored', async () => !(await storedOn(engine)).includes('v1_card'))
}

/** Names of the caches; they appear a moment after the page. */
async function storedOn(engine: Engine): Promise<string> {
  return engine.evaluate(() => {
    const page = document.documentElement
    void caches.keys().then((names) => page.setAttribute('data-caches', names.join(' ')))
    return page.getAttribute('data-caches') ?? ''
  })
}
