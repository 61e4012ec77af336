/** Keeps one shopper from taking all the connections of a gateway, or all the places of one of its endpoints. */
export interface Turns {
  /**
   * Waits for leave to call, behind earlier calls of the same caller alone. Gives what must be called when the call is over.
   * @param caller `null`: anonymous; these wait behind each other
   * @throws the signal's reason
   */
  take(endpoint: string, caller: string | null, signal: AbortSignal): Promise<() => void>
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

interface Line {
  underWay: number
  waiting: Set<() => void>
}

export function createTurns(most: Most): Turns {
  const lines = new Map<string, Line>()

  /** The turn of one who leaves goes on to the next. */
  function leave(name: string, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
      return
    }
    line.underWay -= 1
    if (line.underWay === 0) lines.delete(name)
  }

  async function enter(name: string, places: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const line = lines.get(name) ?? { underWay: 0, waiting: new Set() }
    lines.set(name, line)
    if (line.underWay < places) line.underWay += 1
    else await turnOf(line, signal)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      leave(name, line)
    }
  }

  return {
    async take(endpoint, caller, signal) {
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

function turnOf({ waiting }: Line, signal: AbortSignal): Promise<void> {
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
