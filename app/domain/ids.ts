/** Removes lone surrogates, which no address can contain. */
export const removeLoneSurrogates = (text: string): string => text.replace(/\p{Cs}/gu, '')

const deviceIdForm = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A random device id in the form 8-4-4-4-12, uppercase (specification 3.31); no fingerprint. */
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
 * The gateways' ids are texts: digits, UUIDs or letters of any script. Slashes, blanks, `%` and
 * query characters are forbidden, and so are `.` and `..`, which would change the path.
 */
const textId = /^(?!\.{1,2}$)[\p{L}\p{N}._~:@=+,-]+$/u
/** Characters of an id in a gateway's path. */
const pathId = /^(?!\.{1,2}$)[\w.~:@=+,-]+$/
/** The characters of a store's code, which is stored unencoded in a cookie. */
const storeCode = /^[0-9A-Za-z][\w.-]*$/

const idForms = {
  coupon: { form: textId, longest: 64 },
  product: { form: pathId, longest: 64 },
  offer: { form: textId, longest: 128 },
  /** An id of any kind in a gateway's path. */
  pathValue: { form: pathId, longest: 128 },
  store: { form: storeCode, longest: 64 },
  survey: { form: textId, longest: 64 },
}

/** True when a text has the form of an id of this kind. */
export function isIdOf(thing: keyof typeof idForms, id: string | null | undefined): id is string {
  if (typeof id !== 'string') return false
  const { form, longest } = idForms[thing]
  return id.length <= longest && form.test(id)
}

/** The id encoded for an address. An invalid id stays within its part and finds nothing. */
export function idInAddress(id: string): string {
  const whole = removeLoneSurrogates(id)
  return /^\.*$/.test(whole) ? '-' : encodeURIComponent(whole)
}
