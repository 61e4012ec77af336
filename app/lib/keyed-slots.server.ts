interface Slots {
  underWay: number
  waiting: Set<() => void>
}

/** Counts what runs for each key, and lets the rest wait in order or leave. */
export interface KeyedSlots {
  /** Takes a slot at once. Returns the function that frees it; null when all are taken. */
  enter(key: string, most: number): (() => void) | null
  /**
   * Waits for a slot behind earlier ones of the key. Returns the function that frees it.
   * @throws the signal's reason
   */
  queue(key: string, most: number, signal: AbortSignal): Promise<() => void>
  /** The keys with something under way. */
  keys(): number
}

export function createKeyedSlots(): KeyedSlots {
  const lines = new Map<string, Slots>()

  /** Frees a slot once: it passes to the next waiting one. */
  function leaveOnce(key: string, slots: Slots): () => void {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const [next] = slots.waiting
      if (next) return next()
      slots.underWay -= 1
      if (slots.underWay === 0) lines.delete(key)
    }
  }

  function enter(key: string, most: number): (() => void) | null {
    const slots = lines.get(key) ?? { underWay: 0, waiting: new Set() }
    if (slots.underWay >= most) return null
    slots.underWay += 1
    lines.set(key, slots)
    return leaveOnce(key, slots)
  }

  return {
    enter,
    async queue(key, most, signal) {
      signal.throwIfAborted()
      const leave = enter(key, most)
      if (leave) return leave
      const slots = lines.get(key)!
      await getTurn(slots, signal)
      return leaveOnce(key, slots)
    },
    keys: () => lines.size,
  }
}

function getTurn({ waiting }: Slots, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      waiting.delete(begin)
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
