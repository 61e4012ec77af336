import type { Fault, FaultPlace } from './fault'

const MOST_FAULTS = 5

/**
 * Tells our server of each fault once, and of five at most: what goes wrong in one place goes wrong
 * often. What is a fault at all the server decides. A status that a loader threw is none.
 */
export function createFaultReporter(where: Fault['where'], build: () => string | undefined) {
  const reported = new Set<string>()
  return (error: unknown, what: FaultPlace): void => {
    if (!(error instanceof Error)) return
    const { name, message, stack } = error
    if (reported.has(message) || reported.size >= MOST_FAULTS) return
    reported.add(message)
    const body = JSON.stringify({ where, what, name, message, stack, build: build() })
    void fetch('/errors', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined)
  }
}
