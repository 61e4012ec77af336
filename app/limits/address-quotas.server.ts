import ipaddr from 'ipaddr.js'

interface CountedNetwork {
  network: string
  /** The limit of this network, as a multiple of one address's limit. */
  share: number
}

/**
 * Wider networks of IPv6 that count with an address. Providers give whole networks to one customer: a /48 costs
 * almost nothing and holds 65,536 of the /64 that count as one visitor, a /32 holds as many /48.
 */
const WIDER = [
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
  { bits: 40, share: 16 },
  { bits: 32, share: 64 },
] as const
export type Prefix = (typeof WIDER)[number]['bits']

/**
 * The networks that count a request of this address: the address, and for IPv6 its /64 and wider ones.
 * @param widest the shortest prefix; a limit with a way out may go down to a provider's /32
 */
export function getNetworks(address: string, widest: Prefix = 48): CountedNetwork[] {
  const itself = { network: address, share: 1 }
  if (!ipaddr.IPv6.isValidCIDR(address)) return [itself]
  const [start] = address.split('/')
  const wider = WIDER.filter(({ bits }) => bits >= widest).map(({ bits, share }) => ({
    network: `${ipaddr.IPv6.networkAddressFromCIDR(`${start}/${bits}`).toRFC5952String()}/${bits}`,
    share,
  }))
  return [itself, ...wider]
}

/** What all sessions of an address may take, as a multiple of the share of its guests. */
const SESSIONS_SHARE = 4

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
 * @param getMost the limit of a network for the present free amount; `share` multiplies one address's limit
 * @param onHeld called with the total in use
 * @returns the quota of an address
 */
export function createAddressQuotas(
  most: number,
  getMost: (share: number, free: number) => number,
  onHeld?: (held: number) => void,
): (address: string, sessionId?: string | null) => AddressQuota {
  let held = 0
  /** The amount in use by network; idle networks have no entry. */
  const heldByNetwork = new Map<string, number>()
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
            ({ network, share }) =>
              (heldByNetwork.get(network) ?? 0) + amount <= getMost(share, free),
          )
        )
      },
      hasPlenty: (amount) => held + amount <= most / 2,
      take(amount) {
        held += amount
        for (const { network } of networks) {
          const left = (heldByNetwork.get(network) ?? 0) + amount
          if (left > 0) heldByNetwork.set(network, left)
          else heldByNetwork.delete(network)
        }
        onHeld?.(held)
      },
    }
  }
}
