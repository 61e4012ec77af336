import { useEffect, useState } from 'react'

import { Notice } from '~/ui/notice'

import { findKeepingFault, type KeepingFault } from './keeping'

const texts: Record<KeepingFault, string> = {
  full: 'На этом устройстве не хватает места. Освободите немного и откройте карту ещё раз — она сохранится.',
  forbidden:
    'Браузер не разрешает сайту хранить данные — так бывает в режиме инкогнито. Остальное работает как обычно.',
}

/** Warns when the card cannot be stored; everything else works. */
export function KeepingNotice() {
  const [fault, setFault] = useState<KeepingFault | null>(null)
  useEffect(() => void findKeepingFault().then(setFault), [])
  return (
    fault && <Notice role="status" title="Карта без сети не&nbsp;откроется" text={texts[fault]} />
  )
}
