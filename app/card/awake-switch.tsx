import { useEffect, useState } from 'react'

import type { StoredName } from '~/lib/storage-catalogue'
import { Switch } from '~/ui/switch'

import styles from './awake-switch.module.css'
import { useWakeLock } from './wake-lock'

const KEY = 'v1_awake' satisfies StoredName

/** The last choice; null when the browser's storage is full or forbidden. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function remember(choice: 'on' | 'cannot' | null): void {
  try {
    if (choice) localStorage.setItem(KEY, choice)
    else localStorage.removeItem(KEY)
  } catch {
    // The choice is not stored; the shopper chooses again next time.
  }
}

/**
 * A switch that keeps the screen on in the queue, and remembers the choice. A phone without wake
 * locks hides the switch from then on.
 */
export function AwakeSwitch() {
  const [choice, setChoice] = useState<'on' | 'off' | 'never' | null>(null)
  const isOn = choice === 'on'
  const isRefused = useWakeLock(isOn)

  useEffect(() => {
    const stored = remembered()
    setChoice(stored === 'on' ? 'on' : stored === 'cannot' ? 'never' : 'off')
  }, [])

  useEffect(() => {
    if (isOn && isRefused && !('wakeLock' in navigator)) remember('cannot')
  }, [isOn, isRefused])

  // Without a script there is nothing to switch.
  if (choice === null || choice === 'never') return null
  return (
    <li className={styles.awake}>
      {!(isOn && isRefused) && (
        <Switch
          name="awake"
          role="switch"
          label="Не гасить экран"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            remember(checked ? 'on' : null)
            setChoice(checked ? 'on' : 'off')
          }}
        />
      )}
      <p role="status">
        {isOn && isRefused && 'Этот телефон не позволяет держать экран включённым.'}
      </p>
    </li>
  )
}
