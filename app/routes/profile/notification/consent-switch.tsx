import { useFetcher } from '@remix-run/react'

import type { ConsentName } from '~/lib/consents'
import { Switch } from '~/ui/switch'

import type { clientAction as changeAction } from './change'
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
  const pending = fetcher.formData?.get('isPermitted')
  const isOn = pending ? pending === 'true' : isGiven
  const isFailed = fetcher.state === 'idle' && fetcher.data?.isSaved === false
  const isSaved = fetcher.state === 'idle' && fetcher.data?.isSaved === true
  return (
    <div className={styles.consent}>
      <Switch
        name={name}
        label={title}
        hint={text}
        checked={isOn}
        onChange={({ currentTarget }) =>
          fetcher.submit(
            { name, isPermitted: String(currentTarget.checked) },
            { method: 'post', action: '/profile/notification/change' },
          )
        }
      />
      <p className={isFailed ? styles.failed : styles.status} role="status">
        {pending && 'Сохраняем…'}
        {isFailed && 'Не сохранили: переключатель вернулся. Попробуйте ещё раз'}
        {isSaved && !pending && (isOn ? 'Включено' : 'Выключено')}
      </p>
    </div>
  )
}
