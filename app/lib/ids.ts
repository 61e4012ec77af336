import { wholeLetters } from './whole-letters'

const deviceIdForm = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A random device id in the five-group form 8-4-4-4-12, uppercase (section 3): no fingerprint. */
export function newDeviceId(): string {
  return crypto.randomUUID().toUpperCase()
}

export function isDeviceId(value: string): boolean {
  return deviceIdForm.test(value)
}

export function isUuid(value: string): boolean {
  return uuidForm.test(value)
}

/**
 * The gateways' ids are texts: digits, UUIDs, text of any script. None has a slash, a blank, a `%` or what
 * begins a query, and none is dots alone, which would climb out of its place in a path.
 */
const textId = /^(?!\.{1,2}$)[\p{L}\p{N}._~:@=+,-]+$/u
/** What stands in a path of a gateway. */
const pathId = /^(?!\.{1,2}$)[\w.~:@=+,-]+$/
/** A store's code is a cookie's value as it is. */
const storeCode = /^[0-9A-Za-z][\w.-]*$/

const idForms = {
  coupon: { form: textId, longest: 64 },
  good: { form: pathId, longest: 64 },
  offer: { form: textId, longest: 128 },
  /** Of any kind, in a gateway's path. */
  pathValue: { form: pathId, longest: 128 },
  store: { form: storeCode, longest: 64 },
  survey: { form: textId, longest: 64 },
}

/** Whether a text, of an address or of the gateway, can name such a thing at all. */
export function isIdOf(thing: keyof typeof idForms, id: string | null | undefined): id is string {
  if (typeof id !== 'string') return false
  const { form, longest } = idForms[thing]
  return id.length <= longest && form.test(id)
}

/** An id as a part of an address has it. One that can name nothing stays within its part, too, and finds nothing. */
export function idInAddress(id: string): string {
  const whole = wholeLetters(id)
  return /^\.*$/.test(whole) ? '-' : encodeURIComponent(whole)
}
