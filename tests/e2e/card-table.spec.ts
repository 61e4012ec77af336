import type { BrowserContext, Page } from '@playwright/test'

import { startApp, type AppProcess } from '../support/app-process'
import { deliverPush, shownPushes, tapPush } from '../support/push-delivery'
import type { Network, NetworkCondition } from '../support/network-conditions'
import {
  badStatuses,
  endSession,
  enter,
  keepCard,
  number,
  openings,
  qr,
  test,
  type Sandbox,
} from './bad-network'
import { expect, openAddress } from './fixtures'

// The table «The card at the till» of docs/reference/reliability.md: what fails × how the card is opened.

/**
 * A second for stored data, and 3.5 where a response must be awaited, on a quiet machine (figures in the
 * table). A machine running all tests may take half as long again.
 */
const STORED_MS = 1500
const WAITED_MS = 5000

interface Stage {
  page: Page
  context: BrowserContext
  network: Network
  app: AppProcess
  sandbox: Sandbox
  phone: string
}

type Break = (stage: Stage) => unknown

const turn =
  (condition: NetworkCondition): Break =>
  ({ network }) =>
    network.turn(condition)

/** The hosts of both gateways resolve to nothing: the same site with other settings. */
const loseGateways: Break = async ({ network }) => {
  const app = await startApp('http://gateway.invalid', { PUBLIC_ORIGIN: network.origin })
  network.forwardTo(app.address)
  return () => app.stop()
}

const failCode =
  (mode: 'reset' | 'hang'): Break =>
  ({ sandbox, phone }) =>
    sandbox.fail(phone, { endpoint: 'GET /v1/user/totp', mode })

const unfillProfile: Break = async ({ page, sandbox, phone }) => {
  await page.context().clearCookies({ name: 'v1_incomplete' })
  sandbox.fail(phone, {
    endpoint: 'GET /v1/keeperid/bunch',
    mode: 'status',
    status: 422,
    body: { code: 'incomplete_profile_info', message: '' },
  })
}

/** Causes a failure by `spoil`, does the work, and undoes the failure afterwards. */
async function broken(stage: Stage, spoil: Break, work: () => Promise<void>): Promise<void> {
  const mend = await spoil(stage)
  try {
    await work()
  } finally {
    if (typeof mend === 'function') await mend()
  }
}

const seen = (page: Page, hasCode: boolean) =>
  hasCode ? page.getByRole('img', { name: qr }) : page.getByText(number).first()

async function timed(open: () => Promise<unknown>, page: Page, hasCode: boolean): Promise<number> {
  const started = performance.now()
  await open()
  await expect(seen(page, hasCode)).toBeVisible()
  return Math.round(performance.now() - started)
}

function note(name: string, times: Record<string, number>): void {
  const figures = Object.entries(times).map(([from, ms]) => `${from} ${ms}`)
  console.log(`${name}: ${figures.join(' · ')} ms`)
  test.info().annotations.push({ type: 'measured', description: figures.join(' · ') })
}

const either = (one: RegExp, other: RegExp) => new RegExp(`${one.source}|${other.source}`)

const tab = (page: Page) => page.getByRole('link', { name: 'Карта', exact: true }).first().click()

interface Row {
  name: string
  spoil: Break
  /** Message on the stored card; undefined where the server's page itself is shown. */
  shownText?: RegExp
  hasCode?: boolean
  /** The stored card is shown only after a wait. */
  isWaitedFor?: boolean
}

const rows: Row[] = [
  { name: 'no network', spoil: turn('gone'), shownText: /Сеть не отвечает/ },
  {
    name: 'a network that hangs',
    spoil: turn('hangs'),
    shownText: /Сеть не отвечает/,
    isWaitedFor: true,
  },
  { name: '500', spoil: turn(500), shownText: /Сайт отвечает с ошибкой/ },
  { name: '503', spoil: turn(503), shownText: /Сайт отвечает с ошибкой/ },
  { name: '429', spoil: turn(429), shownText: /слишком много посетителей/ },
  { name: 'DNS of the gateways', spoil: loseGateways, shownText: /Новый код не загрузился/ },
  {
    name: 'the code’s gateway resets',
    spoil: failCode('reset'),
    shownText: /Новый код не загрузился/,
  },
  {
    name: '401 to the refresh',
    spoil: ({ sandbox, phone }) => endSession(sandbox, phone),
    shownText: /Войдите снова, чтобы обновить код/,
    hasCode: false,
  },
  {
    name: 'a profile that lacks something',
    spoil: unfillProfile,
    shownText: /Заполните профиль/,
  },
]

