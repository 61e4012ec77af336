import ipaddr from 'ipaddr.js'

export interface CountedNetwork {
  network: string
  /** How many times the limit of one address it has. */
  share: number
}

/**
 * Providers give whole networks of IPv6 to one customer, and a /48 costs next to nothing: it holds
 * 65,536 of the /64 by which we tell visitors apart. Limits are already made for an address that
 * thousands share, so a wider network needs little more.
 */
const WIDER: readonly { bits: number; share: number }[] = [
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
]

/** What an address counts for: itself, and of a /64 of IPv6 the wider networks that it is in. */
export function networksOf(address: string): CountedNetwork[] {
  const itself = { network: address, share: 1 }
  if (!ipaddr.IPv6.isValidCIDR(address)) return [itself]
  const [start] = address.split('/')
  const wider = WIDER.map(({ bits, share }) => ({
    network: `${ipaddr.IPv6.networkAddressFromCIDR(`${start}/${bits}`).toRFC5952String()}/${bits}`,
    share,
  }))
  return [itself, ...wider]
}
