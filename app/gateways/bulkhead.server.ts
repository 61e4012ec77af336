/** Keeps a slow endpoint from using all connections of its gateway. */
export interface Bulkhead {
  /**
   * Asks to call an endpoint. Returns the function to call at the end; `null` when the endpoint has
   * reached its limit.
   * @param endpoint the endpoint's name
   */
  enter(endpoint: string): (() => void) | null
}

/** @param most parallel calls of one endpoint */
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
