import { expect } from 'vitest'

import { handsOf, type Engine } from './engine'
import type { Site } from './site'

/** A shopper’s day, from the first visit to signing out, by what is seen alone. */
export async function spendDay(engine: Engine, site: Site, isScripted: boolean): Promise<void> {
  const hands = handsOf(engine)
  const { press, fill, at, see } = hands
  const phone = site.newcomer()

  await engine.open(site.origin)
  await press('button', /^Отказаться$/)
  await hands.gone('button', /^Отказаться$/)
  await press('link', /^Войти$/)
  await see(/Вход/)
  await fill(/^Номер телефона/, phone.slice(1))
  await press('button', /^Получить код$/)
  await see(/Код из СМС/)
  await fill(/^Пять цифр/, site.sandbox.inbox.lastCode(phone) ?? '')
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
  await hands.until('a code that can be scanned', () => hasCode(engine))

  await press('link', /^Купоны$/)
  await at(/^\/coupons$/)
  await press('button', /^Активировать/)
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
  await press('link', /^Имя и почта/)
  await at(/^\/profile\/edit$/)
  await press('link', /^Профиль$/)
  await at(/^\/profile$/)
  await press('button', /^Выйти$/)
  await at(/^\/$/)

  expect(site.sandbox.state.user(phone).firstName).toBe('Анна')
  expect(engine.faults()).toEqual([])
  expect(site.log()).not.toContain('a page failed"')
  expect(site.log()).not.toContain('csp')
}

/** Run in the page: the card's code is drawn, and large enough to scan. */
export function hasCode(engine: Engine): Promise<boolean> {
  return engine.evaluate(() => {
    const drawing = document.querySelector('[aria-label="QR-код карты для кассы"]')
    return (drawing?.getBoundingClientRect().width ?? 0) >= 150
  })
}
