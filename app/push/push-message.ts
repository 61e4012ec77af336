/** A push as it travels: the shape of Declarative Web Push, read by our worker and by Safari. */
export interface PushMessage {
  web_push: 8030
  /** A worker that runs may show something else. */
  mutable?: true
  /** Nothing is shown: the worker asks what there is to remind of. */
  isTickle?: true
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

const LONGEST_TITLE = 120
const LONGEST_TEXT = 300
const HOME = '/today'

/** What the worker shows of a message; always something, for a silent push ends a subscription. */
export interface ShownPush {
  title: string
  body: string
  path: string
  icon: string
  tag?: string
  /** Neither sound nor vibration. */
  silent?: boolean
}

const textOf = (value: unknown, longest: number) =>
  typeof value === 'string' ? value.trim().slice(0, longest) : ''

/** A path of this site, or the main screen: a push leads nowhere else. */
export function ownPath(address: unknown, origin: string): string {
  const text = textOf(address, 1024)
  try {
    const url = new URL(text, origin)
    return text && url.origin === origin ? url.pathname + url.search : HOME
  } catch {
    return HOME
  }
}

/** Whether a push says nothing itself, and the worker is to ask. */
export function isTickle(data: unknown): boolean {
  return (data as { isTickle?: unknown } | null)?.isTickle === true
}

/** Reads a push that may be anything at all. */
export function readPush(data: unknown, origin: string): ShownPush {
  const { notification } = (data ?? {}) as { notification?: Partial<Record<string, unknown>> }
  const { title, body, navigate, icon, tag } = notification ?? {}
  const iconUrl = textOf(icon, 1024)
  const shown: ShownPush = {
    title: textOf(title, LONGEST_TITLE) || 'Новое сообщение',
    body: textOf(body, LONGEST_TEXT),
    path: ownPath(navigate, origin),
    icon: iconUrl ? ownPath(iconUrl, origin) : '/icon-192.png',
  }
  if (shown.icon === HOME) shown.icon = '/icon-192.png'
  const name = textOf(tag, 64)
  return name ? { ...shown, tag: name } : shown
}
