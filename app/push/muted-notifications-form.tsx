import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import type { NotificationKind } from '~/session/cookie-values.server'
import { Block } from '~/ui/block'
import { Button } from '~/ui/button'
import { currency } from '~/lib/currency'

import styles from './notification.module.css'
import { Switch } from '~/ui/switch'

/** Texts of the notifications that a device can mute; each kind needs one to be unmuted again. */
const choices: Record<NotificationKind, { title: string; text: string }> = {
  deadlines: {
    title: 'Скоро закончится',
    get text() {
      return `${currency.Plural}, купоны и задания, которые закончатся за неделю: на главной, у карты, в купонах и ${currency.prepositional}`
    },
  },
  account: {
    title: 'Это были вы?',
    text: 'Вопрос на главной, когда карту, телефон или почту изменили не с этого устройства',
  },
}
const names = Object.keys(choices) as NotificationKind[]

/** A form to mute the hints of the screens on this device; a script saves each change at once. */
export function MutedNotificationsForm({ quiet }: { quiet: readonly NotificationKind[] }) {
  const { Form, submit } = useFetcher()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A choice before hydration, which removes the button.
    const boxes = form.current?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? []
    if ([...boxes].some((box) => box.checked !== box.defaultChecked)) submit(form.current)
  }, [submit])
  return (
    <Form
      ref={form}
      method="post"
      action="/profile/notification/quiet"
      autoComplete="off"
      onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
    >
      <Block title="Подсказки на&nbsp;этом устройстве" id="device">
        <div className={styles.sheet}>
          {names.map((name) => (
            <div className={styles.consent} key={name}>
              <Switch
                id={`shown-${name}`}
                name="shown"
                value={name}
                label={choices[name].title}
                hint={choices[name].text}
                defaultChecked={!quiet.includes(name)}
              />
            </div>
          ))}
        </div>
        {!isHydrated && (
          <div className={styles.save}>
            <Button variant="secondary">Сохранить подсказки</Button>
          </div>
        )}
      </Block>
    </Form>
  )
}
