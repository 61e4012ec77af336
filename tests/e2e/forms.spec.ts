import type { Page } from '@playwright/test'

import { products } from '../../sandbox/data/products'
import {
  expect,
  holdRequests,
  holdScripts,
  openAddress,
  openLogin,
  passLogin,
  sendPhone,
  test,
} from './fixtures'

test.use({ allowedStatuses: [422] })

const summary = (page: Page) => page.getByRole('alert')

test('a refused field loses its error once it is valid @js', async ({ page }) => {
  await openLogin(page)
  await sendPhone(page, '123')
  const phone = page.getByLabel('Номер телефона')
  await expect(phone).toBeFocused()
  await expect(page).toHaveTitle(/^Ошибка: /)
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await phone.fill('900 123')
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await phone.pressSequentially(' 45 67')
  await expect(phone).toHaveAttribute('aria-invalid', 'false')
  await expect(page).toHaveTitle(/^Вход/)
  // An invalid value shows the error again, and leaves the focus.
  await phone.press('Backspace')
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(phone).toBeFocused()
})

test('a changed month clears the error of the day, and typing updates the error of the e-mail @js', async ({
  page,
  sandbox,
}) => {
  const phone = '79010000911'
  await openLogin(page)
  await passLogin(page, phone, () => sandbox.code(phone))
  await expect(page).toHaveURL('/registration')
  await page.getByLabel('День').fill('31')
  await page.getByLabel('Месяц').fill('2')
  await page.getByLabel('Год').fill('1985')
  await page.getByLabel('Электронная почта').fill('почта')
  await page.getByRole('button', { name: 'Завести карту' }).click()
  await expect(page.getByRole('link', { name: 'Такого дня в этом месяце нет' })).toBeVisible()
  for (const [label, value] of [
    ['День', '31'],
    ['Год', '1985'],
    ['Электронная почта', 'почта'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveValue(value)
  await page.getByLabel('Месяц').fill('3')
  await expect(page.getByLabel('День')).not.toHaveAttribute('aria-invalid', 'true')
  const mail = page.getByLabel('Электронная почта')
  await mail.fill('почта@')
  await expect(mail).toHaveAttribute('aria-invalid', 'true')
  await mail.fill('anna@example.ru')
  await expect(mail).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('обработку персональных данных').check()
  await page.getByLabel('Имя').fill('Анна')
  await expect(summary(page)).toHaveCount(0)
})

test('a phone filled in before hydration without an event passes validation and is sent @js', async ({
  page,
}) => {
  await openLogin(page)
  const release = await holdScripts(page)
  const opened = page.reload()
  // As a password manager does: without an event.
  const field = page.getByLabel('Номер телефона')
  await field.evaluate((input: HTMLInputElement) => void (input.value = '900 123 45 67'))
  release()
  await opened
  await page.waitForLoadState('networkidle')
  await expect(field).toHaveValue('900 123 45 67')
  await field.press('Enter')
  await expect(page).toHaveURL('/login/code')
})

test('a refused field that a password manager corrects loses its error @js', async ({ page }) => {
  const field = page.getByLabel('Номер телефона')
  const correct = (eventName?: string) =>
    field.evaluate((input: HTMLInputElement, name) => {
      input.value = '900 123 45 67'
      if (name) input.dispatchEvent(new Event(name, { bubbles: true }))
    }, eventName)
  await openLogin(page)
  await sendPhone(page, '123')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await correct('change')
  await expect(field).toHaveAttribute('aria-invalid', 'false')
  // Before hydration its events have no listener.
  const release = await holdScripts(page)
  const opened = page.reload()
  await sendPhone(page, '123')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await correct()
  release()
  await opened
  await expect(field).toHaveAttribute('aria-invalid', 'false')
})

test('a text too long for its field stays refused until it fits @js', async ({ page, signIn }) => {
  await signIn()
  const product = products.find(({ isForAdults }) => !isForAdults)!
  await openAddress(page, `/product/${product.id}-${product.seoCode}/reviews`, 'a shared link')
  await page.getByRole('radio', { name: '4 из 5, хорошо' }).check()
  const text = page.getByRole('textbox', { name: 'Отзыв', exact: true })
  await text.fill('x'.repeat(3005))
  await page.getByRole('button', { name: 'Отправить отзыв' }).click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('x'.repeat(3001))
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('x'.repeat(3000))
  await expect(text).not.toHaveAttribute('aria-invalid', 'true')
})

test('text typed during a submission stays after its refusal @js', async ({ page, enter }) => {
  await enter('Профиль', /^Имя и почта/)
  const release = await holdRequests(page, /\.data/)
  const mail = page.getByLabel('Электронная почта')
  await mail.fill('почта')
  await mail.press('Enter')
  await page.getByLabel('Имя').fill('Ульяна')
  release()
  await expect(page.getByText(/нет знака @/)).toBeVisible()
  await expect(page.getByLabel('Имя')).toHaveValue('Ульяна')
  await expect(mail).toHaveValue('почта')
})

test('leaving an unsent review asks for confirmation @js', async ({ page, signIn }) => {
  await signIn()
  const product = products.find(({ isForAdults }) => !isForAdults)!
  await openAddress(page, `/product/${product.id}-${product.seoCode}/reviews`, 'a shared link')
  const text = page.getByRole('textbox', { name: 'Отзыв', exact: true })
  const release = await holdScripts(page)
  const opened = page.reload()
  await text.pressSequentially('Вкусно')
  release()
  await opened
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    // A person needs longer than a browser that suppresses dialogues.
    setTimeout(() => void dialog.dismiss(), 300)
  })
  const leave = page.getByRole('link', { name: 'К товару' })
  await leave.click()
  await expect.poll(() => asked).toEqual(['Отзыв не отправлен. Уйти и потерять его?'])
  await expect(text).toHaveValue('Вкусно')
  const closing = await page.evaluate(() => {
    const event = new Event('beforeunload', { cancelable: true })
    // A browser's own event begins with an empty text, and Chrome before 119 reads only this property.
    Object.defineProperty(event, 'returnValue', { value: '', writable: true })
    window.dispatchEvent(event)
    return { isStopped: event.defaultPrevented, returnValue: event.returnValue as unknown }
  })
  expect(closing).toEqual({ isStopped: true, returnValue: true })
  page.once('dialog', (dialog) => void dialog.accept())
  await leave.click()
  await expect(page).toHaveURL(new RegExp(`/product/${product.id}[^/]*$`))
})

test('a browser that suppresses dialogues leaves an unsent review @js', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => (window.confirm = () => false))
  await signIn()
  const product = products.find(({ isForAdults }) => !isForAdults)!
  await openAddress(page, `/product/${product.id}-${product.seoCode}/reviews`, 'a shared link')
  await page.getByRole('textbox', { name: 'Отзыв', exact: true }).pressSequentially('Вкусно')
  await page.getByRole('link', { name: 'К товару' }).click()
  await expect(page).toHaveURL(new RegExp(`/product/${product.id}[^/]*$`))
})
