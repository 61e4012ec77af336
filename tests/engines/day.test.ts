import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { handsOf, type Engine } from './engine'
import { openFirefox } from './firefox'
import { openWebKit } from './webkit'

let sandbox: SandboxServer
let app: AppProcess
let engine: Engine | undefined

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  app = await startApp(sandbox.url)
})
afterEach(async () => {
  await engine?.close()
  engine = undefined
})
afterAll(async () => {
  await app.stop()
  await sandbox.close()
})

const browsers = [
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const
let shoppers = 0

/** Somebody whom the gateways do not know yet. */
function newcomer(): string {
  shoppers += 1
  return `7901555${String(shoppers).padStart(4, '0')}`
}

describe.each(browsers)('a shopper’s day in %s', (_, open) => {
  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    '%s: from the first visit to signing out, by what is seen alone',
    async (_with, isScripted) => {
      engine = await open({ isScripted })
      const hands = handsOf(engine)
      const { press, fill, at, see } = hands
      const phone = newcomer()

      await engine.open(app.origin)
      await press('button', /^Отказаться$/)
      await hands.gone('button', /^Отказаться$/)
      await press('link', /^Войти$/)
      await see(/Вход/)
      await fill(/^Номер телефона/, phone.slice(1))
      await press('button', /^Получить код$/)
      await see(/Код из СМС/)
      await fill(/^Пять цифр/, sandbox.sandbox.inbox.lastCode(phone) ?? '')
      // With a script the fifth digit has sent it already.
      if (!isScripted) await press('button', /^Продолжить$/)

      await at(/^\/registration$/)
      await fill(/^Имя/, 'Анна')
      await press('field', /^Даю согласие на обработку/)
      await press('button', /^Завести карту$/)
      await at(/^\/onboarding\/1$/)
      await press('link', /^Пропустить$/)
      await see(/Здравствуйте, Анна!/)

      await press('link', /^Карта$/)
      await at(/^\/qr$/)
      await hands.until('a code that can be scanned', () => hasCode(engine!))

      await press('link', /^Купоны$/)
      await at(/^\/coupons$/)
      await press('button', /^Активировать: /)
      await see(/Купон активирован/)

      await press('link', /^Акции$/)
      await at(/^\/actions$/)
      await press('link', /^Предложения/)
      await at(/^\/actions\/offers$/)
      await press('button', /^Участвовать/)
      await see(/Вы участвуете/)

      await press('link', /^Главная$/)
      await at(/^\/today$/)
      await fill(/^Найти товар/, 'молоко')
      await press('button', /^Найти$/)
      await at(/^\/search$/)
      await press('product', /./)
      await at(/^\/product\//)
      await press('link', /^в этом магазине$/)
      await at(/^\/stores\//)
      await see(/Понедельник/)

      await press('link', /^Профиль$/)
      await at(/^\/profile$/)
      await press('link', /^Мои данные/)
      await at(/^\/profile\/edit$/)
      await press('link', /^Профиль$/)
      await press('button', /^Выйти$/)
      await at(/^\/$/)

      expect(sandbox.sandbox.state.user(phone).firstName).toBe('Анна')
      expect(engine.faults()).toEqual([])
      expect(app.log()).not.toContain('a page failed"')
      expect(app.log()).not.toContain('csp')
    },
  )
})

/** Run in the page: the card's code is drawn, and large enough to scan. */
function hasCode(engine: Engine): Promise<boolean> {
  return engine.evaluate(() => {
    const drawing = document.querySelector('[aria-label="QR-код карты для кассы"]')
    return (drawing?.getBoundingClientRect().width ?? 0) >= 150
  })
}
