import { networksOf } from './address-networks.server'

/** What one address may use of a room. */
export interface PartOfRoom {
  has(amount: number): boolean
  /** Takes so much, or gives it back when it is less than nothing. */
  hold(amount: number): void
}

/**
 * Room that all visitors share and in which none displaces the others: an address may hold one of
 * so many parts of it. It counts for the networks that it is in, as it does for limits.
 * @param onHeld hears how much is held
 * @returns the part of an address
 */
export function createSharedRoom(most: number, parts: number, onHeld?: (held: number) => void) {
  let held = 0
  /** By network; whoever holds nothing is not in it. */
  const heldOf = new Map<string, number>()

  return (address: string): PartOfRoom => {
    const networks = networksOf(address).map(({ network, share }) => ({
      network,
      ownMost: Math.min(1, share / parts) * most,
    }))
    return {
      /** Nobody holds more than is free besides, so however many try, there is some for who comes next. */
      has(amount) {
        const free = most - held
        return networks.every(({ network, ownMost }) => {
          const own = (heldOf.get(network) ?? 0) + amount
          return own <= ownMost && own <= free
        })
      },
      hold(amount) {
        held += amount
        for (const { network } of networks) {
          const left = (heldOf.get(network) ?? 0) + amount
          if (left > 0) heldOf.set(network, left)
          else heldOf.delete(network)
        }
        onHeld?.(held)
      },
    }
  }
}
