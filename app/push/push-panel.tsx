import { useEffect, useReducer, useState } from 'react'

import { iosFlags, ownDevice, type DeviceInfo, type IosFlags } from '~/domain/device-info'
import { Button, ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { useSite } from '~/ui/site'
import { currency } from '~/domain/currency'

import { initialPush, isEnrolled, nextPush, type PushState } from './push'
import {
  checkSubscription,
  isPushPossible,
  storedPush,
  turnOffPush,
  turnOnPush,
} from './push-browser'

type Means = NotificationPermission | 'impossible' | IosFlags

function meansOfBrowser(device: DeviceInfo): Means {
  const own = ownDevice(device)
  // An installed app's user agent names no browser, but its APIs show what it can do.
  if (own.pwa && isPushPossible()) return Notification.permission
  const flags = iosFlags(own)
  if (flags) return flags
  // eslint-disable-next-line compat/compat -- only after the check
  return isPushPossible() ? Notification.permission : 'impossible'
}

/**
 * Turns pushes of this device on and off, after a tap only. Hidden without a script, or while push
 * is not configured.
 */
export function PushPanel() {
  const { pushKey: key, device } = useSite() ?? {}
  const [means, setMeans] = useState<Means | null>(null)
  const [state, dispatch] = useReducer(nextPush, initialPush)
  useEffect(() => {
    if (!device) return
    const current = meansOfBrowser(device)
    // The stored subscription is read first, so that an enrolled device sees no prompt.
    if (key && current === 'granted' && isEnrolled(storedPush(), key, current)) {
      dispatch({ type: 'enrolled' })
      // The browser may have ended the subscription.
      void checkSubscription(key).then((isAlive) => !isAlive && dispatch({ type: 'lost' }))
    }
    setMeans(current)
  }, [key, device])
  useEffect(() => {
    if (device && state !== initialPush) setMeans(meansOfBrowser(device))
  }, [state, device])

  if (!key || means === null) return null
  if (typeof means === 'object') return <IosAdvice {...means} />
  if (means === 'impossible')
    return (
      <Notice
        icon="bell"
        title="Этот браузер не&nbsp;умеет пуши"
        text="Откройте сайт в свежем Chrome, Яндекс Браузере, Edge, Firefox или Safari — не в приватном окне."
      />
    )
  if (means === 'denied')
    return (
      <Notice
        icon="bell"
        tone="warning"
        title="Уведомления запрещены в&nbsp;браузере"
        text={<Link to="/profile/push-instruction">Как разрешить</Link>}
      />
    )
  const isPending = state.permissions === 'pending' || state.sendToken === 'pending'
  const isOn = means === 'granted' && state.sendToken === 'success'
  return (
    <Notice
      icon="bell"
      tone={isOn ? 'success' : state.trouble ? 'warning' : 'info'}
      {...(isOn ? onText : textWhileOff(state, means))}
      action={
        <Button
          writes="push"
          type="button"
          variant="secondary"
          size="small"
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) void (isOn ? turnOffPush(dispatch) : turnOnPush(key, dispatch))
          }}
        >
          {isPending ? 'Подождите…' : isOn ? 'Выключить' : 'Включить'}
        </Button>
      }
    />
  )
}

/** True when the browser's prompt was closed without an answer. */
const hasPutOff = () => storedPush().permission === 'default'

function textWhileOff({ trouble }: PushState, means: NotificationPermission) {
  if (trouble) return troubleText[trouble]
  return means === 'default' && hasPutOff() ? unansweredText : offText
}

const troubleText = {
  unreachable: {
    title: 'До этого браузера пуши не доходят',
    text: 'Его служба уведомлений выключена или удалена. Обновите браузер или откройте сайт в Chrome, Яндекс Браузере, Edge, Firefox или Safari. Купоны и сроки всегда есть на главной.',
  },
  lost: {
    title: 'Пуши на этом устройстве отключились',
    text: 'Браузер больше их не принимает. Нажмите «Включить», чтобы подключить их заново.',
  },
}

const onText = { title: 'На этом устройстве пуши включены' }
const offText = {
  title: 'Пуши на этом устройстве',
  get text() {
    return `Подскажем, когда появится купон и когда сгорят ${currency.plural}.`
  },
}
const unansweredText = {
  title: 'Пуши пока не включены',
  text: 'Вопрос браузера остался без ответа. Нажмите «Включить» и выберите в нём «Разрешить».',
}

function IosAdvice({ wrongOs, wrongBrowser }: IosFlags) {
  return (
    <Notice
      icon="bell"
      {...iosText(wrongOs, wrongBrowser)}
      action={
        <ButtonLink to="/install" variant="secondary" size="small">
          Как установить
        </ButtonLink>
      }
    />
  )
}

function iosText(wrongOs: boolean, wrongBrowser: boolean) {
  if (wrongOs)
    return {
      title: 'Для пушей нужна iOS 16.4 или новее',
      text: wrongBrowser
        ? 'Обновите систему. До этого карту можно добавить на экран «Домой» из Safari.'
        : 'Обновите систему в настройках устройства.',
    }
  if (wrongBrowser)
    return {
      title: 'В этом браузере пуши не работают',
      text: 'Откройте сайт в Safari и добавьте карту на экран «Домой»: туда они приходят.',
    }
  return {
    title: 'Сначала добавьте карту на экран «Домой»',
    text: 'На iPhone и iPad пуши приходят только в установленное приложение.',
  }
}
