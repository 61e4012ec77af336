import { z } from 'zod'

import type { Consents, ConsentName } from '~/domain/consents'
import { nothing, orElse } from '~/gateways/schemas/common.server'
import type { Permissions as WirePermissions } from '~/gateways/schemas/account.server'
import * as schemas from '~/gateways/schemas/account.server'

import { absent, endpoint } from './endpoint.server'

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

function fromWire(wire: Partial<WirePermissions>): Consents {
  return Object.fromEntries(names.map((name) => [name, wire[WIRE_NAMES[name]]])) as Consents
}

/** Translates changed consents to the gateway's names; other consents stay unchanged. */
function toWire(change: Partial<Consents>): Partial<Record<keyof WirePermissions, boolean>> {
  const changed = names.filter((name) => change[name] !== undefined)
  return Object.fromEntries(changed.map((name) => [WIRE_NAMES[name], change[name]]))
}

const INCOMPLETE_PROFILE = 'incomplete_profile_info'

/** Card, points, consents, push, experiments, banners: section 'Account' of the contract. */
export const accountEndpoints = {
  /** The card's identifier and its one-time code; null when there is no card yet. */
  getTotp: endpoint(
    'web GET /v1/user/totp',
    {
      response: schemas.totp,
      without: 'the card shows its number in place of the one-time code, if the device knows it',
    },
    {
      recover: absent(404, 422),
    },
  ),
  /** Creates a virtual card. Never in parallel, because two cards could result. */
  createVirtualCard: endpoint(
    'web GET /v1/user/virtual-card',
    {
      effect: 'once',
      response: nothing,
      without: 'who has no card gets none',
    },
    {
      pick: () => undefined,
    },
  ),
  getBalance: endpoint('web GET /v3/user/balance', {
    response: schemas.balance,
    without: 'no points are shown, nor when they expire',
  }),
  listCards: endpoint(
    'web GET /v3/user/cards',
    {
      response: schemas.cards,
      without: 'no list of cards; a new card in the account goes unnoticed',
    },
    {
      pick: ({ identifiers }) => identifiers,
    },
  ),
  /** Adds a plastic card to the account: 403 `CaptchaError`, 422 `cardMergeBlocked` or `validationError`. */
  mergeCard: endpoint(
    'web POST /v2/user/card/merge',
    {
      effect: 'once',
      headers: ['X-Captcha-Token'],
      request: schemas.cardMerge,
      response: nothing,
      without: 'no card can be added',
    },
    {
      input: ({
        number,
        cvv,
        captchaToken = '',
      }: {
        number: string
        cvv: string
        captchaToken?: string
      }) => ({
        body: {
          additionalIdentifierNo: number.replace(/\D/g, ''),
          additionalIdentifierCvv: cvv,
          card_type: 'loyalty' as const,
        },
        headers: { 'X-Captcha-Token': captchaToken },
      }),
      example: { number: '2000000000000017', cvv: '123', captchaToken: 'token' },
    },
  ),
  /** Only one code means incomplete; a 422 with another means complete (specification 4.5). */
  checkProfileComplete: endpoint(
    'web GET /v1/keeperid/bunch',
    {
      response: schemas.profileComplete,
      without: 'no shopper is asked for missing profile fields',
      isMissedSilently: true,
    },
    {
      pick: () => 'valid' as const,
      recover(error) {
        if (error.status !== 422) throw error
        return error.code === INCOMPLETE_PROFILE ? 'incomplete' : 'valid'
      },
    },
  ),
  getPermissions: endpoint(
    'web GET /cuscom/v2/user/permissions',
    {
      query: z.object({ application: z.literal(schemas.APPLICATION) }),
      response: schemas.permissions,
      without: 'the consents cannot be seen',
    },
    {
      input: () => ({ query: { application: schemas.APPLICATION } }),
      pick: fromWire,
    },
  ),
  /** Changes the named consents and returns all eight. */
  updatePermissions: endpoint(
    'web PUT /cuscom/v2/user/permissions',
    {
      effect: 'idempotent',
      request: schemas.permissionsChange,
      // The status alone confirms the change.
      response: orElse(schemas.permissions, null),
      without: 'the consents cannot be changed, nor saved as given at registration',
    },
    {
      input: (change: Partial<Consents>) => ({
        body: { application: schemas.APPLICATION, ...toWire(change) },
      }),
      pick: (consents) => fromWire(consents ?? {}),
      example: { isSmsPermitted: true },
    },
  ),
  /** False when the gateway did not enrol the device for pushes. */
  enrolDevice: endpoint(
    'web POST /cuscom/v3/user-device/enroll',
    {
      effect: 'idempotent',
      request: schemas.deviceEnrolment,
      response: schemas.deviceEnrolled,
      without: 'no device gets pushes',
    },
    {
      input: (device: { pushToken: string; notificationsPermitted: boolean }) => ({
        body: {
          application: schemas.APPLICATION,
          push_token: device.pushToken,
          notifications_permitted: device.notificationsPermitted,
        },
      }),
      example: { pushToken: 'token', notificationsPermitted: true },
    },
  ),
  /** For the visitor's uuid. */
  getExperiments: endpoint(
    'web POST /ab/v1/experiments-and-features',
    {
      auth: 'optional',
      effect: 'safe',
      deadlineMs: 300,
      request: schemas.experimentsRequest,
      response: schemas.experiments,
      without: 'every visitor sees what is shown without an experiment',
      isMissedSilently: true,
    },
    {
      input: (splitId: string) => ({
        body: { 'split-id': splitId, namespace: 'loyalty' as const },
      }),
      example: '00000000-0000-4000-8000-000000000000',
    },
  ),
  /** Of a screen, such as `today`. */
  listBanners: endpoint(
    'web GET /v1/v1-market/adfox',
    {
      auth: 'optional',
      query: z.object({ place: z.string().min(1) }),
      response: schemas.banners,
      without: 'no banners',
      isMissedSilently: true,
    },
    {
      input: (place: string) => ({ query: { place } }),
      pick: ({ banners }) => banners,
      example: 'today',
    },
  ),
}
