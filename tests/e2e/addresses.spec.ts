import { expect, expectGoodScreen, test } from './fixtures'

// Limits of an address: 60 reads a minute, and one sign-in without a captcha.
test.use({ appSettings: { ADDRESS_LIMIT_FACTOR: '0.02' }, allowedStatuses: [422, 429] })

test('a link followed above the request limit of an address opens a page that asks to wait a minute', async ({
  page,
}) => {
  await page.goto('/')
  for (let count = 0; count < 60; count++) await page.request.get('/terms')
  await page.getByRole('link', { name: 'Пользовательское соглашение' }).first().click()
  await expect(page.getByRole('heading', { name: 'Слишком много запросов' })).toBeVisible()
  await expect(page.getByText('Подождите минуту и обновите страницу')).toBeVisible()
  await expectGoodScreen(page, 'Слишком много запросов')
})
