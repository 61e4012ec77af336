import { lookup as systemLookup } from 'node:dns'
import { Agent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'

const MAX_ENDPOINT_LENGTH = 1024

/**
 * True for addresses of this machine, private networks and unassigned ranges, which no push service
 * has.
 */
function isPrivateAddress(address: string): boolean {
  return isIP(address) === 0 || ipaddr.process(address).range() !== 'unicast'
}

/** The entry of the list of services that matches a host. */
export function getService(host: string, services: readonly string[]): string | undefined {
  return services.find((service) =>
    service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service,
  )
}

/** The URL of an https endpoint on port 443, as all push services use; null for anything else. */
function plainUrl(endpoint: string): URL | null {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) return null
  const url = new URL(endpoint)
  const isPlain =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return isPlain ? url : null
}

/**
 * True when the endpoint says that the browser could not reach its push service, as Chromium's
 * `https://permanently-removed.invalid/…`. No message can arrive there (RFC 6761, 6.4).
 */
export function isRemovedEndpoint(endpoint: string): boolean {
  return plainUrl(endpoint)?.hostname.endsWith('.invalid') ?? false
}

/** True when an endpoint may work, whatever services are listed now. */
export function isLastingEndpoint(endpoint: string): boolean {
  const url = plainUrl(endpoint)
  return (
    url !== null && !isRemovedEndpoint(endpoint) && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  )
}

/**
 * The endpoint's URL if pushes may go there, else null. Subscriptions come from browsers, so
 * without a list the relay would post to any address.
 */
export function allowedEndpoint(endpoint: string, services: readonly string[]): URL | null {
  const url = plainUrl(endpoint)
  return url && getService(url.hostname, services) !== undefined ? url : null
}

type Resolve = typeof systemLookup

/**
 * A DNS lookup that refuses private addresses, so that a listed name cannot lead into the internal
 * network.
 */
function guardedLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      const isRefused = addresses?.some(({ address }) => isPrivateAddress(address))
      if (error || isRefused || !first)
        callback(error ?? new Error('The push service has a private address'), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** Reusable connections to push services. */
export function createPushAgent(resolve?: Resolve): Agent {
  return new Agent({ keepAlive: true, maxSockets: 50, lookup: guardedLookup(resolve) })
}
