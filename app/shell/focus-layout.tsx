import { Outlet } from '@remix-run/react'

import { FlashToast } from './flash-toast'
import { AppShell, ErrorPage } from './shell'
import { TaskFooter } from '~/ui/app-footer'
import { useSite } from '~/ui/site'

/** The layout of a single task, without tabs (specification 2.8). */
export default function FocusLayout() {
  const root = useSite()
  return (
    <AppShell
      brand={root?.brand ?? ''}
      withTabBar={false}
      homeHref="/"
      footer={root && <TaskFooter {...root} />}
    >
      {root?.flash && <FlashToast flash={root.flash} />}
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
