import type { Permissions as WirePermissions } from '~/gateways/shapes/account.server'

const WIRE_NAMES = {
  isPushPersPermitted: 'push_pers',
  isPushMassPermitted: 'push_mass',
  isPushContentPermitted: 'push_content',
  isEmailPermitted: 'email',
  isSmsPermitted: 'sms',
  isSocialPermitted: 'social',
  isCallsPermitted: 'calls',
  isDigitalReceiptPermitted: 'digital_receipt',
} as const satisfies Record<string, keyof WirePermissions>

/** The shopper's eight consents (specification, section 3); undefined: the gateway does not tell. */
export type Permissions = { [Name in keyof typeof WIRE_NAMES]: boolean | undefined }

const names = Object.keys(WIRE_NAMES) as (keyof Permissions)[]

/** The consents by our names. */
export function fromWire(wire: WirePermissions): Permissions {
  return Object.fromEntries(names.map((name) => [name, wire[WIRE_NAMES[name]]])) as Permissions
}

/** The changed consents by the gateway's names; those not named stay as they are. */
export function toWire(
  change: Partial<Permissions>,
): Partial<Record<keyof WirePermissions, boolean>> {
  const changed = names.filter((name) => change[name] !== undefined)
  return Object.fromEntries(changed.map((name) => [WIRE_NAMES[name], change[name]]))
}
