import { createKeyedSlots } from '~/lib/keyed-slots.server'

/** The most calls under way, by whom they are for. */
interface SlotLimits {
  /** For one caller. */
  own: number
  /** For one caller and one endpoint. */
  ofEndpoint: number
  /** Shared by anonymous calls. */
  anonymous: number
}

/**
 * Keeps one shopper from using all connections of a gateway, or all slots of one of its endpoints.
 */
export function createCallerSlots(most: SlotLimits) {
  const slots = createKeyedSlots()
  return {
    /**
     * Waits for a slot behind earlier calls of the same caller. Returns the function that frees it.
     * @param caller `null`: anonymous visitors, who share one queue
     * @throws the signal's reason
     */
    async acquire(endpoint: string, caller: string | null, signal: AbortSignal) {
      if (caller === null) return slots.queue('', most.anonymous, signal)
      // A call that waits for its endpoint must not hold the caller's own slot.
      const leaveEndpoint = await slots.queue(`${endpoint} ${caller}`, most.ofEndpoint, signal)
      try {
        const leaveAll = await slots.queue(caller, most.own, signal)
        return () => {
          leaveAll()
          leaveEndpoint()
        }
      } catch (error) {
        leaveEndpoint()
        throw error
      }
    },
    queues: () => slots.keys(),
  }
}

export type CallerSlots = ReturnType<typeof createCallerSlots>
