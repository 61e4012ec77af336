import type { MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet, useRouteError, useRouteLoaderData } from '@remix-run/react'

import { pageTitle } from '~/lib/page-title'
import type { loader as rootLoader } from '~/root'
import { ErrorScreen } from '~/ui/error-screen'
import { AppShell, type Tab } from '~/ui/shell'
import { Flash } from '~/ui/toast'

const tabs: Tab[] = [
  { to: '/today', label: 'Главная', icon: 'home' },
  { to: '/coupons', label: 'Купоны', icon: 'coupon' },
  { to: '/qr', label: 'Карта', icon: 'card' },
  { to: '/profile', label: 'Профиль', icon: 'profile' },
]

/** The title of the error screen; every other screen has its own. */
export const meta: MetaFunction = ({ matches, error }) => {
  if (!error) return []
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return [pageTitle(matches, isMissing ? 'Здесь ничего не нашлось' : 'Сайт временно не работает')]
}

/** The frame of the signed-in screens, with the tab bar. */
export default function AppLayout() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell brand={root?.brand ?? ''} tabs={tabs}>
      {root?.flash && <Flash {...root.flash} />}
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell brand={root?.brand ?? ''} tabs={tabs}>
      <ErrorScreen status={isRouteErrorResponse(error) ? error.status : 500} />
    </AppShell>
  )
}
