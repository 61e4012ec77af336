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
