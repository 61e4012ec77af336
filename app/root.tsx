import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import type { ReactNode } from 'react'

import { DeferredScripts, PageStyles, useNonce } from './framework/document'
import { useResolveRouterReady } from './framework/browser-router'
import { useLinkNavigation } from './framework/link-navigation'
import { useNavigationFocus } from './framework/navigation-focus'
import { useScreenViews } from './analytics/screen-views'
import { Toaster } from './ui/toaster'
import { env } from './platform/env.server'
import { pageBrandJson } from './domain/shown-brand'
import { CARD_PATHS } from '~/domain/worker-messages'
import { pageTitle } from '~/domain/page-title'
import { shownBrand } from '~/domain/shown-brand'
import { splashScreens } from '~/domain/splash-screens'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import { errorTitle, getStatus } from './ui/error-screen'
import { ErrorPage } from './shell/shell'
import { useSite, type Site } from './ui/site'
import { ShownNotice } from '~/operator/shown-notice.server'

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  {
    rel: 'preload',
    href: shownBrand().font,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  },
]

export function loader({ context }: LoaderFunctionArgs) {
  const { BRAND_NAME, PUBLIC_ORIGIN, PERSONAL_DATA_POLICY_URL, VAPID_PUBLIC_KEY, ...support } =
    env()
  const notice = new ShownNotice(context).shown
  const { off } = context.operator
  return {
    brand: BRAND_NAME,
    origin: PUBLIC_ORIGIN,
    support: {
      phone: support.SUPPORT_PHONE,
      email: support.SUPPORT_EMAIL,
      botUrl: support.SUPPORT_BOT_URL,
    },
    policyUrl:
      PERSONAL_DATA_POLICY_URL === `${PUBLIC_ORIGIN}/pdn` ? null : PERSONAL_DATA_POLICY_URL,
    /** null: push is not offered. */
    pushKey: VAPID_PUBLIC_KEY?.[0] ?? null,
    isSignedIn: context.session.hasCookie,
    owner: context.session.cookieOwner,
    consent: context.cookies.read('v1_consent'),
    flash: context.session.readFlash(),
    device: context.device.info,
    theme: context.cookies.read('v1_theme'),
    hasFormErrors: context.reply.hasFormErrors,
    // Leaves out both fields when there is no notice and no kill switch is set, as on most pages.
    ...(notice && { notice }),
    ...(off.length > 0 && { off }),
  } satisfies Site
}

/** The title of a screen that failed; other screens have their own. */
export const meta: MetaFunction = ({ error, matches }) =>
  error ? [pageTitle(matches, errorTitle(getStatus(error)))] : []

/**
 * A refused or unsaved form has changed nothing, so nothing is loaded again. Without this function,
 * Remix reloads the whole screen after every form.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus = 0,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && actionResult?.isSaved !== false && actionStatus < 400

interface ScreenHandle {
  /** Without JavaScript the page reloads after this many seconds. */
  noScriptRefreshSeconds?: number
  /** True when the page needs no script, so none is sent. */
  isStatic?: boolean
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const handles = useMatches().map(({ handle }) => handle as ScreenHandle | undefined)
  const noScriptRefreshSeconds = handles.find(
    (handle) => handle?.noScriptRefreshSeconds,
  )?.noScriptRefreshSeconds
  const root = useSite()
  const isStatic = handles.some((handle) => handle?.isStatic)
  const theme = root?.theme ?? undefined
  const { grounds } = shownBrand()
  const brandJson = pageBrandJson()
  return (
    <html lang="ru" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <meta name="format-detection" content="telephone=no" />
        {(['light', 'dark'] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            content={grounds[theme ?? scheme]}
            media={`(prefers-color-scheme: ${scheme})`}
          />
        ))}
        {brandJson && <meta name="brand" content={brandJson} />}
        {noScriptRefreshSeconds && (
          <noscript>
            <meta httpEquiv="refresh" content={String(noScriptRefreshSeconds)} />
          </noscript>
        )}
        {root?.device.platformType === 'ios' && !isStatic && <SplashLinks />}
        <Meta />
        <PageStyles />
        <Links />
      </head>
      <body>
        {children}
        {!isStatic && (
          <>
            <ScrollRestoration nonce={nonce} />
            <DeferredScripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  useLinkNavigation(CARD_PATHS)
  useNavigationFocus()
  useResolveRouterReady()
  useScreenViews()
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  )
}

/** The error screen for errors that no layout handles. */
export function ErrorBoundary() {
  return <ErrorPage />
}

/** The start-up pictures of the installed app on an iPhone, in both themes. */
function SplashLinks() {
  return (
    <>
      {splashScreens.flatMap(({ name, media }) =>
        ['light', 'dark'].map((theme) => (
          <link
            key={name(theme)}
            rel="apple-touch-startup-image"
            media={media(theme)}
            href={`/splash/${name(theme)}`}
          />
        )),
      )}
    </>
  )
}
