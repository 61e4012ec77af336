import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Which proxies are ours: how many of them a request passes, or the networks that they are in.
 * 0: none, the socket's other end is the client.
 */
export type TrustProxy = number | readonly string[]

const NETWORK_GROUPS = 4

/**
 * Who is asking, as far as our own proxies say it. Each of them adds to `X-Forwarded-For` whom it
 * heard; what stands before that is the client's own tale and is not believed. Whatever is not as
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
    const { remoteAddress } = socket
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
    if (trust === 0 && forwarded && !hasIgnored) {
      hasIgnored = true
      onFirstIgnored?.()
    }
    return networkOf(clientOf(plain(remoteAddress ?? '') ?? '', forwarded, isOurs))
  }
}

type IsOurs = (address: string, distance: number, count: number) => boolean

function clientOf(socketAddress: string, forwarded: string, isOurs: IsOurs): string {
  const entries = forwarded.split(',').reverse()
  const count = forwarded.trim() === '' ? 0 : entries.length
  let client = socketAddress
  for (let distance = 0; distance < count && isOurs(client, distance, count); distance++) {
    const next = plain(entries[distance] ?? '')
    if (!next) return client
    client = next
  }
  return client
}

function createTrust(trust: TrustProxy): IsOurs {
  // A request that passed fewer proxies than there are came in by another door.
  if (typeof trust === 'number') return (_, distance, count) => distance < trust && count >= trust
  const networks = new BlockList()
  for (const network of trust) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An address without brackets, port, zone and the clothes of an IPv6 one; null when it is none. */
function plain(entry: string): string | null {
  const text = (entry.split('%', 1)[0] ?? '').trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : null
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : bare
}

/** One visitor holds a whole /64 of IPv6 and may use any address of it. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser knows every way of writing one, and writes the one that is easy to read.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((hex) => parseInt(hex, 16))
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
