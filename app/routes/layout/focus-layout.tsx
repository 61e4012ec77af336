import { Outlet, useRouteError, useRouteLoaderData } from '@remix-run/react'

import { FlashToast } from '~/client/flash-toast'
import { useReportedError } from '~/client/report-error'
import type { loader as rootLoader } from '~/root'
import { ErrorScreen, statusOf } from '~/ui/error-screen'
import { AppShell } from '~/ui/shell'
import { SiteFooter } from '~/ui/site-footer'

/** The frame where one thing is to be finished: no tabs (specification, section 2). */
export default function FocusLayout() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell
      brand={root?.brand ?? ''}
      withTabBar={false}
      homeTo="/"
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
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <AppShell
      brand={root?.brand ?? ''}
      withTabBar={false}
      homeTo="/"
      footer={root && <SiteFooter {...root} isSmall />}
    >
      <ErrorScreen status={statusOf(error)} />
    </AppShell>
  )
}
