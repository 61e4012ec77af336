import { CARD_HEADER, EXPIRED_HEADER } from '~/lib/page-marks'

/** Why the stored card replaces the page. */
export type FallbackReason = 'network' | 'server' | 'busy' | 'code' | 'signIn' | 'profile'

/** The result of a request for the card. */
export interface CardAnswer {
  /** null: no complete answer. */
  answer: Response | null
  /** null: the answer is better than the stored card. */
  why: FallbackReason | null
  /** User hash of the expired session; null without one. */
  expired: string | null
  /** The visitor is a guest and no session expired, so the stored record has no owner here. */
  isGuest: boolean
}

const outcome = (facts: Partial<CardAnswer>): CardAnswer => ({
  answer: null,
  why: null,
  expired: null,
  isGuest: false,
  ...facts,
})

/**
 * Compares the answer with the stored card. Pages are sent at once, so a body that breaks off is an
 * error. Redirects are followed here, because a navigation does not reveal them.
 * @param isStart the installed app was opened, so the address redirects to the first screen
 */
export async function compareWithStoredCard(
  asked: Promise<Response>,
  url: string,
  isStart: boolean,
): Promise<CardAnswer> {
  try {
    const answer = await asked
    if (answer.type === 'opaqueredirect')
      return isStart ? outcome({ answer }) : await follow(answer, url)
    if (answer.status === 429) return outcome({ answer, why: 'busy' })
    if (answer.status >= 500) return outcome({ answer, why: 'server' })
    const expired = getExpired(answer)
    if (expired || (isStart && answer.ok)) return asGuest(answer, expired)
    const text = await answer.clone().text()
    if (answer.ok && !/<\/html>\s*$/.test(text)) return outcome({ answer, why: 'server' })
    const card = answer.headers.get(CARD_HEADER)
    return outcome({ answer, why: card && card !== 'code' ? 'code' : null })
  } catch {
    return outcome({ why: 'network' })
  }
}

async function follow(answer: Response, url: string): Promise<CardAnswer> {
  const reached = await fetch(url, { method: 'HEAD', credentials: 'same-origin' })
  const { pathname } = new URL(reached.url)
  if (/^\/login\b/.test(pathname)) return asGuest(answer, getExpired(reached))
  return outcome({ answer, why: pathname === '/profile/incomplete' ? 'profile' : null })
}

function asGuest(answer: Response, expired: string | null): CardAnswer {
  return outcome(expired ? { answer, expired, why: 'signIn' } : { answer, isGuest: true })
}

/** User hash of the session that expired on this device. */
export function getExpired(answer: Response): string | null {
  return answer.headers.get(EXPIRED_HEADER)
}
