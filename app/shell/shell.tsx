import type { ReactNode } from 'react'
import { useLocation, useRouteError } from '@remix-run/react'

import { tracked } from '~/analytics/tracked'

import { tabName } from '~/lib/shown-brand'
import { SiteNotice } from '~/operator/site-notice'
import { useFailedView } from '~/analytics/screen-views'
import { useReportedError } from '~/platform/report-error'
import { classes } from '~/ui/classes'
import { ErrorScreen, statusOf } from '~/ui/error-screen'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import { useSite } from '~/ui/site'
import { SiteFooter } from '~/ui/site-footer'
import { FlashToast } from './flash-toast'
import { SectionLinks } from './section-links'
import { sectionOf, tabOf, type TabName } from './sections'
import styles from './shell.module.css'
import { Wordmark } from './wordmark'

const tab = (name: TabName, icon: IconName) => ({
  name,
  get label() {
    return tabName(name)
  },
  icon,
  event: tracked('TabBar:Tap', { tab: name }),
})

/** The four places that are always one tap away. */
export const tabs = [
  tab('today', 'home'),
  tab('coupons', 'coupon'),
  tab('qr', 'card'),
  tab('profile', 'profile'),
]

type AppShellProps = {
  brand: string
  children: ReactNode
  /** Stands before all else, above the page and not over it. */
  banner?: ReactNode
  /** What can be done with any screen; beside the wordmark. */
  tools?: ReactNode
  footer?: ReactNode
  /** Off on sign-in and wherever one thing is to be finished. */
  withTabBar?: boolean
  /** Where the wordmark leads. */
  homeTo?: string
}

/**
 * The frame of the signed-in screens: tabs at the thumb on a phone, the same tabs in a rail on a
 * desktop. Both are one list in the document, so nothing is read out twice.
 */
export function AppShell({
  brand,
  children,
  banner,
  tools,
  footer,
  withTabBar = true,
  homeTo = '/today',
}: AppShellProps) {
  const { pathname } = useLocation()
  return (
    <Frame className={withTabBar ? styles.app : styles.plain} banner={banner}>
      <header className={styles.top}>
        <Link
          className={styles.home}
          aria-label={brand ? undefined : 'На главную'}
          to={homeTo}
          reloadDocument={homeTo === '/'}
        >
          <Wordmark name={brand} />
        </Link>
        {tools}
      </header>
      {withTabBar && (
        <div className={classes(styles.rail, sectionOf(pathname) && styles.inSection)}>
          <nav className={styles.tabs} aria-label="Основное меню">
            <ul className={styles.tabList}>
              {tabs.map(({ name, label, icon, event }) => (
                <li className={styles.tabItem} key={name}>
                  <Link
                    className={styles.tab}
                    to={`/${name}`}
                    aria-current={tabOf(pathname) === name ? 'page' : undefined}
                    viewTransition
                    {...event}
                  >
                    <span className={styles.tabIcon}>
                      <Icon name={icon} />
                    </span>
                    <span className={styles.tabLabel}>{label}</span>
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
  /** Stands before all else, above the page and not over it. */
  banner?: ReactNode
  footer?: ReactNode
  /** The sign-in link in the header. */
  signIn?: ReactNode
}

/** The frame of the public pages. */
export function LandingShell({ brand, children, banner, footer, signIn }: LandingShellProps) {
  return (
    <Frame className={styles.landing} banner={banner}>
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
  banner: ReactNode
  children: ReactNode
}

/** Nothing stands above the card's code, at the till least of all. */
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

/** In place of a screen that could not be shown: a shopper has the tabs, a guest the way in. */
export function ErrorPage() {
  const error = useRouteError()
  useReportedError(error)
  const status = statusOf(error)
  // Without a network the server counts it as its own failure.
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
    <AppShell brand={brand} footer={<SiteFooter {...site} isSmall />}>
      {screen}
    </AppShell>
  ) : (
    <LandingShell brand={brand} footer={site && <SiteFooter {...site} />}>
      {screen}
    </LandingShell>
  )
}
