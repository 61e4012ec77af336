import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

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
    // Only the last entry of `passed` may be no address, because the library stops at the first untrusted
    // one.
    const passed = proxyAddr.all(
      asRequest(own, forwarded),
      (address, distance) => isIP(address) !== 0 && isOurs(address, distance, forwarded.length),
    )
    return getNetwork(passed.map(parse).findLast((address) => address !== null) ?? own)
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
    return own !== null && isOurs(own.toString(), 0, forwardedFor(headers).length)
  }
}

function forwardedFor(headers: IncomingHttpHeaders): string[] {
  const header = [headers['x-forwarded-for'] ?? []].flat().join(',')
  return header.trim() === '' ? [] : header.split(',')
}

/** The library accepts plain addresses only, without ports and brackets, and skips empty entries. */
function asRequest(own: Address, forwarded: readonly string[]): IncomingMessage {
  const plain = forwarded.map((entry) => parse(entry)?.toString() ?? 'unknown')
  const headers = { 'x-forwarded-for': plain.join(',') }
  return { socket: { remoteAddress: own.toString() }, headers } as unknown as IncomingMessage
}

type IsOurs = (address: string, distance: number, count: number) => boolean

function createTrust(trust: TrustProxy): IsOurs {
  // A request that passed fewer proxies than configured bypassed them.
  if (typeof trust === 'number') return (_, distance, count) => distance < trust && count >= trust
  return proxyAddr.compile(trust.flatMap(halvesOfAll))
}

/** The library refuses a network of all addresses, but accepts its two halves. */
function halvesOfAll(network: string): string[] {
  if (!/\/0+$/.test(network)) return [network]
  return network.includes(':') ? ['::/1', '8000::/1'] : ['0.0.0.0/1', '128.0.0.0/1']
}

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
