import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useFormId } from '~/forms/form-id'
import type { ConsentName } from '~/domain/consents'
import { switchedOff } from '~/domain/switch-names'
import { useIsOff } from '~/ui/site'
import { Switch } from '~/ui/switch'

import type { clientAction as changeAction } from './change.action'
import styles from './notification.module.css'

const CHANGE = '/profile/notification/change'

interface ConsentSwitchProps {
  name: ConsentName
  title: string
  text: string
  isGiven: boolean
}

/**
 * One consent. With the script it is saved at once, and flips back when the gateway refuses it.
 * Without a script the form's button saves it. The server sends flips to the gateway in their order.
 */
export function ConsentSwitch({ name, title, text, isGiven }: ConsentSwitchProps) {
  const pageId = useFormId()
  // Keeps the form id of the first render.
  const [formId] = useState(pageId)
  const fetcher = useFetcher<typeof changeAction>({ key: `consent-${name}` })
  // The fetcher starts a moment after the tap; the switch shows the choice at once.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [isOffline, setIsOffline] = useState(false)
  const { state, data, submit } = fetcher
  const sent = useRef(isGiven)
  // Shows the saved choice even when the revalidation fails, until the screen loads again.
  const [saved, setSaved] = useState<{ on: string; isGiven: boolean } | null>(null)
  const screen = useRef(pageId)
  useEffect(() => {
    screen.current = pageId
  }, [pageId])

  useEffect(() => {
    if (state !== 'idle' || !data) return
    if (data.isSaved) setSaved({ on: screen.current, isGiven: sent.current })
    setWanted(null)
  }, [state, data])

  const flip = useCallback(
    (checked: boolean) => {
      setIsOffline(!navigator.onLine)
      if (!navigator.onLine) return
      setWanted(checked)
      sent.current = checked
      submit({ name, formId, isPermitted: String(checked) }, { method: 'post', action: CHANGE })
    },
    [name, formId, submit],
  )

  const input = useRef<HTMLInputElement>(null)
  const isNew = useRef(true)
  useEffect(() => {
    const shown = input.current?.checked
    // Sends a choice made before hydration, because hydration removes the form's button.
    if (isNew.current && shown !== undefined && shown !== isGiven) flip(shown)
    isNew.current = false
  }, [isGiven, flip])

  const isOff = useIsOff('consents')
  const isPending = wanted !== null
  const isOn = wanted ?? (saved?.on === pageId ? saved.isGiven : isGiven)
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
        ref={input}
        onChange={({ currentTarget: { checked } }) => flip(checked)}
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
