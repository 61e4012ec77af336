import { Button } from '~/ui/button'
import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'

import { install } from './install-prompt'
import { useInstall } from './use-install'

/** One button when the browser offers the installation; otherwise steps. */
export function InstallOffer() {
  const { deferredPrompt, isInProgress, isInstalled } = useInstall()
  const isOver = isInstalled || isInProgress
  return (
    <>
      <LiveRegion>
        {isOver && (
          <Notice
            {...(isInstalled
              ? { tone: 'success', title: 'Карта уже на\u00a0экране этого устройства' }
              : { icon: 'download', title: 'Устанавливаем…' })}
          />
        )}
      </LiveRegion>
      {deferredPrompt && !isOver && (
        <Button type="button" icon="download" fullWidth onClick={() => void install()}>
          Установить
        </Button>
      )}
    </>
  )
}
