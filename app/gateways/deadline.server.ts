/** The time that one call may take, whatever happens within it. */
export interface Deadline {
  /** Aborts at the deadline with a `TimeoutError`, or with the caller's reason. */
  signal: AbortSignal
  remainingMs(): number
  /** Waits for the promise no longer than the deadline; rejects with the signal's reason. */
  race<Value>(promise: Promise<Value>): Promise<Value>
  /** Whether this is the error of this deadline having passed. */
  isPassed(error: unknown): boolean
  /** To be called when the work is over, however it ended. */
  clear(): void
}

/** Starts the clock. `caller` ends the wait early. */
export function startDeadline(ms: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const endsAt = performance.now() + ms
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The deadline has passed', 'TimeoutError'))
  }, ms)
  const leave = () => controller.abort(caller?.reason)
  if (caller?.aborted) leave()
  caller?.addEventListener('abort', leave)

  return {
    signal,
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    async race(promise) {
      let give: (() => void) | undefined
      const over = new Promise<never>((_, reject) => {
        give = () => reject(signal.reason)
        if (signal.aborted) give()
        else signal.addEventListener('abort', give)
      })
      try {
        return await Promise.race([promise, over])
      } finally {
        if (give) signal.removeEventListener('abort', give)
      }
    },
    isPassed: (error) => isDeadlinePassed(signal) && error === signal.reason,
    clear() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', leave)
    },
  }
}

/** Whether the signal was aborted by a deadline and not by a caller. */
export function isDeadlinePassed(signal: AbortSignal): boolean {
  return signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
}
