import { useEffect, useState } from 'react'

import { LiveRegion } from '~/ui/live-region'
import { Notice } from '~/ui/notice'

import { findStorageProblem, type StorageProblem } from './keeping'

const texts: Record<StorageProblem, string> = {
  full: 'На этом устройстве не хватает места. Освободите немного и откройте карту ещё раз — она сохранится.',
  forbidden:
    'Браузер не разрешает сайту хранить данные — так бывает в режиме инкогнито. Остальное работает как обычно.',
}

/** Warns when the card cannot be stored; everything else works. */
export function KeepingNotice() {
  const [error, setError] = useState<StorageProblem | null>(null)
  useEffect(() => void findStorageProblem().then(setError), [])
  return (
    <LiveRegion>
      {error && <Notice title="Карта без сети не&nbsp;откроется" text={texts[error]} />}
    </LiveRegion>
  )
}
