import type { Page, Worker } from '@playwright/test'

import { awaitWorker, expect, expectGoodScreen, openAddress, openLogin, test } from './fixtures'

const qr = 'QR-код карты для кассы'

/** A browser that blocks all site data: every access to a storage throws. */
async function forbidStorage(page: Page) {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse })
    // While a page is parsed, the framework's scroll restoration reads the storage: that logs an error
    // without other effects.
    const { sessionStorage } = window
    Object.defineProperty(window, 'sessionStorage', {
      get: () => (document.readyState === 'loading' ? sessionStorage : refuse()),
    })
    for (const name of ['open', 'has', 'keys', 'match', 'delete'] as const)
      CacheStorage.prototype[name] = (async () => refuse()) as never
  })
}

/** A phone without space: stored data can be read, but nothing can be added. */
async function fillStorage(page: Page) {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Quota exceeded.', 'QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    Cache.prototype.put = Cache.prototype.add = (async () => refuse()) as never
  })
}

const storages = [
  {
    name: 'is forbidden',
    spoil: forbidStorage,
    text: /Браузер не разрешает сайту хранить данные/,
  },
  { name: 'is full', spoil: fillStorage, text: /На этом устройстве не хватает места/ },
]

test.describe('a storage that @js @whole', () => {
  test.use({ serviceWorkers: 'allow' })

  for (const { name, spoil, text } of storages)
    test(`${name} disables the offline card only, and the installation page shows the reason`, async ({
      page,
      walk,
      enter,
    }) => {
      await spoil(page)
      await enter('Купоны')
      await expect(page.getByRole('heading', { level: 1, name: 'Купоны' })).toBeVisible()
      await walk('Карта')
      await expect(page.getByRole('img', { name: qr })).toBeVisible()
      await walk('Показать на кассе')
      await expect(page.getByRole('img', { name: qr })).toBeVisible()
      await walk('Обычный вид', 'Профиль', /^Карта на экране телефона/)
      await expect(page.getByText('Карта без сети не откроется')).toBeVisible()
      await expect(page.getByText(text)).toBeVisible()
      await expectGoodScreen(page, 'Установка — Апрель')
      await walk('Профиль')
      await page.getByRole('button', { name: 'Выйти' }).click()
      await expect(page).toHaveURL('/')
    })

  test('is forbidden causes no error report at sign-in', async ({ page }) => {
    const reports: unknown[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/errors') reports.push(request.postDataJSON())
    })
    await forbidStorage(page)
    await openLogin(page)
    // Errors are reported by the deferred scripts.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/idle-/.test(name)),
    )
    await page.waitForLoadState('networkidle')
    expect(reports).toEqual([])
  })

  test('fails under a running worker serves pages and files from the network', async ({
    page,
    context,
    enter,
  }) => {
    await enter()
    await awaitWorker(page)
    const worker = context.serviceWorkers()[0] as Worker
    await worker.evaluate(() => {
      const refuse = async () => {
        throw new DOMException('Access is denied.', 'SecurityError')
      }
      for (const name of ['open', 'has', 'keys', 'match', 'delete'] as const)
        CacheStorage.prototype[name] = refuse as never
    })
    for (const path of ['/today', '/qr', '/qr/till']) {
      await openAddress(page, path, 'each screen in turn')
      await expect(page.getByRole('img', { name: qr })).toBeVisible()
      expect(await page.evaluate(() => '__remixRouter' in window)).toBe(true)
    }
  })
})

test('the installed application requests persistent storage once for its tab, and after its installation @js', async ({
  page,
  enter,
}) => {
  await page.addInitScript(() => {
    const all = window.matchMedia.bind(window)
    window.matchMedia = (query) =>
      query.includes('standalone') ? ({ ...all(query), matches: true } as never) : all(query)
    StorageManager.prototype.persist = async () => {
      localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}x`)
      return false
    }
  })
  const asked = () => page.evaluate(() => localStorage.getItem('asked'))
  await enter()
  await expect.poll(asked).toBe('x')
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(await asked()).toBe('x')
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect.poll(asked).toBe('xx')
})
