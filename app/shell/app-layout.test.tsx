import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { installStore } from '~/install/install-prompt'

import AppLayout from './app-layout'

const visit = vi.hoisted(() => ({ pathname: '', consent: null as string | null }))

vi.mock('@remix-run/react', async (original) => ({
  ...(await original()),
  useLocation: () => ({ pathname: visit.pathname, search: '' }),
  useRouteLoaderData: () => ({ consent: visit.consent }),
  Outlet: () => null,
}))
vi.mock('./shell', async (original) => ({
  ...(await original()),
  AppShell: ({ banner }: { banner: ReactNode }) => banner,
}))

/** The text above a screen while the browser can install the app. */
function shownAt(pathname: string, consent: string | null, isInProgress = false) {
  Object.assign(visit, { pathname, consent })
  const state = { ...installStore.get(), isBannerOpen: true, isInProgress }
  vi.spyOn(installStore, 'getOnServer').mockReturnValue(state)
  return /role="status">(.*?)<\/p>/.exec(renderToStaticMarkup(<AppLayout />))?.[1] ?? null
}

const OFFER = 'Карта на экране телефона\u00a0— открывается и без сети'
test.each([
  ['/today', 'refused', OFFER],
  ['/coupons', 'accepted', OFFER],
  ['/profile', 'refused', OFFER],
  ['/profile', null, null],
  ['/qr', 'refused', null],
  ['/profile/edit', 'refused', null],
  ['/coupons/1', 'refused', null],
  ['/offers', 'refused', null],
])('4.33: the banner at %s, with the consent %s, is %j', (path, consent, offer) => {
  expect(shownAt(path, consent)).toBe(offer)
})

test('4.35: the banner names an installation under way', () => {
  expect(shownAt('/today', 'refused', true)).toBe('Устанавливаем…')
})
