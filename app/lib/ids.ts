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

const idForms = {
  coupon: /^[\w-]{1,64}$/,
  good: /^[\w-]{1,64}$/,
  offer: /^[\w.~-]{1,128}$/,
  store: /^[0-9A-Za-z]{1,32}$/,
  survey: /^[\w.-]{1,64}$/,
}

/** Whether a text, of an address or of the gateway, can name such a thing at all. */
export function isIdOf(thing: keyof typeof idForms, id: string | null | undefined): id is string {
  return typeof id === 'string' && idForms[thing].test(id)
}
