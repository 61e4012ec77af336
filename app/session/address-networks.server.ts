import ipaddr from 'ipaddr.js'

export interface CountedNetwork {
  network: string
  /** The limit of this network, as a multiple of one address's limit. */
  share: number
}

/**
 * Providers give whole IPv6 networks to one customer. A /48 costs almost nothing and holds 65,536
 * of the /64 networks that count as one visitor. The limit of an address already allows for
 * thousands of shoppers, so wider networks need little more.
 */
const WIDER: readonly { bits: number; share: number }[] = [
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
]

/**
 * The networks that count a request of this address: the address, and for IPv6 its /64, /56 and
 * /48.
 */
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
