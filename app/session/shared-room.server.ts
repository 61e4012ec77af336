import { networksOf } from './address-networks.server'

/** What one address may use of a room. */
export interface PartOfRoom {
  has(amount: number): boolean
  /** Takes so much, or gives it back when it is below zero. */
  hold(amount: number): void
}

/**
 * Room that all visitors share and in which none displaces the others. An address counts in it for the
 * networks that it is in, as it does for limits.
 * @param most what all together may hold
 * @param mostOf what a network may hold while so much is free besides; its share is how many addresses it counts for
 * @param onHeld hears how much is held
 * @returns the part of an address
 */
export function createSharedRoom(
  most: number,
  mostOf: (share: number, free: number) => number,
  onHeld?: (held: number) => void,
): (address: string) => PartOfRoom {
  let held = 0
  /** By network; whoever holds nothing is not in it. */
  const heldOf = new Map<string, number>()
  return (address) => {
    const networks = networksOf(address)
    return {
      has(amount) {
        const free = most - held
        return (
          amount <= free &&
          networks.every(
            ({ network, share }) => (heldOf.get(network) ?? 0) + amount <= mostOf(share, free),
          )
        )
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
