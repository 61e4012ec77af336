import type { ReactNode } from 'react'
import { useLocation } from '@remix-run/react'

import type { Tracked } from '~/analytics/tracked'

import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import styles from './shell.module.css'
import { Wordmark } from './wordmark'

export type Tab = { to: string; label: string; icon: IconName; event: Tracked }

type AppShellProps = {
  brand: string
  tabs?: Tab[]
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
  tabs = [],
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
        <SkipLink />
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
        <nav className={styles.tabs} aria-label="Основное меню">
          <ul className={styles.tabList}>
            {tabs.map((tab) => (
              <li className={styles.tabItem} key={tab.to}>
                <Link
                  className={styles.tab}
                  to={tab.to}
                  aria-current={isWithin(pathname, tab.to) ? 'page' : undefined}
                  viewTransition
                  {...tab.event}
                >
                  <span className={styles.tabIcon}>
                    <Icon name={tab.icon} />
                  </span>
                  <span className={styles.tabLabel}>{tab.label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
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

/** A tab stands for its screen and for those below it. */
const isWithin = (pathname: string, to: string) => `${pathname}/`.startsWith(`${to}/`)

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
        <SkipLink />
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

function Frame({ className, banner, children }: FrameProps) {
  return (
    <>
      {banner}
      <div className={className}>{children}</div>
    </>
  )
}

function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      К содержанию
    </a>
  )
}
