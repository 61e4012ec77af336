import { Outlet, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'

import { FlashToast } from './flash-toast'
import { useReportedError } from '~/platform/report-error'
import { ErrorScreen, statusOf } from '~/ui/error-screen'
import { AppShell } from './shell'
import { SiteFooter } from '~/ui/site-footer'
import { useSite } from '~/ui/site'

/** The frame where one thing is to be finished: no tabs (specification, section 2). */
function Frame({ children }: { children: ReactNode }) {
  const root = useSite()
  return (
    <AppShell
      brand={root?.brand ?? ''}
      withTabBar={false}
      homeTo="/"
      footer={root && <SiteFooter {...root} isSmall />}
    >
      {children}
    </AppShell>
  )
}

export default function FocusLayout() {
  const flash = useSite()?.flash
  return (
    <Frame>
      {flash && <FlashToast flash={flash} />}
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  useReportedError(error)
  return (
    <Frame>
      <ErrorScreen status={statusOf(error)} />
    </Frame>
  )
}
