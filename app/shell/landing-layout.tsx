import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'

import { siteQr } from '~/welcome/site-qr.server'
import { env } from '~/platform/env.server'
import { ButtonLink } from '~/ui/button'
import { ConsentBanner } from '~/welcome/consent'
import { LandingShell } from './shell'
import { SiteFooter } from '~/ui/site-footer'
import { SiteQr } from '~/welcome/site-qr'
import { FlashMessage } from '~/ui/toast'
import { useSite } from '~/ui/site'

/**
 * The cookie policy asks for consent itself and needs no QR block; the landing page has its own.
 */
const COOKIE_POLICY = '/cookie-policy'
const withoutQr = ['/', COOKIE_POLICY]

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  return {
    isSignedIn: context.session.hasCookie,
    qr: withoutQr.includes(pathname) ? null : siteQr(env().PUBLIC_ORIGIN),
  }
}

/** The layout of public pages. */
export default function LandingLayout() {
  const root = useSite()
  const { isSignedIn, qr } = useLoaderData<typeof loader>()
  const { pathname, search } = useLocation()
  const asksConsent = root?.consent === null && pathname !== COOKIE_POLICY
  return (
    <LandingShell
      brand={root?.brand ?? ''}
      signIn={
        <ButtonLink to={isSignedIn ? '/today' : '/login'} variant="secondary" size="small">
          {isSignedIn ? 'Моя карта' : 'Войти'}
        </ButtonLink>
      }
      footer={
        <>
          {asksConsent && <ConsentBanner returnTo={pathname + search} />}
          {root && <SiteFooter {...root} />}
        </>
      }
    >
      {root?.flash && <FlashMessage {...root.flash} />}
      <Outlet />
      {qr && <SiteQr {...qr} />}
    </LandingShell>
  )
}
