import { expect } from 'vitest'

import { getHands, type Engine } from './engine'
import type { Site } from './site'

/** A shopper's day from the first visit to signing out, using visible things only. */
export async function spendDay(engine: Engine, site: Site, isScripted: boolean): Promise<void> {
  const hands = getHands(engine)
  const { press, go, fill, at, see } = hands
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
  // With a script the fifth digit submits the code.
  if (!isScripted) await press('button', /^Продолжить$/)

  await at(/^\/registration$/)
  await fill(/^Имя/, 'Анна')
  await press('field', /^Даю согласие на обработку/)
  await press('button', /^Завести карту$/)
  await at(/^\/onboarding\/1$/)
  await press('link', /^Пропустить$/)
  await see(/Здравствуйте, Анна!/)

  await go('link', /^Карта$/, /^\/qr$/)
  await hands.until('a code that can be scanned', () => hasCode(engine))

  await go('link', /^Купоны$/, /^\/coupons$/)
  await press('button', /^Активировать: /)
  await see(/Купон активирован/)

  await go('link', /^Акции$/, /^\/actions$/)
  await go('link', /^Задания/, /^\/actions\/offers$/)
  await press('button', /^Участвовать/)
  await see(/Вы участвуете/)

  await go('link', /^Главная$/, /^\/today$/)
  await fill(/^Найти товар/, 'молоко')
  await press('button', /^Найти$/)
  await at(/^\/search$/)
  await go('product', /./, /^\/product\//)
  await go('link', /^в этом магазине$/, /^\/stores\//)
  await see(/Понедельник/)

  await go('link', /^Профиль$/, /^\/profile$/)
  await go('link', /^Имя и почта/, /^\/profile\/edit$/)
  await go('link', /^Профиль$/, /^\/profile$/)
  // A page requested when the session ended shows the sign-in form.
  await go('button', /^Выйти$/, /^\/(login)?$/)

  expect(site.sandbox.state.user(phone).firstName).toBe('Анна')
  expect(engine.faults()).toEqual([])
  expect(site.log()).not.toContain('a page failed"')
  expect(site.log()).not.toContain('csp')
}

/** Runs in the page: the card's code is drawn, and large enough to scan. */
export function hasCode(engine: Engine): Promise<boolean> {
  return engine.evaluate(() => {
    const drawing = document.querySelector('[aria-label="QR-код карты для кассы"]')
    return (drawing?.getBoundingClientRect().width ?? 0) >= 150
  })
}
