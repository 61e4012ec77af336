import { getNetworks } from './address-networks.server'

/** What all sessions of an address may take, as a multiple of the share of its guests. */
const SESSIONS_SHARE = 4

/** The quota of one address. */
export interface AddressQuota {
  has(amount: number): boolean
  /** Whether the amount fits into the half of the quota that no address may fill alone. */
  hasPlenty(amount: number): boolean
  /** Takes this amount from the quota; a negative amount gives it back. */
  take(amount: number): void
}

/**
 * Divides a shared quota fairly among addresses. An address counts for each network that contains it, as with
 * limits.
 * @param most the limit of all addresses together
 * @param mostOf the limit of a network for the present free amount; `share` multiplies one address's limit
 * @param onHeld called with the total in use
 * @returns the quota of an address
 */
export function createAddressQuotas(
  most: number,
  mostOf: (share: number, free: number) => number,
  onHeld?: (held: number) => void,
): (address: string, sessionId?: string | null) => AddressQuota {
  let held = 0
  /** The amount in use by network; idle networks have no entry. */
  const heldOf = new Map<string, number>()
  return (address, sessionId = null) => {
    const ofAddress = getNetworks(address)
    // A session counts by itself; many sessions of one address have a wider sum.
    const networks =
      sessionId === null
        ? ofAddress
        : [
            { network: `session ${sessionId}`, share: 1 },
            ...ofAddress.map(({ network, share }) => ({
              network: `sessions of ${network}`,
              share: share * SESSIONS_SHARE,
            })),
          ]
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
      hasPlenty: (amount) => held + amount <= most / 2,
      take(amount) {
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
