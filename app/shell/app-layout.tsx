import { Outlet, useLocation, useRouteError } from '@remix-run/react'

import { FlashToast } from './flash-toast'
import { InstallBanner } from '~/install/install-banner'
import { Refresh } from './pull-to-refresh'
import { useReportedError } from '~/platform/report-error'
import type { EventProperties } from '~/analytics/catalogue.server'
import { tracked } from '~/analytics/tracked'
import { ConsentBanner } from '~/welcome/consent'
import { ErrorScreen, statusOf } from '~/ui/error-screen'
import { AppShell, type Tab } from './shell'
import { SiteFooter } from '~/ui/site-footer'
import { useSite } from '~/ui/site'

const tab = (
  name: EventProperties<'TabBar:Tap'>['tab'],
  label: string,
  icon: Tab['icon'],
): Tab => ({
  to: `/${name}`,
  label,
  icon,
  event: tracked('TabBar:Tap', { tab: name }),
})
const tabs: Tab[] = [
  tab('today', 'Главная', 'home'),
  tab('coupons', 'Купоны', 'coupon'),
  tab('qr', 'Карта', 'card'),
  tab('profile', 'Профиль', 'profile'),
]

/** The frame of the signed-in screens, with the tab bar. */
export default function AppLayout() {
  const root = useSite()
  const { pathname, search } = useLocation()
  // At the till the card comes first; every other page asks.
  const mayAsk = root?.consent === null && pathname !== '/qr'
  // Installing is offered where nothing is being filled in, and not before the card.
  const mayInstall = pathname !== '/qr' && tabs.some(({ to }) => to === pathname)
  return (
    <AppShell
      brand={root?.brand ?? ''}
      tabs={tabs}
      banner={
        mayAsk ? <ConsentBanner returnTo={pathname + search} /> : mayInstall && <InstallBanner />
      }
      tools={<Refresh />}
      footer={root && <SiteFooter {...root} isSmall />}
    >
      {root?.flash && <FlashToast flash={root.flash} />}
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  useReportedError(error)
  const root = useSite()
  return (
    <AppShell
      brand={root?.brand ?? ''}
      tabs={tabs}
      footer={root && <SiteFooter {...root} isSmall />}
    >
      <ErrorScreen status={statusOf(error)} />
    </AppShell>
  )
}
