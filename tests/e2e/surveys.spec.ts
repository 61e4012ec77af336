import type { Page } from '@playwright/test'

import type { SandboxServer } from '../../sandbox/server'
import { expect, expectGoodScreen, openAddress, test } from './fixtures'

test.use({ allowedStatuses: [422] })

const getBodies = ({ sandbox }: SandboxServer, endpoint: string) =>
  sandbox.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)

const group = (page: Page, name: string | RegExp) => page.getByRole('group', { name })

test.beforeEach(async ({ signIn, sandbox }) => {
  await signIn()
  sandbox.server.sandbox.calls.length = 0
})

test('a survey has all questions on one page without a script, and one at a time with a script', async ({
  page,
  phone,
  sandbox,
  isScripted,
  walk,
}) => {
  const next = () => page.getByRole('button', { name: 'Дальше' }).click()
  // Tips are shown one at a time: that of an unconfirmed address would come first.
  sandbox.server.sandbox.state.user(phone).isEmailConfirmed = true
  await walk('Ответить')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Как вам в «Апреле»?')
  await expectGoodScreen(page, 'Опрос — Апрель')

  if (isScripted) {
    await expect(page.getByText('Вопрос 1 из 5')).toBeVisible()
    await next()
    await expect(page.getByText('Выберите один ответ')).toBeVisible()
    await expect(page.getByText('Вопрос 1 из 5')).toBeVisible()
  }
  await group(page, /Как часто/)
    .getByLabel('Раз в неделю')
    .check()
  if (isScripted) await next()
  await group(page, /Что вам у нас/)
    .getByLabel('Цены')
    .check()
  await group(page, /Что вам у нас/)
    .getByLabel('Свежесть')
    .check()
  if (isScripted) {
    await page.getByRole('button', { name: 'Назад' }).click()
    await expect(page.getByLabel('Раз в неделю')).toBeChecked()
    await next()
    await next()
    await expectGoodScreen(page, 'Опрос — Апрель')
  }
  await group(page, /Оцените чистоту/)
    .getByLabel('4')
    .check({ force: true })
  if (isScripted) {
    await next()
    await next()
  }
  await group(page, /Чего вам не хватает/)
    .getByRole('textbox')
    .fill(' Хлеба \n и рыбы ')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page).toHaveURL('/profile/rate')
  await expect(page.getByText('Спасибо! Ответы отправлены')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Как вам в «Апреле»?' }),
  ).toHaveCount(0)
  await expectGoodScreen(page, 'Оценки и опросы — Апрель')
  expect(getBodies(sandbox.server, 'POST /v2/poll')).toEqual([
    {
      pollId: 'poll-1',
      answers: [
        { questionId: 'how-often', optionIds: ['option-2'] },
        { questionId: 'what-you-like', optionIds: ['option-1', 'option-3'] },
        { questionId: 'cleanliness', rating: 4 },
        { questionId: 'wishes', text: 'Хлеба \n и рыбы' },
      ],
    },
  ])
  // The survey that the link of the e-mail opens.
  await openAddress(page, '/profile/survey/poll-1', 'a shared link')
  await expect(page.getByText('Вы уже ответили')).toBeVisible()
})
