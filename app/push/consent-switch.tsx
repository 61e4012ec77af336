import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'

import type { ConsentName } from '~/lib/consents'
import { switchedOff } from '~/lib/switch-names'
import { useIsOff } from '~/ui/site'
import { Switch } from './switch'

import type { clientAction as changeAction } from './change.action'
import styles from './notification.module.css'

interface ConsentSwitchProps {
  name: ConsentName
  title: string
  text: string
  isGiven: boolean
}

/**
 * One consent. With the script it is saved as soon as it is flipped, and flips back when the
 * gateway does not take it; without one it waits for the form's button.
 */
export function ConsentSwitch({ name, title, text, isGiven }: ConsentSwitchProps) {
  const fetcher = useFetcher<typeof changeAction>({ key: `consent-${name}` })
  // The fetcher begins a moment after the tap; the switch must not wait for it.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [isOffline, setIsOffline] = useState(false)
  const { state, data } = fetcher
  useEffect(() => {
    if (state === 'idle' && data) setWanted(null)
  }, [state, data])
  const isOff = useIsOff('consents')
  const isPending = wanted !== null
  const isOn = wanted ?? isGiven
  const outcome =
    isOffline || data?.isOffline
      ? 'Нет связи: переключатель вернулся. Попробуйте ещё раз'
      : data && !data.isSaved
        ? 'Не сохранили: переключатель вернулся. Попробуйте ещё раз'
        : data && (isOn ? 'Включено' : 'Выключено')
  return (
    <div className={styles.consent}>
      <Switch
        name={name}
        label={title}
        hint={isOff ? switchedOff.title : text}
        disabled={isOff}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setIsOffline(!navigator.onLine)
          if (!navigator.onLine) return
          setWanted(checked)
          fetcher.submit(
            { name, isPermitted: String(checked) },
            { method: 'post', action: '/profile/notification/change' },
          )
        }}
      />
      <p
        className={
          !isPending && (isOffline || data?.isSaved === false) ? styles.failed : styles.status
        }
        role="status"
      >
        {isPending ? 'Сохраняем…' : outcome}
      </p>
    </div>
  )
}
