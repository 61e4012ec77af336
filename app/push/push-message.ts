import { cutText } from '~/lib/shorten'

/** A push message in the format of Declarative Web Push, for our worker and for Safari. */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: string
    /** Absolute: Safari opens it without asking the worker. */
    navigate: string
    icon?: string
    tag?: string
  }
}

const MAX_TITLE_LENGTH = 120
const MAX_TEXT_LENGTH = 300
const HOME = '/today'

/** The notification for a message; never empty, because a silent push ends a subscription. */
export interface ShownPush {
  title: string
  body: string
  path: string
  icon: string
  tag?: string
  /** Without sound and vibration. */
  silent?: boolean
}

const getText = (value: unknown, longest: number) =>
  typeof value === 'string' ? cutText(value.trim(), longest) : ''

/** A path of this site, else the main screen. */
function ownPath(address: unknown, origin: string): string {
  const text = getText(address, 1024)
  try {
    const url = new URL(text, origin)
    return text && url.origin === origin ? url.pathname + url.search : HOME
  } catch {
    return HOME
  }
}

/** Validates a push message of any content. */
export function readPush(data: unknown, origin: string): ShownPush {
  const { notification } = (data ?? {}) as { notification?: Partial<Record<string, unknown>> }
  const { title, body, navigate, icon, tag } = notification ?? {}
  const iconUrl = getText(icon, 1024)
  const shown: ShownPush = {
    title: getText(title, MAX_TITLE_LENGTH) || 'Новое сообщение',
    body: getText(body, MAX_TEXT_LENGTH),
    path: ownPath(navigate, origin),
    icon: iconUrl ? ownPath(iconUrl, origin) : '/icon-192.png',
  }
  if (shown.icon === HOME) shown.icon = '/icon-192.png'
  const name = getText(tag, 64)
  return name ? { ...shown, tag: name } : shown
}
