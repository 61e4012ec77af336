import type { Page } from '@playwright/test'

import { expect, haveBegun, test } from './fixtures'

const MAX_TABS = 120

/** The name of the focused element, visible or for screen readers. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const name = element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
    return name
      .replace(/[\u00ad\u200b]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  })

/** Presses Tab until an element with this start of its name has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const passed: string[] = []
  for (let each = 0; each < MAX_TABS; each += 1) {
    await page.keyboard.press('Tab')
    // The next page may be loading.
    const name = await focusedName(page).catch(() => '')
    if (name.startsWith(label)) return
    passed.push(name)
  }
  throw new Error(`«${label}» is not among ${passed.join(' · ')}`)
}

/** Presses the element with this start of its name. */
async function press(page: Page, label: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.press('Enter')
}

/** Waits for a screen by its heading, with running scripts. */
async function heading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  if (test.info().project.name !== 'no-js') await page.waitForFunction(haveBegun)
}

test('a shopper uses the site by keyboard from the landing to signing out', async ({
  page,
  sandbox,
  isScripted,
}) => {
  test.setTimeout(120_000)
  const phone = `7901${String(Date.now()).slice(-7)}`
  await page.goto('/')
  await press(page, 'Войти')
  await heading(page, 'Вход')
  await tabTo(page, 'Номер телефона')
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await heading(page, 'Код из СМС')
  await tabTo(page, 'Пять цифр')
  await page.keyboard.type(sandbox.code(phone))
  if (!isScripted) await page.keyboard.press('Enter')

  await heading(page, 'Давайте знакомиться')
  await tabTo(page, 'Имя')
  await page.keyboard.type('Вера')
  await tabTo(page, 'Даю согласие')
  await page.keyboard.press('Space')
  await press(page, 'Завести карту')
  await heading(page, /Вера/)

  await press(page, 'Карта')
  await heading(page, 'Карта')
  await press(page, 'Купоны')
  await heading(page, 'Купоны')
  await press(page, 'Активировать: ')
  await expect(page.getByText('Активен', { exact: true }).first()).toBeVisible()
  await press(page, 'Акции')
  await heading(page, 'Акции')
  await press(page, 'Купите на')
  await heading(page, /^Купите на/)
  await press(page, 'Участвовать')
  await expect(page.getByText('Участвуете').first()).toBeVisible()

  await press(page, 'Главная')
  await heading(page, /Вера/)
  await tabTo(page, 'Найти товар')
  await page.keyboard.type('молоко')
  await page.keyboard.press('Enter')
  await heading(page, 'Поиск')
  await press(page, 'Молоко пастеризованное')
  await heading(page, /^Молоко пастеризованное/)
  await press(page, 'в этом магазине')
  await expect(page).toHaveURL(/\/stores\//)

  await press(page, 'Профиль')
  await heading(page, 'Вера')
  await press(page, 'Выйти')
  await expect(page).toHaveURL('/')
})

const hasFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

test('the focus does not fall back to the body after a control has removed itself @js', async ({
  page,
  phone,
  sandbox,
  walk,
  enter,
}) => {
  sandbox.server.sandbox.state.user(phone).isEmailConfirmed = true
  await enter(/^Каталог/)
  await page.getByRole('button', { name: 'Оставить этот' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Оставить этот' })).toHaveCount(0)
  await hasFocus(page)

  await walk('Главная')
  const response = page.getByRole('button', { name: /^Не сейчас/ })
  const name = (await response.getAttribute('aria-label')) ?? ''
  await response.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await hasFocus(page)

  await walk('Купоны', 'Активные')
  // The address changes a moment before the list of the tab.
  await expect(page.getByRole('link', { name: 'Активные', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.getByRole('article').getByRole('link').first().press('Enter')
  await page.getByRole('button', { name: /^Убрать: / }).press('Enter')
  await expect(page.getByRole('button', { name: /^Активировать: / })).toBeVisible()
  await hasFocus(page)

  await walk('Главная', /^Каталог/, 'Молочные продукты и яйца')
  const count = page.getByText(/^Найдено \d+ товар/)
  const unfiltered = await count.textContent()
  const filters = page.locator('summary').filter({ hasText: 'Фильтры' })
  await filters.focus()
  await page.keyboard.press('Enter')
  const discounted = page.getByRole('checkbox', { name: 'Со скидкой' })
  await discounted.press('Space')
  await expect(page).toHaveURL(/f\.discount=true/)
  await expect(discounted).toBeFocused()
  await page.getByRole('button', { name: 'Показать товары' }).press('Enter')
  await expect(count).not.toHaveText(unfiltered ?? '')
  await hasFocus(page)
  await walk('Главная', /^Каталог/, 'Молочные продукты и яйца')
  const more = page.getByRole('link', { name: 'Показать ещё' })
  while ((await more.count()) > 0) {
    const count = await page.locator('[data-product]').count()
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-product]').nth(count)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the activation of a coupon is announced once to screen readers @js', async ({
  page,
  enter,
}) => {
  await enter('Купоны')
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    const getRegion = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.closest('[role=status], [role=alert]')
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.flatMap(({ target, addedNodes }) => [
          getRegion(target),
          ...[...addedNodes].map((node) =>
            node instanceof Element && node.matches('[role=status], [role=alert]')
              ? node
              : getRegion(node),
          ),
        ]),
      )
      for (const region of regions) {
        const text = region?.textContent?.trim()
        if (text) announced.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const activate = page.getByRole('button', { name: /^Активировать: / })
  const before = await activate.count()
  await activate.first().press('Enter')
  await expect(activate).toHaveCount(before - 1)
  await expect(page.getByRole('status').getByText('активирован')).toBeVisible()
  const announced = await page.evaluate(
    () => (window as unknown as { announced: string[] }).announced,
  )
  expect(announced.filter((text) => /активирован/i.test(text))).toHaveLength(1)
})
