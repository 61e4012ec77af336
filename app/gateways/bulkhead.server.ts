/** Keeps a slow endpoint from taking all the connections of its gateway. */
export interface Bulkhead {
  /**
   * Asks for leave to call. Gives what must be called when the call is over; `null` when as many
   * calls of this endpoint are under way as may be.
   * @param endpoint the endpoint's name
   */
  enter(endpoint: string): (() => void) | null
}

/** @param most calls of one endpoint at a time */
export function createBulkhead(most: number): Bulkhead {
  const underWay = new Map<string, number>()
  return {
    enter(endpoint) {
      const count = underWay.get(endpoint) ?? 0
      if (count >= most) return null
      underWay.set(endpoint, count + 1)
      return () => {
        const left = (underWay.get(endpoint) ?? 1) - 1
        if (left > 0) underWay.set(endpoint, left)
        else underWay.delete(endpoint)
      }
    },
  }
}
