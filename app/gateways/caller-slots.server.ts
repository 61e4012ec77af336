/**
 * Keeps one shopper from using all connections of a gateway, or all slots of one of its endpoints.
 */
export interface CallerSlots {
  /**
   * Waits for a slot behind earlier calls of the same caller. Returns the function that frees the
   * slot.
   * @param caller `null`: anonymous visitors, who share one queue
   * @throws the signal's reason
   */
  acquire(endpoint: string, caller: string | null, signal: AbortSignal): Promise<() => void>
  queues(): number
}

interface SlotLimits {
  /** For one caller. */
  own: number
  /** For one caller and one endpoint. */
  ofEndpoint: number
  /** Limit shared by anonymous calls. */
  anonymous: number
}

interface Slots {
  underWay: number
  waiting: Set<() => void>
}

export function createCallerSlots(most: SlotLimits): CallerSlots {
  const lines = new Map<string, Slots>()

  /** Passes a freed slot on to the next waiting call. */
  function leave(name: string, slots: Slots): void {
    const [next] = slots.waiting
    if (next) {
      slots.waiting.delete(next)
      next()
      return
    }
    slots.underWay -= 1
    if (slots.underWay === 0) lines.delete(name)
  }

  async function enter(name: string, places: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const slots = lines.get(name) ?? { underWay: 0, waiting: new Set() }
    lines.set(name, slots)
    if (slots.underWay < places) slots.underWay += 1
    else await getTurn(slots, signal)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      leave(name, slots)
    }
  }

  return {
    async acquire(endpoint, caller, signal) {
      if (caller === null) return enter('', most.anonymous, signal)
      // The endpoint's slot comes first: a call that waits for it must not hold the caller's own
      // slot.
      const leaveEndpoint = await enter(`${endpoint} ${caller}`, most.ofEndpoint, signal)
      try {
        const leaveAll = await enter(caller, most.own, signal)
        return () => {
          leaveAll()
          leaveEndpoint()
        }
      } catch (error) {
        leaveEndpoint()
        throw error
      }
    },
    queues: () => lines.size,
  }
}

function getTurn({ waiting }: Slots, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.delete(begin)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    waiting.add(begin)
  })
}
