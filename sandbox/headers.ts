import type { Service } from './calls'

const PRESENT = /\S/

/** Headers that every call needs, from the contract's table «Common». */
const COMMON: Record<string, RegExp> = {
  'User-Agent': PRESENT,
  'X-Platform-Version': PRESENT,
  'X-Device-Platform': /^Web$/,
  'X-Device-ID': /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/,
  'X-Device-Tag': PRESENT,
  'X-App-Version': PRESENT,
  'Content-Type': /^application\/json\b/,
  Accept: /application\/json/,
  'X-Request-ID': PRESENT,
  traceparent: /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
}

const WEB: Record<string, RegExp> = { 'X-Client-Name': PRESENT, 'X-Loyalty-Type': PRESENT }

/** The name of the first required header that is missing or malformed. */
export function wrongHeader(headers: Headers, gateway: Service): string | undefined {
  if (gateway !== 'web' && gateway !== 'magnit-id') return undefined
  const required = gateway === 'web' ? { ...COMMON, ...WEB } : COMMON
  return Object.entries(required).find(([name, form]) => !form.test(headers.get(name) ?? ''))?.[0]
}
