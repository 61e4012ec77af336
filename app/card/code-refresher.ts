/** Why the code on a screen is not followed by a new one. */
export type RefreshFault =
  /** The gateway is unreachable or busy: later may help. */
  | 'unreachable'
  /** The gateway gives no code for this card. */
  | 'refused'
  /** The session is over. */
  | 'signIn'
  /** The profile lacks what the programme needs. */
  | 'profile'

/** The result of asking for a code. */
export interface Asked {
  /** null: the code is there. */
  fault: RefreshFault | null
  /** The server asks to be left alone for so long. */
  retryAfterMs?: number
}

/** No code on the screen is older (specification, section 9). */
export const REFRESH_MS = 300_000
const FIRST_PAUSE_MS = 10_000
/** However often the network comes and goes, and the shopper looks. */
const LEAST_GAP_MS = 5000

/**
 * How long to wait before the code is asked for anew; null: until the shopper comes back. Chance
 * spreads the phones of a full shop, which all lost the network at once.
 * @param failures in a row, this one included
 * @param chance from 0 to 1
 */
export function pauseAfter(asked: Asked, failures: number, chance: number): number | null {
  const { fault, retryAfterMs = 0 } = asked
  if (fault === 'signIn') return null
  if (fault !== 'unreachable') return REFRESH_MS * (0.9 + chance / 10)
  const longest = Math.min(REFRESH_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
  const delay = Math.min(REFRESH_MS, retryAfterMs)
  return Math.max(longest * (0.5 + chance / 2), delay * (1 + chance / 4))
}

interface Refreshed {
  /** Asks for a code, within bounds, and never throws. */
  ask(): Promise<Asked>
  isSeen(): boolean
  /** The result of the code that the page brought along. */
  initial: RefreshFault | null
}

export interface Refresher {
  /** The page may be seen again. */
  onReturn(): void
  onReconnect(): void
  stop(): void
}

/**
 * Has the code of a page that is seen asked for again and again: in time while all is well, less and
 * less often while it is not, and soon once the shopper or the network is back. One question at a time.
 */
export function startRefresher({ ask, isSeen, initial }: Refreshed): Refresher {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  /** Nothing is asked before, whatever happens. */
  let freeAt = 0
  let isAsking = false
  let isHurried = false
  let isStopped = false

  function arm() {
    clearTimeout(timer)
    // Nothing is due later than that, unless the clock was set back meanwhile.
    const left = Math.min(1.25 * REFRESH_MS, dueAt - Date.now())
    if (dueAt < Infinity) timer = setTimeout(wake, Math.max(0, left))
  }

  /** What is due in a hidden tab is requested on return. */
  function wake() {
    if (isSeen()) void refresh()
  }

  function hurry() {
    dueAt = Math.min(dueAt, Math.max(Date.now(), freeAt))
    arm()
  }

  function settle(asked: Asked) {
    failures = asked.fault ? failures + 1 : 0
    const pause = pauseAfter(asked, failures, Math.random())
    dueAt = pause === null ? Infinity : Date.now() + pause
    arm()
  }

  async function refresh() {
    isAsking = true
    clearTimeout(timer)
    const asked = await ask()
    isAsking = false
    if (isStopped) return
    freeAt = Date.now() + Math.max(LEAST_GAP_MS, Math.min(REFRESH_MS, asked.retryAfterMs ?? 0))
    settle(asked)
    // The network returned while the last question was still on the one that had gone.
    if (isHurried && asked.fault) hurry()
    isHurried = false
  }

  settle({ fault: initial })
  return {
    onReturn() {
      if (isAsking || isStopped || !isSeen()) return
      if (failures > 0) hurry()
      else arm()
    },
    onReconnect() {
      if (isStopped) return
      if (isAsking) isHurried = true
      else hurry()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
