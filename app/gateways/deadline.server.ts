export interface CallDeadline {
  /** Aborts at the deadline with a `TimeoutError`, or with the caller's reason. */
  signal: AbortSignal
  remainingMs(): number
  /** Waits for the promise no longer than the deadline; rejects with the signal's reason. */
  race<Value>(promise: Promise<Value>): Promise<Value>
  /** True for the error of this deadline. */
  isPassed(error: unknown): boolean
  /** Stops the timer; call it after the work, also after an error. */
  clear(): void
}

/** Starts the deadline. `caller` can cancel earlier. */
export function startDeadline(ms: number, caller?: AbortSignal): CallDeadline {
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

/** True when a deadline aborted the signal, not a caller. */
export function isDeadlinePassed(signal: AbortSignal): boolean {
  return signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
}
