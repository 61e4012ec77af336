import type { Page } from '@playwright/test'

import type { SandboxServer } from '../../sandbox/server'
import { expect, expectGoodScreen, test } from './fixtures'

test.use({ allowedStatuses: [404, 410, 422] })

const bodiesOf = ({ sandbox }: SandboxServer, endpoint: string) =>
  sandbox.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)

const group = (page: Page, name: string | RegExp) => page.getByRole('group', { name })

test.beforeEach(async ({ phone, signIn, sandbox }) => {
  await signIn(phone)
  sandbox.server.sandbox.calls.length = 0
})

test('a survey is answered: one page without a script, step by step with one', async ({
  page,
  sandbox,
  isScripted,
}) => {
  const next = () => page.getByRole('button', { name: 'Дальше' }).click()
  await page.goto('/profile/rate')
  await expectGoodScreen(page, 'Оценки и опросы — Апрель')
  await page.getByRole('link', { name: 'Как вам в «Апреле»?' }).click()
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
  expect(bodiesOf(sandbox.server, 'POST /v2/poll')).toEqual([
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
  await page.goto('/profile/survey/poll-1')
  await expect(page.getByText('Вы уже ответили')).toBeVisible()
})

test('faults of a survey lead to their questions, and answers stay @no-js', async ({ page }) => {
  await page.goto('/profile/survey/poll-1')
  await page.getByLabel('Раз в неделю').check()
  await group(page, /Чего вам не хватает/)
    .getByRole('textbox')
    .fill('а'.repeat(501))
  await page.getByRole('button', { name: 'Отправить' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveText([
    'Выберите хотя бы один ответ',
    'Поставьте оценку от 1 до 5',
    'Ответ — не длиннее 500 знаков',
  ])
  await expect(page.getByLabel('Раз в неделю')).toBeChecked()
  await expectGoodScreen(page, 'Ошибка: Опрос — Апрель')
})

test('that a survey was shown is told once', async ({ page, sandbox }) => {
  for (let visit = 0; visit < 3; visit += 1) await page.goto('/profile/survey/poll-2')
  await page.goto('/profile/survey/poll-3')
  expect(bodiesOf(sandbox.server, 'POST /v1/user/poll/displayed')).toEqual([
    { pollId: 'poll-2' },
    { pollId: 'poll-3' },
  ])
})

test('a survey that is sent twice is answered once, by its own questions only', async ({
  page,
  sandbox,
  baseURL,
}) => {
  await page.goto('/profile/survey/poll-2')
  const form = {
    formId: await page.locator('[name=formId]').inputValue(),
    'answer.wishes': 'Клубники',
    'answer.how-often': 'option-1',
    pollId: 'poll-3',
    rating: '5',
  }
  const headers = { Origin: baseURL ?? '' }
  const answers = await Promise.all(
    [1, 2].map(() =>
      page.request.post('/profile/survey/poll-2', { headers, form, maxRedirects: 0 }),
    ),
  )
  expect(answers.map((answer) => answer.status())).toEqual([303, 303])
  expect(bodiesOf(sandbox.server, 'POST /v2/poll')).toEqual([
    { pollId: 'poll-2', answers: [{ questionId: 'wishes', text: 'Клубники' }] },
  ])
})

test('answered, expired and unknown surveys are told apart', async ({ page, phone, sandbox }) => {
  const answered = await page.goto('/profile/survey/poll-4')
  expect(answered?.status()).toBe(200)
  await expect(page.getByText('Вы уже ответили')).toBeVisible()
  await expectGoodScreen(page, 'Опрос — Апрель')

  const unknown = await page.goto('/profile/survey/no-such-survey')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Здесь ничего не нашлось' })).toBeVisible()

  sandbox.fail(phone, { endpoint: 'GET /v2/poll', mode: 'status', status: 404, times: 1 })
  const listed = await page.goto('/profile/survey/poll-3')
  expect(listed?.status()).toBe(410)
  await expect(page.getByText('Опрос закончился')).toBeVisible()
  await expectGoodScreen(page, 'Опрос — Апрель')

  await page.goto('/profile/survey/poll-3')
  await expect(page.getByText('Опрос закончился')).toHaveCount(0)
  const { polls } = sandbox.server.sandbox.state.user(phone)
  polls.splice(2, 1)
  const closed = await page.goto('/profile/survey/poll-3')
  expect(closed?.status()).toBe(410)
})

test('a survey that was answered elsewhere in the meantime says so', async ({
  page,
  phone,
  sandbox,
}) => {
  await page.goto('/profile/survey/poll-2')
  sandbox.fail(phone, {
    endpoint: 'POST /v2/poll',
    mode: 'status',
    status: 422,
    body: { code: 'validationError' },
  })
  await page.getByRole('textbox').fill('Ничего')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Вы уже ответили')).toBeVisible()
})

test('a purchase is rated from its receipt, once', async ({ page, phone, sandbox, isScripted }) => {
  const { transactions } = sandbox.server.sandbox.state.user(phone)
  const purchase = transactions.find(({ hasPoll }) => hasPoll)
  await page.goto(`/profile/transactions/${purchase?.id}`)
  await page.getByRole('link', { name: 'Оценить' }).click()
  await expect(page.getByRole('heading', { name: 'Как прошла покупка?' })).toBeVisible()
  await expectGoodScreen(page, 'Оценка покупки — Апрель')
  // By the keyboard: the figure that is seen is drawn over the radio itself.
  await page.getByLabel('5', { exact: true }).focus()
  await page.keyboard.press('Space')
  if (isScripted) {
    await page.getByRole('button', { name: 'Дальше' }).click()
    await page.getByRole('button', { name: 'Дальше' }).click()
  }
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page).toHaveURL('/profile/rate')
  await expect(page.getByText('Спасибо! Оценка отправлена')).toBeVisible()
  const sent = sandbox.server.sandbox.calls.filter(
    ({ endpoint }) => endpoint === 'POST /v1/transaction/{id}/poll',
  )
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    [
      `/webgate/v1/transaction/${purchase?.id}/poll`,
      { answers: [{ questionId: 'visit', rating: 5 }] },
    ],
  ])
  await page.goto(`/profile/rate/${purchase?.id}`)
  await expect(page.getByText('Оценка уже не нужна')).toBeVisible()
  const missing = await page.goto('/profile/rate/t000')
  expect(missing?.status()).toBe(404)
})
