import type { ReactNode } from 'react'
import { useLocation, useRouteError } from '@remix-run/react'

import { tracked } from '~/analytics/tracked'
import { tabName, shownBrand } from '~/domain/shown-brand'
import { SiteNotice } from '~/operator/site-notice'
import { useFailedView } from '~/analytics/screen-views'
import { useReportedError } from '~/platform/report-error'
import { classes } from '~/ui/classes'
import { ErrorScreen, getStatus } from '~/ui/error-screen'
import { Icon, type IconName, iconAddress } from '~/ui/icon'
import { Link } from '~/ui/link'
import { useSite } from '~/ui/site'
import { AppFooter } from '~/ui/app-footer'
import type { EventProperties } from '~/analytics/catalogue.server'

import { FlashToast } from './flash-toast'
import styles from './shell.module.css'

/** Links under the tabs on a wide screen; a phone has them on the main screen. */
function SectionLinks() {
  const { pathname } = useLocation()
  const current = getSection(pathname)
  return (
    <nav className={styles.sections} aria-label="Разделы">
      <ul>
        {sections.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              className={styles.section}
              to={to}
              aria-current={pathname === to ? 'page' : current === to || undefined}
            >
              <span className={styles.tabIcon}>
                <Icon name={icon} />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const tab = (name: TabName, icon: IconName) => ({
  name,
  get label() {
    return tabName(name)
  },
  icon,
  event: tracked('TabBar:Tap', { tab: name }),
})

/** The four tabs. */
export const tabs = [
  tab('today', 'home'),
  tab('coupons', 'coupon'),
  tab('qr', 'card'),
  tab('profile', 'profile'),
]

type AppShellProps = {
  brand: string
  children: ReactNode
  /** Stands before everything else, above the page and not over it. */
  banner?: ReactNode
  /** Tools for every screen, beside the wordmark. */
  tools?: ReactNode
  footer?: ReactNode
  /** False on sign-in and other screens with a single task. */
  withTabBar?: boolean
  /** The target of the wordmark. */
  homeHref?: string
}

/**
 * The layout of signed-in screens: tabs at the bottom on a phone, in a rail on a desktop. Both are
 * one list, so that screen readers read it once.
 */
export function AppShell({
  brand,
  children,
  banner,
  tools,
  footer,
  withTabBar = true,
  homeHref = '/today',
}: AppShellProps) {
  const { pathname } = useLocation()
  return (
    <Frame className={withTabBar ? styles.app : styles.plain} banner={banner}>
      <header className={styles.top}>
        <Link
          className={styles.home}
          aria-label={brand ? undefined : 'На главную'}
          to={homeHref}
          reloadDocument={homeHref === '/'}
        >
          <Wordmark name={brand} />
        </Link>
        {tools}
      </header>
      {withTabBar && (
        <div className={classes(styles.rail, getSection(pathname) && styles.inSection)}>
          <nav className={styles.tabs} aria-label="Основное меню">
            <ul className={styles.tabList}>
              {tabs.map(({ name, label, icon, event }) => (
                <li className={styles.tabItem} key={name}>
                  <Link
                    className={styles.tab}
                    to={`/${name}`}
                    aria-current={getTab(pathname) === name ? 'page' : undefined}
                    viewTransition
                    {...event}
                  >
                    <span className={styles.tabIcon}>
                      <Icon name={icon} />
                    </span>
                    <span>{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <SectionLinks />
        </div>
      )}
      <div className={styles.page}>
        <main className={styles.main} id="content" tabIndex={-1}>
          {children}
        </main>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </Frame>
  )
}

type LandingShellProps = {
  brand: string
  children: ReactNode
  footer?: ReactNode
  /** The sign-in link in the header. */
  signIn?: ReactNode
}

/** The layout of public pages. */
export function LandingShell({ brand, children, footer, signIn }: LandingShellProps) {
  return (
    <Frame className={styles.landing}>
      <header className={styles.landingTop}>
        <Link
          className={styles.home}
          aria-label={brand ? undefined : 'На главную'}
          to="/"
          reloadDocument
        >
          <Wordmark name={brand} />
        </Link>
        {signIn}
      </header>
      <main className={styles.landingMain} id="content" tabIndex={-1}>
        {children}
      </main>
      {footer && <footer className={styles.landingFooter}>{footer}</footer>}
    </Frame>
  )
}

type FrameProps = {
  className: string | undefined
  banner?: ReactNode
  children: ReactNode
}

/** Nothing may stand above the card's code at the till. */
const CODE_PATH = '/qr'

function Frame({ className, banner, children }: FrameProps) {
  const { pathname, search } = useLocation()
  return (
    <>
      <a className={styles.skip} href="#content">
        К содержанию
      </a>
      {pathname !== CODE_PATH && <SiteNotice returnTo={pathname + search} />}
      {banner}
      <div className={className}>{children}</div>
    </>
  )
}

/** Replaces a screen that failed: a shopper gets the tabs, a guest the sign-in link. */
export function ErrorPage() {
  const error = useRouteError()
  useReportedError(error)
  const status = getStatus(error)
  // A lost network counts as a server error.
  useFailedView(status || 500)
  const site = useSite()
  const brand = site?.brand ?? ''
  const screen = (
    <>
      {site?.flash && <FlashToast flash={site.flash} />}
      <ErrorScreen status={status} />
    </>
  )
  return site?.isSignedIn ? (
    <AppShell brand={brand} footer={<AppFooter />}>
      {screen}
    </AppShell>
  ) : (
    <LandingShell brand={brand} footer={<AppFooter />}>
      {screen}
    </LandingShell>
  )
}

/** The brand's mark with its name, or its logo instead of both. */
function Wordmark({ name }: { name: string }) {
  const { logo } = shownBrand()
  return (
    <span className={styles.wordmark}>
      <svg
        className={logo ? styles.logo : styles.mark}
        viewBox={logo ?? '0 0 40 40'}
        aria-hidden="true"
        focusable="false"
      >
        <use href={iconAddress(logo ? 'logo' : 'mark')} />
      </svg>
      <span className={logo ? 'visually-hidden' : styles.name}>{name}</span>
    </span>
  )
}

export type TabName = EventProperties<'TabBar:Tap'>['tab']

const ofToday = /^\/(today|deadlines|search|categories|catalog|product|stores|actions)(\/|$)/
const ofAnother = /^\/(coupons|qr|profile)(\/|$)/

/** The tab of a screen (specification 2.53); null without one. */
export function getTab(pathname: string): TabName | null {
  if (ofToday.test(pathname)) return 'today'
  return (ofAnother.exec(pathname)?.[1] ?? null) as TabName | null
}

/** Sections of the shop under the tabs on a wide screen, with the addresses of each. */
export const sections: { to: string; label: string; icon: IconName; holds: RegExp }[] = [
  {
    to: '/catalog',
    label: 'Каталог',
    icon: 'basket',
    holds: /^\/(catalog|categories|search|product)(\/|$)/,
  },
  { to: '/actions', label: 'Акции', icon: 'gift', holds: /^\/actions(\/|$)/ },
  { to: '/stores', label: 'Магазины', icon: 'store', holds: /^\/stores(\/|$)/ },
]

/** The first address of a screen's section; null without one. */
export function getSection(pathname: string): string | null {
  return sections.find(({ holds }) => holds.test(pathname))?.to ?? null
}
