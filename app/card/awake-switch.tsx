import { useEffect, useState } from 'react'

import { Button } from '~/ui/button'
import type { StoredName } from '~/lib/storage-catalogue'

import styles from './awake-switch.module.css'
import { useWakeLock } from './wake-lock'

const KEY = 'v1_awake' satisfies StoredName

/** A storage that is full or forbidden costs only the memory of the choice. */
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
    // It is asked for again next time.
  }
}

/**
 * Keeps the screen from going dark before the queue is through, when it is asked to, and the next
 * time as well. A phone that cannot says so once, and is not asked again.
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
  const toggle = () => {
    remember(isOn ? null : 'on')
    setChoice(isOn ? 'off' : 'on')
  }
  return (
    <div className={styles.awake}>
      {!(isOn && isRefused) && (
        <Button
          type="button"
          variant="secondary"
          fullWidth
          icon={isOn ? 'check' : undefined}
          role="switch"
          aria-checked={isOn}
          onClick={toggle}
        >
          Не гасить экран
        </Button>
      )}
      <p role="status">
        {isOn && isRefused && 'Этот телефон не позволяет держать экран включённым.'}
      </p>
    </div>
  )
}
