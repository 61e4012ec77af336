import { CARD_HEADER, EXPIRED_HEADER } from '~/domain/worker-messages'

/** Why the stored card replaces the page. */
export type FallbackReason = 'network' | 'server' | 'busy' | 'code' | 'signIn' | 'profile'

/** The result of a request for the card. */
export interface CardResponse {
  /** null: no complete response. */
  response: Response | null
  /** null: the response is better than the stored card. */
  why: FallbackReason | null
  /** User hash of the expired session; null without one. */
  expired: string | null
  /** The visitor is a guest and no session expired, so the stored record has no owner here. */
  isGuest: boolean
}

const outcome = (facts: Partial<CardResponse>): CardResponse => ({
  response: null,
  why: null,
  expired: null,
  isGuest: false,
  ...facts,
})

/**
 * Compares the response with the stored card. Pages are sent at once, so a body that breaks off is an
 * error. Redirects are followed here, because a navigation does not reveal them.
 * @param isStart the installed app was opened, so the address redirects to the first screen
 */
export async function compareWithStoredCard(
  asked: Promise<Response>,
  url: string,
  isStart: boolean,
): Promise<CardResponse> {
  try {
    const response = await asked
    if (response.type === 'opaqueredirect')
      return isStart ? outcome({ response }) : await follow(response, url)
    if (response.status === 429) return outcome({ response, why: 'busy' })
    if (response.status >= 500) return outcome({ response, why: 'server' })
    const expired = getExpired(response)
    if (expired || (isStart && response.ok)) return asGuest(response, expired)
    const text = await response.clone().text()
    if (response.ok && !/<\/html>\s*$/.test(text)) return outcome({ response, why: 'server' })
    const card = response.headers.get(CARD_HEADER)
    return outcome({ response, why: card && card !== 'code' ? 'code' : null })
  } catch {
    return outcome({ why: 'network' })
  }
}

async function follow(response: Response, url: string): Promise<CardResponse> {
  const reached = await fetch(url, { method: 'HEAD', credentials: 'same-origin' })
  const { pathname } = new URL(reached.url)
  if (/^\/login\b/.test(pathname)) return asGuest(response, getExpired(reached))
  return outcome({ response, why: pathname === '/profile/incomplete' ? 'profile' : null })
}

function asGuest(response: Response, expired: string | null): CardResponse {
  return outcome(expired ? { response, expired, why: 'signIn' } : { response, isGuest: true })
}

/** User hash of the session that expired on this device. */
export function getExpired(response: Response): string | null {
  return response.headers.get(EXPIRED_HEADER)
}
