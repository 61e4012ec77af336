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
