import { Outlet, useLocation } from '@remix-run/react'

import { FlashToast } from './flash-toast'
import { InstallBanner } from '~/install/install-banner'
import { Refresh } from './pull-to-refresh'
import { ConsentBanner } from '~/welcome/consent'
import { AppShell, ErrorPage, tabs } from './shell'
import { AppFooter } from '~/ui/app-footer'
import { useSite } from '~/ui/site'

/** The layout of signed-in screens, with the tab bar. */
export default function AppLayout() {
  const root = useSite()
  const { pathname, search } = useLocation()
  // On the card screen nothing may stand above the card, at the till.
  const isCard = pathname === '/qr'
  const flash = root?.flash
  const mayAsk = root?.consent === null && !isCard
  // Installation is offered on tab screens only: not during forms and not above the card.
  const mayInstall = !mayAsk && !isCard && tabs.some(({ name }) => `/${name}` === pathname)
  return (
    <AppShell
      brand={root?.brand ?? ''}
      banner={mayInstall && <InstallBanner />}
      tools={<Refresh />}
      footer={
        <>
          {mayAsk && <ConsentBanner returnTo={pathname + search} />}
          <AppFooter />
        </>
      }
    >
      {flash && !isCard && <FlashToast flash={flash} />}
      <Outlet />
      {flash && isCard && <FlashToast flash={flash} />}
    </AppShell>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
