import { request } from 'undici'

const DEADLINE_MS = 5000
const LONGEST_TEXT = 1000

export interface Reached {
  status: number
  /** The server's `Date`; null when absent. */
  date: Date | null
  /** The beginning of the answer. */
  text: string
}

/**
 * Calls an address once without a token; any answer shows that it is reachable.
 * @throws Error with a message that says what to do and names no address
 */
export async function reach(url: string): Promise<Reached> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const { statusCode, headers, body } = await request(url, { signal })
    const date = new Date(String(headers.date))
    const text = (await body.text()).slice(0, LONGEST_TEXT)
    return { status: statusCode, date: Number.isNaN(date.getTime()) ? null : date, text }
  } catch (error) {
    throw new Error(connectionErrorText(error))
  }
}

/**
 * Explains a connection error to the operator.
 * @param trustedBy the setting that names authorities
 */
export function connectionErrorText(error: unknown, trustedBy = 'NODE_EXTRA_CA_CERTS'): string {
  const { code = '', name = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (/TIMEOUT|ETIMEDOUT/.test(code) || name === 'TimeoutError')
    return 'gives no answer in time: is a firewall or a network policy in between?'
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return 'has a host name that DNS does not know: check its spelling and the DNS of this container'
  if (code === 'ECONNREFUSED')
    return 'refuses the connection: no process listens there, check host and port'
  if (/EHOSTUNREACH|ENETUNREACH/.test(code))
    return 'is in a network that cannot be reached from here: check routes and egress rules'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'shows a certificate of another name: use a name that it has, or have one issued for this name'
  if (/ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA)/.test(code))
    return `asks for a certificate of ours, or does not trust it (${code})`
  if (/CERT|SIGNED|SIGNATURE|UNABLE_TO|ERR_TLS/.test(code))
    return `shows a certificate that is not trusted (${code}): name its authority in ${trustedBy}`
  if (/SSL|EPROTO/.test(code)) return `speaks no TLS that we understand (${code}): http or https?`
  return `cannot be reached (${code || name || 'unknown'})`
}
