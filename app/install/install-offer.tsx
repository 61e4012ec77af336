import { Button } from '~/ui/button'
import { Notice } from '~/ui/notice'

import { install } from './install-prompt'
import { useInstall } from './use-install'

/** One button when the browser offers the installation; otherwise steps. */
export function InstallOffer() {
  const { deferredPrompt, isInProgress, isInstalled } = useInstall()
  if (isInstalled)
    return <Notice role="status" tone="success" title="Карта уже на&nbsp;экране этого устройства" />
  if (isInProgress) return <Notice role="status" icon="download" title="Устанавливаем…" />
  if (!deferredPrompt) return null
  return (
    <Button type="button" icon="download" fullWidth onClick={() => void install()}>
      Установить
    </Button>
  )
}
