import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The trusted proxies: their number in front of the application, or their networks. 0 means none: the address
 * is the socket's.
 */
export type TrustProxy = number | readonly string[]

const NETWORK_BITS = 64

/**
 * Finds the client's address through trusted proxies. Each proxy appends the address that it saw to
 * `X-Forwarded-For`; earlier entries are the client's claim. A missing or invalid entry leaves the last valid
 * address.
 * @param onFirstIgnored called once when a request passed a proxy although none is configured
 */
export function createAddressReader(
  trust: TrustProxy,
  onFirstIgnored?: () => void,
): (request: IncomingMessage) => string {
  const isOurs = createTrust(trust)
  let hasIgnored = false
  return (request) => {
    const forwarded = forwardedFor(request.headers)
    if (trust === 0 && forwarded.length > 0 && !hasIgnored) {
      hasIgnored = true
      onFirstIgnored?.()
    }
    const own = parse(request.socket.remoteAddress ?? '')
    if (!own) return ''
    let client = own
    for (const [distance, address] of [own, ...forwarded.toReversed().map(parse)].entries()) {
      if (!address) break
      client = address
      if (!isOurs(address, distance, forwarded.length)) break
    }
    return getNetwork(client)
  }
}

/**
 * Whether a request arrived through the trusted proxies, so that their other headers may be believed. False when
 * it passed fewer proxies than configured.
 */
export function createProxyCheck(trust: TrustProxy): (request: IncomingMessage) => boolean {
  const isOurs = createTrust(trust)
  return ({ socket, headers }) => {
    const own = parse(socket.remoteAddress ?? '')
    return own !== null && isOurs(own, 0, forwardedFor(headers).length)
  }
}

function forwardedFor(headers: IncomingHttpHeaders): string[] {
  const header = [headers['x-forwarded-for'] ?? []].flat().join(',')
  return header.trim() === '' ? [] : header.split(',')
}

type IsOurs = (address: Address, distance: number, count: number) => boolean

function createTrust(trust: TrustProxy): IsOurs {
  // A request that passed fewer proxies than configured bypassed them.
  if (typeof trust === 'number') return (_, distance, count) => distance < trust && count >= trust
  const networks = trust.map((network) => {
    const [start = '', bits] = network.split('/')
    const isIpv4 = isIP(start) === 4
    return [asIpv6(ipaddr.parse(start)), bits ? Number(bits) + (isIpv4 ? 96 : 0) : 128] as const
  })
  return (address) => networks.some(([start, bits]) => asIpv6(address).match(start, bits))
}

/** IPv4 in its mapped form, so that both kinds compare. */
const asIpv6 = (address: Address) =>
  'toIPv4MappedAddress' in address ? address.toIPv4MappedAddress() : address

/** An address without brackets, port, zone and IPv4-mapped prefix; null when it is invalid. */
function parse(entry: string): Address | null {
  const text = (entry.split('%', 1)[0] ?? '').trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  // The parser also accepts `1.2.3` and `0x7f.1`, which no proxy writes.
  return isIP(bare) ? ipaddr.process(bare) : null
}

/** One visitor has a whole IPv6 /64 and may use any address of it. */
function getNetwork(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  const parts = [...(address as ipaddr.IPv6).parts.slice(0, NETWORK_BITS / 16), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(parts).toRFC5952String()}/${NETWORK_BITS}`
}
