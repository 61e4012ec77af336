import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Which proxies are ours: how many of them a request passes, or the networks that they are in.
 * 0: none, the socket's other end is the client.
 */
export type TrustProxy = number | readonly string[]

const NETWORK_BITS = 64
/** What stands before an IPv4 address that is written as one of IPv6. */
const MAPPED_BITS = 96

/**
 * Who is asking, as far as our own proxies say it. Each of them adds to `X-Forwarded-For` whom it
 * heard; what stands before that was set by the client and is not trusted. Whatever is not as
 * expected (too few entries, an entry that is no address) leaves the last address that is sure.
 * @param onFirstIgnored called once when a request came through a proxy although there is none
 */
export function createAddressReader(
  trust: TrustProxy,
  onFirstIgnored?: () => void,
): (request: IncomingMessage) => string {
  const isOurs = createTrust(trust)
  let hasIgnored = false
  return ({ socket, headers }) => {
    const forwarded = forwardedFor(headers)
    if (trust === 0 && forwarded && !hasIgnored) {
      hasIgnored = true
      onFirstIgnored?.()
    }
    const own = parse(socket.remoteAddress ?? '')
    return own ? networkOf(clientOf(own, forwarded, isOurs)) : ''
  }
}

/**
 * Whether a request comes from a proxy of ours, so that what it says besides the client's address is
 * that proxy's word, or what it let pass. One that came by fewer proxies than there are comes from none.
 */
export function createProxyCheck(trust: TrustProxy): (request: IncomingMessage) => boolean {
  const isOurs = createTrust(trust)
  return ({ socket, headers }) => {
    const own = parse(socket.remoteAddress ?? '')
    return own !== null && isOurs(own, 0, countOf(forwardedFor(headers)))
  }
}

const forwardedFor = (headers: IncomingHttpHeaders) =>
  [headers['x-forwarded-for'] ?? []].flat().join(',')

const countOf = (forwarded: string) => (forwarded.trim() === '' ? 0 : forwarded.split(',').length)

type IsOurs = (address: Address, distance: number, count: number) => boolean

function clientOf(socketAddress: Address, forwarded: string, isOurs: IsOurs): Address {
  const entries = forwarded.split(',').reverse()
  const count = countOf(forwarded)
  let client = socketAddress
  for (let distance = 0; distance < count && isOurs(client, distance, count); distance++) {
    const next = parse(entries[distance] ?? '')
    if (!next) return client
    client = next
  }
  return client
}

function createTrust(trust: TrustProxy): IsOurs {
  // A request that passed fewer proxies than there are bypassed them.
  if (typeof trust === 'number') return (_, distance, count) => distance < trust && count >= trust
  const networks = trust.map((network): [Address, number] => {
    const [address = '', bits] = network.split('/')
    const known = ipaddr.parse(address)
    const length = Number(bits ?? (known.kind() === 'ipv6' ? 128 : 32))
    // As a socket of both kinds names it: `::ffff:10.0.0.0/104`.
    const isMapped = known.kind() === 'ipv6' && (known as ipaddr.IPv6).isIPv4MappedAddress()
    return isMapped && length >= MAPPED_BITS
      ? [ipaddr.process(address), length - MAPPED_BITS]
      : [known, length]
  })
  return (address) =>
    networks.some(([known, bits]) => known.kind() === address.kind() && address.match(known, bits))
}

/** An address without brackets, port, zone and the IPv4-mapped prefix; null when it is none. */
function parse(entry: string): Address | null {
  const text = (entry.split('%', 1)[0] ?? '').trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  // The parser also takes `1.2.3` and `0x7f.1`, which no proxy writes.
  return isIP(bare) ? ipaddr.process(bare) : null
}

/** One visitor holds a whole /64 of IPv6 and may use any address of it. */
function networkOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  const parts = [...(address as ipaddr.IPv6).parts.slice(0, NETWORK_BITS / 16), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(parts).toRFC5952String()}/${NETWORK_BITS}`
}
