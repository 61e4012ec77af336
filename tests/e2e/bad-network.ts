import type { Page } from '@playwright/test'

import type { Fault } from '../../sandbox/faults'
import type { SandboxServer } from '../../sandbox/server'
import { startApp, type AppProcess } from '../support/app-process'
import { provenPhone } from '../support/visitor'
import { startNetwork, type Network } from '../support/network-conditions'
import { awaitWorker, expect, openAddress, test as base } from './fixtures'

/** A separate site behind a network that can fail. */
export const test = base.extend<{ bad: { network: Network; app: AppProcess } }>({
  bad: async ({ sandboxServer, appSettings }, use) => {
    const network = await startNetwork()
    const app = await startApp(sandboxServer.url, {
      ...appSettings,
      PUBLIC_ORIGIN: network.origin,
    })
    network.forwardTo(app.address)
    await use({ network, app })
    await network.close()
    await app.stop()
  },
  baseURL: async ({ bad }, use) => use(bad.network.origin),
})

/** Statuses of a bad network or gateway. */
export const badStatuses = [0, 401, 429, 500, 502, 503]

export const qr = 'QR-код карты для кассы'
export const number = /\d{4} \d{4} \d{4} \d{4}/

export interface Sandbox {
  server: SandboxServer
  fail(phone: string, fault: Omit<Fault, 'phone'>): void
}

/** Signs in on this phone without a text, with a confirmed code. */
export async function enter(page: Page, network: Network, { server }: Sandbox, phone: string) {
  await page.context().clearCookies({ name: 'v1_jwt' })
  await page.context().addCookies([{ name: 'v1_onboarded', value: '1', url: network.origin }])
  const [name, value] = provenPhone(server.sandbox, phone)
  await page.context().addCookies([{ name, value, url: network.origin }])
  await page.request.post('/login/code', {
    headers: { Origin: network.origin },
    form: { code: '' },
    maxRedirects: 0,
  })
}

export const getRecord = (page: Page) =>
  page.evaluate(async () => {
    if (!('caches' in self))
      throw new Error(`no page of the site: «${document.title}» at ${location.href}`)
    const stored = await (await caches.open('v1_card')).match('/v2_card')
    return stored ? ((await stored.json()) as { svg: string | null; number: string }) : null
  })

/** Signed in, with an active worker and a stored card. */
export async function keepCard(page: Page, network: Network, sandbox: Sandbox, phone: string) {
  await enter(page, network, sandbox, phone)
  await page.goto('/today')
  await awaitWorker(page)
  await page.getByRole('link', { name: 'Карта', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Карта' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect.poll(async () => (await getRecord(page))?.svg ?? null).not.toBeNull()
}

/** The gateway accepts neither token any more. */
export function endSession(sandbox: Sandbox, phone: string) {
  const refusal = { mode: 'status', status: 401 } as const
  sandbox.server.sandbox.faults.add({ endpoint: 'POST /v1/auth/token/refresh', ...refusal })
  sandbox.fail(phone, { endpoint: '*', ...refusal })
}

/** Openings of the card by a new document: from the icon, a shortcut, a typed address, a bookmark. */
export const openings = {
  icon: (page: Page) => openAddress(page, '/?source=pwa', 'the installed app'),
  shortcut: (page: Page) => openAddress(page, '/qr?source=shortcut', 'the installed app'),
  typed: (page: Page) => openAddress(page, '/qr', 'typed'),
  till: (page: Page) => openAddress(page, '/qr/till', 'a bookmark'),
}
