// Pages that stay white in the dark theme need dark text and links.
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator } from '@playwright/test'

import { expect, expectGoodScreen, test } from './fixtures'

const NOTICE = 'Сегодня кассы работают до девяти'
const content = mkdtempSync(join(tmpdir(), 'april-content-'))
writeFileSync(join(content, 'notice.json'), JSON.stringify({ text: NOTICE, link: '/contacts' }))
// The application reads a file a second after its last change.
utimesSync(join(content, 'notice.json'), 0, 0)

test.use({ appSettings: { CONTENT_DIR: content }, colorScheme: 'dark', allowedStatuses: [503] })

const getColour = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

test('the till without a code has enough contrast in the dark theme, and a focus ring as dark as its links', async ({
  page,
  phone,
  sandbox,
  walk,
  enter,
}) => {
  await enter('Карта')
  sandbox.fail(phone, { endpoint: 'GET /v1/user/totp', mode: 'status', status: 500 })
  await walk('Показать на кассе')
  const retry = page.getByRole('link', { name: 'Повторить' })
  await expect(retry).toBeVisible()
  await expectGoodScreen(page, 'Карта на кассе — Апрель')
  // A focus ring on white is as dark as a link's text.
  await retry.focus()
  expect(await getColour(retry, '--color-focus')).toBe(await getColour(retry, '--color-primary'))
})

test('a notice above the printed card has enough contrast in the dark theme', async ({
  page,
  enter,
}) => {
  await enter('Карта', 'Карта на бумаге и в кошельке', 'Карта для печати')
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expectGoodScreen(page, 'Карта для печати — Апрель')
})
