import { Outlet, useRouteLoaderData } from '@remix-run/react'

import type { loader as rootLoader } from '~/root'
import { LandingShell } from '~/ui/shell'
import { Flash } from '~/ui/toast'

/** The frame of the public pages. */
export default function LandingLayout() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <LandingShell brand={root?.brand ?? ''}>
      {root?.flash && <Flash {...root.flash} />}
      <Outlet />
    </LandingShell>
  )
}
