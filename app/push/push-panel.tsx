import { useEffect, useReducer, useState } from 'react'

import { deviceInfo, iosFlags, type IosFlags } from '~/lib/device-info'
import { Button, ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { useSite } from '~/ui/site'

import { isInstalled } from '~/lib/installed'
import { initialPush, nextPush } from './push'
import { isPushPossible, turnOnPush } from './push-browser'

type Means = NotificationPermission | 'impossible' | IosFlags

function meansOfBrowser(): Means {
  const flags = iosFlags(deviceInfo(navigator.userAgent, navigator.maxTouchPoints), isInstalled())
  if (flags) return flags
  return isPushPossible() ? Notification.permission : 'impossible'
}

/**
 * Pushes of this device: switched on by a tap, never asked for otherwise. Nothing is shown
 * without a script or while the operator has not configured push.
 */
export function PushPanel() {
  const root = useSite()
  const [means, setMeans] = useState<Means | null>(null)
  const [state, dispatch] = useReducer(nextPush, initialPush)
  useEffect(() => setMeans(meansOfBrowser()), [state])

  const key = root?.pushKey
  if (!key || means === null) return null
  if (typeof means === 'object') return <IosAdvice {...means} />
  if (means === 'impossible') return <Notice icon="bell" title="Этот браузер не умеет пуши" />
  if (means === 'denied')
    return (
      <Notice
        icon="bell"
        tone="warning"
        title="Уведомления запрещены в браузере"
        text={<Link to="/profile/push-instruction">Как разрешить</Link>}
      />
    )
  if (means === 'granted' && state.sendToken === 'success')
    return <Notice icon="bell" tone="success" title="На этом устройстве пуши включены" />
  const isPending = state.permissions === 'pending' || state.sendToken === 'pending'
  return (
    <Notice
      icon="bell"
      title="Пуши на этом устройстве"
      text="Подскажем, когда появится купон и когда сгорят звёзды."
      action={
        <Button
          type="button"
          variant="secondary"
          size="small"
          aria-disabled={isPending}
          onClick={() => !isPending && void turnOnPush(key, dispatch)}
        >
          {isPending ? 'Включаем…' : 'Включить'}
        </Button>
      }
    />
  )
}

function IosAdvice({ wrongOs, wrongBrowser }: IosFlags) {
  const howTo = (
    <ButtonLink to="/install" variant="secondary" size="small">
      Как установить
    </ButtonLink>
  )
  if (wrongOs || wrongBrowser)
    return (
      <Notice
        icon="bell"
        title="Для пушей нужна iOS 16.4 или новее"
        text={
          wrongBrowser
            ? 'Обновите систему. До этого карту можно добавить на экран «Домой» из Safari.'
            : 'Обновите систему в настройках телефона.'
        }
        action={howTo}
      />
    )
  return (
    <Notice
      icon="bell"
      title="Сначала добавьте карту на экран «Домой»"
      text="На iPhone пуши приходят только в установленное приложение."
      action={howTo}
    />
  )
}
