import { z } from 'zod'

import type { Consents } from '~/lib/consents'

import { endpoint, orNull, type Call, type CallOptions } from './endpoint.server'
import { GatewayError } from './gateway-error.server'
import { fromWire, toWire } from './permissions.server'
import * as schemas from '~/gateways/schemas/account.server'
import { nothing, orElse } from '~/gateways/schemas/common.server'

/** Card, stars, consents, push, experiments, banners: section 'Account' of the contract. */
export const accountEndpoints = {
  getTotp: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v1/user/totp',
    auth: 'required',
    effect: 'safe',
    answer: schemas.totp,
    usedBy: ['/qr', '/qr/till', '/today'],
    without: 'the card shows its number in place of the one-time code, if the device knows it',
  }),
  createVirtualCard: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v1/user/virtual-card',
    auth: 'required',
    effect: 'once',
    answer: schemas.virtualCard,
    usedBy: ['/qr'],
    without: 'who has no card gets none',
  }),
  getBalance: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v3/user/balance',
    auth: 'required',
    effect: 'safe',
    answer: schemas.balance,
    usedBy: [
      '/profile/stars',
      '/today',
      '/qr',
      '/profile',
      '/coupons',
      '/deadlines',
      '/profile/my-data',
    ],
    without: 'no stars are shown, nor when they expire',
  }),
  listCards: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v3/user/cards',
    auth: 'required',
    effect: 'safe',
    answer: schemas.cards,
    usedBy: ['/profile/cards', '/qr', '/today', '/profile/my-data'],
    without: 'no list of cards; a new card in the account goes unnoticed',
  }),
  mergeCard: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v2/user/card/merge',
      auth: 'required',
      effect: 'once',
      headers: ['X-Captcha-Token'],
      request: schemas.cardMerge,
      answer: nothing,
      usedBy: ['/profile/cards/add'],
      without: 'no card can be added',
    },
    {
      headers: { 'X-Captcha-Token': 'token' },
      body: {
        additionalIdentifierNo: '2000000000000017',
        additionalIdentifierCvv: '123',
        card_type: 'loyalty',
      },
    },
  ),
  checkProfileComplete: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v1/keeperid/bunch',
    auth: 'required',
    effect: 'safe',
    answer: schemas.profileComplete,
    usedBy: 'every signed-in screen',
    without: 'no shopper is asked for missing profile fields',
    isMissedSilently: true,
  }),
  getPermissions: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/cuscom/v2/user/permissions',
      auth: 'required',
      effect: 'safe',
      query: z.object({ application: z.literal(schemas.APPLICATION) }),
      answer: schemas.permissions,
      usedBy: ['/profile/notification', '/profile/legal', '/profile/my-data'],
      without: 'the consents cannot be seen',
    },
    { query: { application: schemas.APPLICATION } },
  ),
  updatePermissions: endpoint(
    {
      gateway: 'web',
      method: 'PUT',
      path: '/cuscom/v2/user/permissions',
      auth: 'required',
      effect: 'idempotent',
      request: schemas.permissionsChange,
      // The status alone confirms the change.
      answer: orElse(schemas.permissions, null),
      usedBy: ['/profile/notification', '/registration'],
      without: 'the consents cannot be changed, nor saved as given at registration',
    },
    { body: { application: schemas.APPLICATION, sms: true } },
  ),
  enrolDevice: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/cuscom/v3/user-device/enroll',
      auth: 'required',
      effect: 'idempotent',
      request: schemas.deviceEnrolment,
      answer: schemas.deviceEnrolled,
      usedBy: ['/profile/notification'],
      without: 'no device gets pushes',
    },
    {
      body: {
        application: schemas.APPLICATION,
        push_token: 'token',
        notifications_permitted: true,
      },
    },
  ),
  getExperiments: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/ab/v1/experiments-and-features',
      auth: 'optional',
      effect: 'safe',
      deadlineMs: 300,
      request: schemas.experimentsRequest,
      answer: schemas.experiments,
      usedBy: ['/today'],
      without: 'every visitor sees what is shown without an experiment',
      isMissedSilently: true,
    },
    { body: { 'split-id': '00000000-0000-4000-8000-000000000000', namespace: 'loyalty' } },
  ),
  listBanners: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v1/v1-market/adfox',
      auth: 'optional',
      effect: 'safe',
      query: z.object({ place: z.string().min(1) }),
      answer: schemas.banners,
      usedBy: ['/today'],
      without: 'no banners',
      isMissedSilently: true,
    },
    { query: { place: 'today' } },
  ),
}

