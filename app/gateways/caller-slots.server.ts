/** Keeps one shopper from taking all the connections of a gateway, or all the places of one of its endpoints. */
export interface CallerSlots {
  /**
   * Waits for leave to call, behind earlier calls of the same caller alone. Gives what must be called when the call is over.
   * @param caller `null`: anonymous; these wait behind each other
   * @throws the signal's reason
   */
  acquire(endpoint: string, caller: string | null, signal: AbortSignal): Promise<() => void>
  /** How many lines have somebody in them. */
  lines(): number
}

/** Calls at a time. */
export interface Most {
  /** Of one caller. */
  own: number
  /** Of one caller to one endpoint. */
  ofEndpoint: number
  /** Limit shared by anonymous calls. */
  common: number
}

interface Slots {
  underWay: number
  waiting: Set<() => void>
}

export function createCallerSlots(most: Most): CallerSlots {
  const lines = new Map<string, Slots>()

  /** The turn of one who leaves goes on to the next. */
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
    else await turnOf(slots, signal)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      leave(name, slots)
    }
  }

  return {
    async acquire(endpoint, caller, signal) {
      if (caller === null) return enter('', most.common, signal)
      // First the endpoint's: who waits there keeps no turn from what else the caller asks for.
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
    lines: () => lines.size,
  }
}

function turnOf({ waiting }: Slots, signal: AbortSignal): Promise<void> {
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
