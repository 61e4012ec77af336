import { Outlet, useLocation } from '@remix-run/react'

import { ConsentBanner } from '~/welcome/consent'
import { AppFooter } from '~/ui/app-footer'
import { useSite, useOwnDevice } from '~/ui/site'
import { tracked } from '~/analytics/tracked'
import { Button, ButtonLink } from '~/ui/button'
import { IconButton } from '~/ui/icon-button'
import { installTitle } from '~/domain/device-info'
import { dismissInstall, install, useInstall } from '~/install/install-prompt'
import styles from '~/install/install-banner.module.css'

import { FlashToast } from './flash-toast'
import { Refresh } from './pull-to-refresh'
import { AppShell, ErrorPage, tabs } from './shell'

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

/** Offers the installation above the page, only when it is possible. */
function InstallBanner() {
  const { isBannerOpen, isInProgress, deferredPrompt, showIosTutorial } = useInstall()
  const device = useOwnDevice()
  if (!isBannerOpen) return null
  return (
    <section className={styles.banner} aria-label="Установка приложения">
      <p className={styles.text} role="status">
        {isInProgress ? 'Устанавливаем…' : `${installTitle(device)} — открывается и без сети`}
      </p>
      {!isInProgress &&
        (deferredPrompt ? (
          <Button type="button" size="small" onClick={() => void install()}>
            Установить
          </Button>
        ) : (
          showIosTutorial && (
            <ButtonLink to="/install" size="small">
              Как установить
            </ButtonLink>
          )
        ))}
      <IconButton
        icon="close"
        label="Не предлагать установку"
        onClick={dismissInstall}
        {...tracked('Install:Step', { step: 'closed' })}
      />
    </section>
  )
}