test.describe('the card at the till @js @whole', () => {
  test.use({ serviceWorkers: 'allow', allowedStatuses: badStatuses })

  for (const { name, spoil, shownText, hasCode = true, isWaitedFor = false } of rows)
    test(`during ${name}: tab, till, push, shortcut, address and icon each show the card in time`, async ({
      page,
      context,
      phone,
      sandbox,
      bad: { network, app },
    }) => {
      const stage = { page, context, network, app, sandbox, phone }
      await context.grantPermissions(['notifications'])
      await keepCard(page, network, sandbox, phone)
      await page.getByRole('link', { name: 'Купоны', exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Купоны' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const push = async () => {
        const news = { title: 'Ваша карта', text: 'Покажите её на кассе', url: '/qr' }
        await deliverPush(page, network.origin, news)
        await expect.poll(() => shownPushes(page)).toEqual(['Ваша карта: Покажите её на кассе'])
      }
      await push()
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await broken(stage, spoil, async () => {
        const times: Record<string, number> = {}
        const take = async (from: string, open: () => Promise<unknown>) => {
          times[from] = await timed(open, page, hasCode)
          // The worker shows the stored card 0.6 s after a start, perhaps before the gateway's refusal.
          const why =
            from === 'icon' && shownText ? either(shownText, /Сеть не отвечает/) : shownText
          if (why) await expect(page.getByRole('status').filter({ hasText: why })).toHaveCount(1)
        }
        await take('tab', () => tab(page))
        // A failed navigation by the link would have logged a console error.
        expect(errors).toEqual([])
        await take('till', () => openings.till(page))
        // The end of a session removes its notifications.
        if ((await shownPushes(page)).length === 0) await push()
        await take('push', async () => {
          await tapPush(context)
          await page.waitForURL('/qr')
        })
        // Opens by the icon last: a page opened just after it would share its deadline of 0.6 s.
        for (const from of ['shortcut', 'typed', 'icon'] as const)
          await take(from, () => openings[from](page))
        note(name, times)
        for (const [from, ms] of Object.entries(times))
          expect(ms, from).toBeLessThan(isWaitedFor && from !== 'icon' ? WAITED_MS : STORED_MS)
      })
    })
})

test.describe('the stored card on a small phone @js @whole', () => {
  test.use({ serviceWorkers: 'allow', allowedStatuses: badStatuses })

  test('shows its code without scrolling, and grows with the font size', async ({
    page,
    phone,
    sandbox,
    bad: { network },
  }) => {
    await keepCard(page, network, sandbox, phone)
    network.turn('gone')
    await openings.typed(page)
    const digits = page.getByText(number)
    const bars = page.getByRole('img', { name: 'Штрихкод карты' })
    const getSize = () => digits.evaluate((text) => parseFloat(getComputedStyle(text).fontSize))
    const widthBeyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    const code = page.getByRole('img', { name: qr })
    const sizes = [
      { width: 360, height: 640, letters: '100%' },
      { width: 320, height: 568, letters: '100%' },
      { width: 360, height: 640, letters: '200%' },
      { width: 320, height: 568, letters: '200%' },
    ]
    for (const { letters, ...size } of sizes) {
      await page.setViewportSize(size)
      await page.evaluate((percent) => (document.documentElement.style.fontSize = percent), letters)
      const parts = letters === '100%' ? [code, digits, bars] : [code, digits]
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
      expect(await getSize()).toBeGreaterThanOrEqual(letters === '100%' ? 24 : 40)
      expect(await widthBeyond(), `${size.width}, ${letters}`).toBeLessThanOrEqual(0)
    }
  })
})

/** What a page shows by itself, with and without a script. */
const pageRows: Row[] = [
  { name: 'DNS of the gateways', spoil: loseGateways, hasCode: false },
  { name: 'the code’s gateway resets', spoil: failCode('reset'), hasCode: false },
  { name: 'the code’s gateway hangs', spoil: failCode('hang'), hasCode: false, isWaitedFor: true },
]

test.describe('the card without a service worker', () => {
  test.use({ allowedStatuses: badStatuses })

  for (const { name, spoil, hasCode = true } of pageRows)
    test(`during ${name}: every way to open the card shows its number and barcode in time`, async ({
      page,
      context,
      phone,
      sandbox,
      bad: { network, app },
    }) => {
      const stage = { page, context, network, app, sandbox, phone }
      await enter(page, network, sandbox, phone)
      await page.goto('/today')
      await expect(seen(page, true)).toBeVisible()
      await broken(stage, spoil, async () => {
        const times: Record<string, number> = {}
        const take = async (from: string, open: () => Promise<unknown>) => {
          times[from] = await timed(open, page, hasCode)
          if (!hasCode)
            await expect(page.getByRole('img', { name: 'Штрихкод карты' }).first()).toBeVisible()
        }
        await take('tab', () => tab(page))
        await take('push', () => openAddress(page, '/qr', 'a push'))
        for (const [from, open] of Object.entries(openings)) await take(from, () => open(page))
        note(`${name}, ${test.info().project.name}`, times)
        for (const [from, ms] of Object.entries(times)) expect(ms, from).toBeLessThan(WAITED_MS)
      })
    })

  test('a shopper without a card gets one with its code, whichever page is opened first', async ({
    page,
    phone,
    sandbox,
    bad: { network },
  }) => {
    const times: Record<string, number> = {}
    const ways: Record<string, (page: Page) => Promise<unknown>> = {
      tab,
      push: () => openAddress(page, '/qr', 'a push'),
      ...openings,
    }
    for (const [index, [from, open]] of Object.entries(ways).entries()) {
      // A card is created once, so each way has its own shopper.
      const newcomer = `790${index + 4}${phone.slice(4)}`
      sandbox.server.sandbox.state.user(newcomer).cards = []
      await enter(page, network, sandbox, newcomer)
      if (from === 'tab') await openAddress(page, '/coupons', 'a bookmark')
      times[from] = await timed(() => open(page), page, true)
    }
    note(`no card yet, ${test.info().project.name}`, times)
    for (const [from, ms] of Object.entries(times)) expect(ms, from).toBeLessThan(WAITED_MS)
  })
})
