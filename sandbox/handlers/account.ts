import { z } from 'zod'

import { APPLICATION } from '../../app/gateways/schemas/account.server'
import { invalidFields, noContent, notFound, refuse, refuseInvalid } from '../responses'
import { getChance } from '../data/chance'
import { makeBanners } from '../data/banners'
import { open, personal, type Endpoint } from '../endpoint'
import type { State } from '../state'
import { getTotp } from '../tokens'
import { getCardNumber } from '../user'

const application = z.literal(APPLICATION)
const consent = z.boolean().optional()
const CARDS_ALLOWED = 100

/** The card, the balance, the consents and what is shown around them. */
export function account(state: State, imageOrigin: string): Endpoint[] {
  const gateway = 'web'
  return [
    personal({
      gateway,
      name: 'GET /v1/user/totp',
      response: ({ user }) => {
        const [identifier] = user.cards
        if (identifier) return { identifier, totp: getTotp(user.totpSecret, state.now()) }
        return user.persona === 'empty'
          ? refuse(422, 'cardNotFound', 'Карты ещё нет')
          : notFound('Карты ещё нет')
      },
    }),
    personal({
      gateway,
      name: 'GET /v1/user/virtual-card',
      response: ({ user }) => {
        if (user.cards.length === 0) user.cards.push(getCardNumber(user.phone, 0))
        return { identifier: user.cards[0] }
      },
    }),
    personal({ gateway, name: 'GET /v3/user/balance', response: ({ user }) => user.balance }),
    personal({
      gateway,
      name: 'GET /v3/user/cards',
      response: ({ user }) => ({ identifiers: user.cards }),
    }),
    personal({
      gateway,
      name: 'POST /v2/user/card/merge',
      body: z.object({
        additionalIdentifierNo: z.string(),
        additionalIdentifierCvv: z.string(),
        card_type: z.literal('loyalty'),
      }),
      response: ({ user, body, request }) => {
        if (!state.captcha.accepts(request.headers.get('X-Captcha-Token'))) {
          return refuse(403, 'CaptchaError', 'Подтвердите, что вы не робот')
        }
        const errors = [
          ...(/^\d{16}$/.test(body.additionalIdentifierNo)
            ? []
            : [{ name: 'additionalIdentifierNo', code: 'invalid', message: 'Нужны 16 цифр' }]),
          ...(/^\d{3}$/.test(body.additionalIdentifierCvv)
            ? []
            : [{ name: 'additionalIdentifierCvv', code: 'invalid', message: 'Нужны 3 цифры' }]),
        ]
        if (errors.length > 0) return invalidFields(errors)
        if (user.persona === 'mergeBlocked') {
          return refuse(422, 'cardMergeBlocked', 'Привязать карту нельзя')
        }
        if (user.cards.includes(body.additionalIdentifierNo)) {
          return refuseInvalid('Эта карта уже привязана')
        }
        if (user.cards.length >= CARDS_ALLOWED) return refuseInvalid('Карт слишком много')
        user.cards.push(body.additionalIdentifierNo)
        return noContent()
      },
    }),
    personal({
      gateway,
      name: 'GET /v1/keeperid/bunch',
      response: ({ user }) =>
        user.persona === 'incomplete' && (user.firstName === '' || user.birthDate === null)
          ? refuse(422, 'incomplete_profile_info', 'Профиль не заполнен')
          : {},
    }),
    personal({
      gateway,
      name: 'GET /cuscom/v2/user/permissions',
      query: z.object({ application }),
      response: ({ user }) => user.permissions,
    }),
    personal({
      gateway,
      name: 'PUT /cuscom/v2/user/permissions',
      body: z.object({
        application,
        push_pers: consent,
        push_mass: consent,
        push_content: consent,
        email: consent,
        sms: consent,
        social: consent,
        calls: consent,
        digital_receipt: consent,
      }),
      response: ({ user, body: { application: _, ...change } }) => {
        user.permissions = { ...user.permissions, ...change }
        return user.permissions
      },
    }),
    personal({
      gateway,
      name: 'POST /cuscom/v3/user-device/enroll',
      body: z.object({
        application,
        push_token: z.string().min(1),
        notifications_permitted: z.boolean(),
      }),
      response: ({ user, body }) => {
        user.devices = [
          ...user.devices.filter(({ pushToken }) => pushToken !== body.push_token),
          { pushToken: body.push_token, notificationsPermitted: body.notifications_permitted },
        ]
        return { enrolled: true }
      },
    }),
    open({
      gateway,
      name: 'POST /ab/v1/experiments-and-features',
      auth: 'optional',
      body: z.object({ 'split-id': z.uuid(), namespace: z.literal('loyalty') }),
      response: ({ body }) => {
        const chance = getChance(body['split-id'])
        const half = () => chance.pick(['control', 'test'])
        const features = [
          { feature_name: 'today_order', group_name: half() },
          { feature_name: 'coupon_card', group_name: half() },
          { feature_name: 'search_hints', group_name: half() },
        ]
        return {
          active_experiments_group_ids: features.map(
            ({ feature_name, group_name }) => `${feature_name}:${group_name}`,
          ),
          features,
        }
      },
    }),
    open({
      gateway,
      name: 'GET /v1/v1-market/adfox',
      auth: 'optional',
      query: z.object({ place: z.literal('today') }),
      response: ({ user }) => ({
        banners: makeBanners(imageOrigin, user?.bannersCount ?? 4, user?.persona === 'veryLong'),
      }),
    }),
  ]
}
