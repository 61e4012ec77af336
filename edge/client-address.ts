import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Which proxies are ours: how many of them a request passes, or the networks that they are in.
 * 0: none, the socket's other end is the client.
 */
export type TrustProxy = number | readonly string[]

const NETWORK_BITS = 64

/**
 * Who is asking, as far as our own proxies say it. Each of them adds to `X-Forwarded-For` whom it
 * heard; what stands before that was set by the client and is not trusted. Whatever is not as
 * expected (too few entries, an entry that is no address) leaves the last address that is sure.
 * @param onFirstIgnored called once when a request passed a proxy although there is none
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
    // The last of these alone may be no address: it is not a proxy.
    const passed = proxyAddr.all(
      asRequest(own, forwarded),
      (address, distance) => isIP(address) !== 0 && isOurs(address, distance, forwarded.length),
    )
    return networkOf(passed.map(parse).findLast((address) => address !== null) ?? own)
  }
}

/**
 * Whether a request comes from a proxy of ours, so that what it says besides the client's address is
 * that proxy's word, or what it let pass. One that passed fewer proxies than there are comes from none.
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

/** Plain addresses only: the library knows neither ports nor brackets, and leaves out empty entries. */
function asRequest(own: Address, forwarded: readonly string[]): IncomingMessage {
  const plain = forwarded.map((entry) => parse(entry)?.toString() ?? 'unknown')
  const headers = { 'x-forwarded-for': plain.join(',') }
  return { socket: { remoteAddress: own.toString() }, headers } as unknown as IncomingMessage
}

type IsOurs = (address: string, distance: number, count: number) => boolean

function createTrust(trust: TrustProxy): IsOurs {
  // A request that passed fewer proxies than there are bypassed them.
  if (typeof trust === 'number') return (_, distance, count) => distance < trust && count >= trust
  return proxyAddr.compile(trust.flatMap(halvesOfAll))
}

/** The library refuses a network of all addresses, but not its halves. */
function halvesOfAll(network: string): string[] {
  if (!/\/0+$/.test(network)) return [network]
  return network.includes(':') ? ['::/1', '8000::/1'] : ['0.0.0.0/1', '128.0.0.0/1']
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
