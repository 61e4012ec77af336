import type { MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'

import { pageTitle } from '~/lib/page-title'
import type { loader as rootLoader } from '~/root'
import { ConsentBanner } from '~/ui/consent'
import { ErrorScreen, errorTitle } from '~/ui/error-screen'
import { AppShell, type Tab } from '~/ui/shell'
import { SiteFooter } from '~/ui/site-footer'
import { Flash } from '~/ui/toast'

const tabs: Tab[] = [
  { to: '/today', label: 'Главная', icon: 'home' },
  { to: '/qr', label: 'Карта', icon: 'card' },
  { to: '/profile', label: 'Профиль', icon: 'profile' },
]

/** The title of the error screen; every other screen has its own. */
export const meta: MetaFunction = ({ matches, error }) =>
  error ? [pageTitle(matches, errorTitle(isRouteErrorResponse(error) ? error.status : 500))] : []

/** The frame of the signed-in screens, with the tab bar. */
export default function AppLayout() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { pathname, search } = useLocation()
  return (
    <AppShell
      brand={root?.brand ?? ''}
      tabs={tabs}
      banner={root?.consent === null && <ConsentBanner returnTo={pathname + search} />}
      footer={root && <SiteFooter {...root} isSmall />}
    >
      {root?.flash && <Flash {...root.flash} />}
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell
      brand={root?.brand ?? ''}
      tabs={tabs}
      footer={root && <SiteFooter {...root} isSmall />}
    >
      <ErrorScreen status={isRouteErrorResponse(error) ? error.status : 500} />
    </AppShell>
  )
}
