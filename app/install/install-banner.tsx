import { tracked } from '~/analytics/tracked'
import { Button, ButtonLink } from '~/ui/button'
import { IconButton } from '~/ui/icon-button'

import { installTitle } from '~/lib/device-info'
import { useOwnDevice } from '~/ui/site'

import { dismissInstall, install } from './install-prompt'
import styles from './install-banner.module.css'
import { useInstall } from './use-install'

/** Offers the installation above the page, only when it is possible. */
export function InstallBanner() {
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
