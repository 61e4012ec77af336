/** The two tracks of push (specification, section 4). */
export type Track = 'initial' | 'pending' | 'success' | 'error'
export interface PushState {
  sendToken: Track
  permissions: Track
  /** Why nothing comes although the browser allows it, if there is a reason. */
  trouble?: 'unreachable' | 'lost'
}

/** `unreachable`: no push can come to this browser, or its push service is not the shop's. */
export type EnrolmentResult = 'enrolled' | 'failed' | 'unreachable'

export type PushStep =
  | { type: 'asked' }
  | { type: 'answered'; permission: NotificationPermission }
  | { type: 'sending' }
  | { type: 'enrolled' }
  | { type: 'refused' }
  | { type: 'failed' }
  | { type: 'unreachable' }
  /** An enrolled device turned out to get nothing any longer. */
  | { type: 'lost' }
  | { type: 'turnedOff' }

export const initialPush: PushState = { sendToken: 'initial', permissions: 'initial' }

/** What a step makes of the two tracks. */
export function nextPush(state: PushState, step: PushStep): PushState {
  switch (step.type) {
    case 'asked':
      return { ...state, permissions: 'pending' }
    case 'answered':
      return { ...state, permissions: permissionTracks[step.permission] }
    case 'sending':
      return { permissions: state.permissions, sendToken: 'pending' }
    case 'enrolled':
      return { ...state, sendToken: 'success' }
    case 'refused':
      return { ...state, sendToken: 'error' }
    case 'unreachable':
    case 'lost':
      return { ...state, sendToken: 'error', trouble: step.type }
    case 'failed':
      // What was under way has ended, too.
      return {
        sendToken: state.sendToken === 'pending' ? 'error' : state.sendToken,
        permissions: 'error',
      }
    case 'turnedOff':
      return initialPush
  }
}

/** Who closed the question may be asked again; a shopper who refused has to go to the settings. */
const permissionTracks: Record<NotificationPermission, Track> = {
  granted: 'success',
  denied: 'error',
  default: 'initial',
}

export const pushFailed = {
  theme: 'warning',
  title: 'Не удалось включить уведомления. Попробуйте ещё раз',
} as const

/** The message after the browser has allowed pushes. */
export const enrolmentToasts = {
  get enrolled() {
    return permissionToasts.granted
  },
  failed: pushFailed,
  unreachable: {
    theme: 'warning',
    title: 'В этом браузере пуши не работают',
    description: 'Что можно сделать — на странице «Уведомления».',
  },
} as const

export const pushNotTurnedOff = {
  theme: 'warning',
  title: 'Не удалось выключить уведомления. Попробуйте ещё раз',
} as const

export const pushTurnedOff = {
  theme: 'info',
  title: 'Уведомления на этом устройстве выключены',
} as const

/** The message after the shopper's answer. */
export const permissionToasts = {
  granted: { theme: 'success', title: 'Уведомления включены' },
  denied: {
    theme: 'warning',
    title: 'Уведомления запрещены в браузере',
    description: 'Разрешите их в настройках — мы покажем, где это.',
  },
  default: {
    theme: 'info',
    title: 'Уведомления не включены',
    description: 'Включить их можно в любой момент.',
  },
} as const

/** The push token as the browser keeps it; valid only when no field is empty (section 5). */
export interface StoredToken {
  timestamp: number
  token: string
  auth: string
  p256dh: string
  /** The sender's public key. */
  key: string
  endpoint: string
  scope: string
}

/** A subscription in the form that is stored. */
export function storedTokenOf(
  { endpoint = '', keys = {} }: PushSubscriptionJSON,
  { key, scope, now }: { key: string; scope: string; now: number },
): StoredToken {
  const token = endpoint.slice(endpoint.lastIndexOf('/') + 1)
  const { auth = '', p256dh = '' } = keys
  return { timestamp: now, token, auth, p256dh, key, endpoint, scope }
}

const textFields = ['token', 'auth', 'p256dh', 'key', 'endpoint', 'scope'] as const

/** Reads what was stored; null for nothing, and for anything that is not whole. */
export function parseStoredToken(text: string | null): StoredToken | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<StoredToken> | null
    const isWhole =
      stored !== null &&
      typeof stored.timestamp === 'number' &&
      stored.timestamp > 0 &&
      textFields.every((name) => typeof stored[name] === 'string' && stored[name] !== '')
    return isWhole ? (stored as StoredToken) : null
  } catch {
    return null
  }
}

/** The stored push data of this device: its token, and the last answer of the browser. */
export interface StoredPush {
  token: StoredToken | null
  permission: string | null
}

/** Whether pushes reach this device: it was enrolled with this key, and the browser lets them in. */
export function isEnrolled(
  storedToken: StoredPush,
  key: string,
  permission: NotificationPermission,
): boolean {
  return (
    permission === 'granted' &&
    storedToken.permission === 'granted' &&
    storedToken.token?.key === key
  )
}

const HOUR_MS = 3_600_000

/**
 * The key that a device subscribes with: the one that the page offers, but for an hour after each
 * enrolment the one it has. While containers of two configurations serve, pages offer now one key and
 * now the other, and a device must not go to and fro between them until its enrolments are refused.
 * @param offered the public key of push now; none where the page does not know
 * @param now milliseconds since 1970
 */
export function keyFor(
  storedToken: StoredToken,
  offered: string | null | undefined,
  now: number,
): string {
  return offered && now - storedToken.timestamp > HOUR_MS ? offered : storedToken.key
}

const WEEK_MS = 7 * 86_400_000

/** Whether the gateway has to be reported: a new token, another permission, or a week has passed. */
export function needsEnrolment(
  storedToken: StoredPush,
  current: { token: StoredToken; permission: NotificationPermission },
): boolean {
  if (!storedToken.token || storedToken.permission !== current.permission) return true
  if (current.token.timestamp - storedToken.token.timestamp > WEEK_MS) return true
  return (['endpoint', 'auth', 'p256dh', 'key'] as const).some(
    (name) => storedToken.token?.[name] !== current.token[name],
  )
}
