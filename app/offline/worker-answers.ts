import { CARD_HEADER, EXPIRED_HEADER } from '~/lib/page-marks'

/** Why the stored card is shown instead of the page. */
export type Why = 'network' | 'server' | 'busy' | 'code' | 'signIn' | 'profile'

/** What became of a request for the card. */
export interface CardAnswer {
  /** null: no answer, or an incomplete one. */
  answer: Response | null
  /** null: the answer is better than the stored card. */
  why: Why | null
  /** User hash of the expired session; null: none. */
  expired: string | null
  /** The visitor is a guest, and no session ended by itself: the stored record has no owner here. */
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
 * Whether the answer is of more use at the till than the stored card. Pages are sent in one piece, so
 * one that ends early is broken; where a redirect leads is asked, because a navigation does not tell.
 * @param isStart the installed application was opened: its address leads on to the first screen
 */
export async function judge(
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
    const expired = expiredOf(answer)
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
  if (/^\/login\b/.test(pathname)) return asGuest(answer, expiredOf(reached))
  return outcome({ answer, why: pathname === '/profile/incomplete' ? 'profile' : null })
}

function asGuest(answer: Response, expired: string | null): CardAnswer {
  return outcome(expired ? { answer, expired, why: 'signIn' } : { answer, isGuest: true })
}

/** User hash of the session that expired on this device. */
export function expiredOf(answer: Response): string | null {
  return answer.headers.get(EXPIRED_HEADER)
}
