import type { ConsentName, Consents } from '~/lib/consents'
import type { Permissions as WirePermissions } from '~/gateways/schemas/account.server'

const WIRE_NAMES = {
  isPushPersPermitted: 'push_pers',
  isPushMassPermitted: 'push_mass',
  isPushContentPermitted: 'push_content',
  isEmailPermitted: 'email',
  isSmsPermitted: 'sms',
  isSocialPermitted: 'social',
  isCallsPermitted: 'calls',
  isDigitalReceiptPermitted: 'digital_receipt',
} as const satisfies Record<ConsentName, keyof WirePermissions>

const names = Object.keys(WIRE_NAMES) as ConsentName[]

/** Translates consents to our names. */
export function fromWire(wire: Partial<WirePermissions>): Consents {
  return Object.fromEntries(names.map((name) => [name, wire[WIRE_NAMES[name]]])) as Consents
}

/** Translates changed consents to the gateway's names; other consents stay unchanged. */
export function toWire(change: Partial<Consents>): Partial<Record<keyof WirePermissions, boolean>> {
  const changed = names.filter((name) => change[name] !== undefined)
  return Object.fromEntries(changed.map((name) => [WIRE_NAMES[name], change[name]]))
}