const INCOMPLETE_PROFILE = 'incomplete_profile_info'

/**
 * Every function throws GatewayError; the docstrings name errors specific to a call.
 * @param call sends the calls of one visitor
 */
export function accountGateway(call: Call) {
  const application = schemas.APPLICATION
  const e = accountEndpoints
  return {
    /** The card's identifier and its one-time code; `null` when there is no card yet. */
    getTotp: (options?: CallOptions): Promise<schemas.Totp | null> =>
      orNull(call(e.getTotp, options), 404, 422),

    /**
     * Creates a virtual card when there is none. Never retried. Callers must not run it in
     * parallel, because two cards could result.
     */
    createVirtualCard: async (options?: CallOptions): Promise<void> => {
      await call(e.createVirtualCard, options)
    },

    /** Whole stars and their expiry. */
    getBalance: (options?: CallOptions): Promise<schemas.Balance> => call(e.getBalance, options),

    /** The identifiers of the shopper's cards. */
    listCards: async (options?: CallOptions): Promise<string[]> =>
      (await call(e.listCards, options)).identifiers,

    /**
     * Adds a plastic card to the account. Never retried.
     * @param input.number the card's number; other characters than digits are dropped
     * @throws GatewayError 403 `CaptchaError`, 422 `cardMergeBlocked` or `validationError`
     */
    mergeCard: (
      input: { number: string; cvv: string; captchaToken?: string },
      options?: CallOptions,
    ): Promise<void> =>
      call(e.mergeCard, {
        body: {
          additionalIdentifierNo: input.number.replace(/\D/g, ''),
          additionalIdentifierCvv: input.cvv,
          card_type: 'loyalty',
        },
        headers: { 'X-Captcha-Token': input.captchaToken ?? '' },
        ...options,
      }),

    /**
     * Whether the profile has all required fields. Only one code means incomplete; a 422 with
     * another code means complete (specification, section 4).
     */
    checkProfileComplete: async (options?: CallOptions): Promise<'valid' | 'incomplete'> => {
      try {
        await call(e.checkProfileComplete, options)
        return 'valid'
      } catch (error) {
        if (!(error instanceof GatewayError) || error.status !== 422) throw error
        return error.code === INCOMPLETE_PROFILE ? 'incomplete' : 'valid'
      }
    },

    getPermissions: async (options?: CallOptions): Promise<Consents> =>
      fromWire(await call(e.getPermissions, { query: { application }, ...options })),

    /** Changes the named consents and returns all eight as the gateway reports them. */
    updatePermissions: async (
      change: Partial<Consents>,
      options?: CallOptions,
    ): Promise<Consents> =>
      fromWire(
        (await call(e.updatePermissions, {
          body: { application, ...toWire(change) },
          ...options,
        })) ?? {},
      ),

    /** Enrols the device for pushes. False when the gateway did not enrol it. */
    enrolDevice: (
      input: { pushToken: string; notificationsPermitted: boolean },
      options?: CallOptions,
    ): Promise<boolean> =>
      call(e.enrolDevice, {
        body: {
          application,
          push_token: input.pushToken,
          notifications_permitted: input.notificationsPermitted,
        },
        ...options,
      }),

    /** @param splitId the visitor's uuid */
    getExperiments: (splitId: string, options?: CallOptions): Promise<schemas.ExperimentsAnswer> =>
      call(e.getExperiments, {
        body: { 'split-id': splitId, namespace: 'loyalty' },
        ...options,
      }),

    /** @param place the screen, e.g. `today` */
    listBanners: async (place: string, options?: CallOptions): Promise<schemas.Banner[]> =>
      (await call(e.listBanners, { query: { place }, ...options })).banners,
  }
}
