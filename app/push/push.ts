/** The two tracks of push: permission and enrolment (specification 4.28). */
type Track = 'initial' | 'pending' | 'success' | 'error'
export interface PushState {
  sendToken: Track
  permissions: Track
  /** Why no push arrives although the browser allows it, if there is a reason. */
  trouble?: 'unreachable' | 'lost'
}

/** `unreachable`: this browser cannot receive pushes, or its push service is not listed. */
export type EnrolmentResult = 'enrolled' | 'failed' | 'unreachable'

export type PushStep =
  | { type: 'asked' }
  | { type: 'answered'; permission: NotificationPermission }
  | { type: 'sending' }
  | { type: 'enrolled' }
  | { type: 'refused' }
  | { type: 'failed' }
  | { type: 'unreachable' }
  /** An enrolled device no longer receives pushes. */
  | { type: 'lost' }
  | { type: 'turnedOff' }

export const initialPush: PushState = { sendToken: 'initial', permissions: 'initial' }

/** The state of both tracks after a step. */
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
      // The error also ends the other track's pending step.
      return {
        sendToken: state.sendToken === 'pending' ? 'error' : state.sendToken,
        permissions: 'error',
      }
    case 'turnedOff':
      return initialPush
  }
}

/**
 * A shopper who closed the prompt may be asked again; after a refusal only the browser's settings
 * help.
 */
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

/** The push token stored in the browser; valid only when no field is empty (specification 5.10). */
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

/** The stored form of a subscription. */
export function getStoredToken(
  { endpoint = '', keys = {} }: PushSubscriptionJSON,
  { key, scope, now }: { key: string; scope: string; now: number },
): StoredToken {
  const token = endpoint.slice(endpoint.lastIndexOf('/') + 1)
  const { auth = '', p256dh = '' } = keys
  return { timestamp: now, token, auth, p256dh, key, endpoint, scope }
}

const textFields = ['token', 'auth', 'p256dh', 'key', 'endpoint', 'scope'] as const

/** Validates the stored text; null when absent or incomplete. */
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

/** Push data of this device: its token, and the browser's last permission. */
export interface StoredPush {
  token: StoredToken | null
  permission: string | null
}

/** True when this device was enrolled with this key and the browser allows pushes. */
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
 * The key to subscribe with: the page's key, but for an hour after an enrolment the device's own.
 * During a rollout pages offer old and new keys in turn. A device must not use up its enrolments by
 * alternating.
 * @param offered the current public key of push; none when the page does not have it
 * @param now Unix time in milliseconds
 */
export function keyFor(
  storedToken: StoredToken,
  offered: string | null | undefined,
  now: number,
): string {
  return offered && now - storedToken.timestamp > HOUR_MS ? offered : storedToken.key
}

const WEEK_MS = 7 * 86_400_000

/** True when the gateway needs an update: a new token, another permission, or after a week. */
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
