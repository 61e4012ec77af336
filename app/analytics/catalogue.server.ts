import { z } from 'zod'

import { anonymousPath as withoutText } from '~/domain/anonymous-path'
import { allConsents, type ConsentName } from '~/domain/consents'
import { pagePath } from '~/framework/data-address'
import { productIdIn, idIn } from '~/domain/address-part'
import { parseProductsQuery, sorts } from '~/domain/product-query.server'
import {
  profileMessages,
  profileShape,
  type ProfileInputName,
} from '~/domain/profile-fields.server'
import { typeNames, type TransactionType } from '~/domain/transaction-names'
import { getPaths, screens } from '~/screens.server'
import { dismissibleNotices } from '~/session/cookie-values.server'

/*
 * Every event and property sent to analytics. A property is a choice, a yes or no, a count or a
 * public id. None can contain a name, a phone, an address, a card, a code or a token. `npm run
 * docs` creates docs/reference/analytics.md from this file.
 */

/** Ids of things, not of people; drops ids that could be a phone, a card number or a token. */
const publicId = z
  .string()
  .optional()
  .describe('a public id')
  .transform((id) => (id && /^(?!9\d{9}$)(?!.*\d{11})[\w-]{1,40}$/.test(id) ? id : undefined))

const count = z.int().min(0).max(1000).describe('a count')

/** The path of an address of this site without personal data. */
export function anonymousAddress(address: string): string {
  return withoutText(pagePath(address))
}

const path = z
  .string()
  .refine((value) => value.startsWith('/') && anonymousAddress(value) === value)
  .describe('a path; what may have been typed stands as `:value`')

/** For this site the path, for another one only its origin. */
const referrer = z
  .string()
  .refine((value) =>
    value.startsWith('/')
      ? anonymousAddress(value) === value
      : URL.canParse(value) && new URL(value).origin === value,
  )
  .describe('a path of ours, or the origin of another site')

const documents = getPaths('document').map((path) => path.slice(1))
const tabs = ['today', 'coupons', 'qr', 'profile'] as const
const couponTabs = ['all', 'mine', 'used'] as const
/** Kinds of operations that a search can select. */
const transactionKinds = ['ALL', ...(Object.keys(typeNames) as TransactionType[])] as const
const written = z.enum(['done', 'over', 'unknown', 'unavailable'])
/**
 * The counts of a form that changes all entries of a list (`Counted` in list-form-texts.server.ts). `silent`
 * counts writes without a response.
 */
const ofList = { done: count, refused: count, silent: count, left: count }
const consentNames = allConsents.map(({ name }) => name) as [ConsentName, ...ConsentName[]]
const score = z.int().min(1).max(5).describe('1 to 5')
/** The gateway's own code (specification 8.3): a name without digits. */
const errorCode = z
  .string()
  .optional()
  .describe("the gateway's code, such as `validationError`, or `other`")
  .transform((code) => (code && /^[A-Za-z][A-Za-z_.-]{1,39}$/.test(code) ? code : 'other'))

const fieldNames = [...Object.keys(profileMessages), 'isPersonalDataAgreed']
const getField = (input: string) => fieldNames.find((name) => input.startsWith(name)) ?? 'form'
/** The names of fields with errors; another name becomes `form`. */
const fields = z
  .array(z.string())
  .describe(`a list of ${[...fieldNames, 'form'].map((name) => `\`${name}\``).join(' ')}`)
  .transform((names) => [...new Set(names.map(getField))])

const listed = {
  sort: z.enum(sorts.map(({ id }) => id)).optional(),
  filters: count.optional(),
  page: count.optional(),
}

/** An address as a view reads it: path parameters and query. */
interface Address {
  parts: string[]
  query: URLSearchParams
}

/**
 * The properties of a view; never text that a visitor typed.
 * @param read reads them from the address
 */
const view = <Shape extends z.ZodRawShape>(
  shape: Shape,
  read: (address: Address) => z.input<z.ZodObject<Shape>>,
) => ({ properties: z.strictObject(shape), read })

const filled = (query: URLSearchParams, ...names: string[]) =>
  names.some((name) => Boolean(query.get(name)?.trim()))

function productsList(query: URLSearchParams) {
  const { sort, filters, page } = parseProductsQuery(query)
  return { sort, filters: filters.length, page }
}

type ScreenViewName = NonNullable<(typeof screens)[keyof typeof screens]['view']>

/** Views with properties besides their name. */
export const detailedViews = {
  document: view({ document: z.enum(documents).optional() }, ({ parts }) => ({
    document: documents.find((name) => name === parts[0]),
  })),
  onboarding: view({ step: count.optional() }, ({ parts }) => ({ step: Number(parts[1]) })),
  search: view({ has_words: z.boolean(), ...listed }, ({ query }) => ({
    has_words: filled(query, 'q'),
    ...productsList(query),
  })),
  category: view({ category_id: publicId, ...listed }, ({ parts, query }) => ({
    category_id: idIn(parts[1]) ?? undefined,
    ...productsList(query),
  })),
  product: view({ good_id: publicId }, ({ parts }) => ({
    good_id: productIdIn(parts[1]) ?? undefined,
  })),
  reviews: view({ good_id: publicId }, ({ parts }) => ({
    good_id: productIdIn(parts[1]) ?? undefined,
  })),
  offer: view({ offer_code: publicId }, ({ parts }) => ({ offer_code: parts.at(-1) })),
  coupons: view({ tab: z.enum(couponTabs) }, ({ query }) => ({
    tab: couponTabs.find((tab) => tab === query.get('tab')) ?? 'all',
  })),
  coupon: view({ coupon_id: publicId }, ({ parts }) => ({ coupon_id: parts.at(-1) })),
  stores: view(
    { has_words: z.boolean(), is_open_now: z.boolean(), is_near: z.boolean() },
    ({ query }) => ({
      has_words: filled(query, 'q'),
      is_open_now: query.get('open') === '1',
      is_near: query.has('lat'),
    }),
  ),
  store: view({ store_code: publicId }, ({ parts }) => ({ store_code: parts[1] })),
  transactions_search: view(
    {
      has_words: z.boolean(),
      has_sum: z.boolean(),
      has_dates: z.boolean(),
      kind: z.enum(transactionKinds),
      is_continued: z.boolean(),
    },
    ({ query }) => ({
      has_words: filled(query, 'q'),
      has_sum: filled(query, 'sumFrom', 'sumTo'),
      has_dates: filled(query, 'since', 'until'),
      kind: transactionKinds.find((kind) => kind === query.get('kind')) ?? 'ALL',
      is_continued: query.has('offset'),
    }),
  ),
  survey: view({ survey_id: publicId }, ({ parts }) => ({ survey_id: parts.at(-1) })),
} satisfies Partial<Record<ScreenViewName, ReturnType<typeof view>>>

/** Views that belong to no address. */
export const otherViews = {
  login_error: {
    when: 'The tokens were refused: the way leads to the profile (specification 4.16)',
    properties: z.strictObject({
      status: z.int().min(400).max(499).optional(),
      error_code: errorCode,
    }),
  },
  not_found: {
    when: 'The error screen of a 404 (specification 2.61)',
    properties: z.strictObject({ url: path, referrer: referrer.nullable() }),
  },
  error: {
    when: 'The error screen of any other failure',
    properties: z.strictObject({ status: z.int().min(400).max(599) }),
  },
} as const

const plain = z.strictObject({})

export const viewNames: readonly ViewName[] = [
  ...new Set(Object.values(screens).flatMap(({ view: name }) => name ?? [])),
  ...(Object.keys(otherViews) as OtherViewName[]),
]

const withProperties: ReadonlyMap<string, { properties: z.ZodObject }> = new Map(
  Object.entries({ ...detailedViews, ...otherViews }),
)

export const viewProperties = (name: ViewName): z.ZodObject =>
  withProperties.get(name)?.properties ?? plain

/** The view of a route at an address; null for a route without a screen. */
export function viewOfRoute(
  routeId: string,
  url: URL,
): { view: ScreenViewName; properties: Record<string, unknown> } | null {
  const name = Object.hasOwn(screens, routeId)
    ? screens[routeId as keyof typeof screens].view
    : null
  if (name === null) return null
  const parts = url.pathname.split('/').filter(Boolean)
  const read = Object.hasOwn(detailedViews, name)
    ? detailedViews[name as keyof typeof detailedViews].read
    : () => ({})
  return { view: name, properties: read({ parts, query: url.searchParams }) }
}

const server = <Shape extends z.ZodRawShape>(when: string, shape: Shape) => ({
  from: 'server' as const,
  when,
  properties: z.strictObject(shape),
})

/** Properties of browser events are strings, because pages have them in attributes. */
const browser = <Shape extends Record<string, z.ZodType<string | undefined, string | undefined>>>(
  when: string,
  shape: Shape,
) => ({ from: 'browser' as const, when, properties: z.strictObject(shape) })

/**
 * The actions. The server sends `server` events without a script; `browser` events need the client
 * layer.
 */
export const events = {
  'Phone:Submit': server('The phone form was sent', {
    result: z.enum(['sent', 'captcha', 'refused', 'unavailable', 'paused', 'invalid']),
  }),
  'Code:Resend': server('A new code was asked for', {
    result: z.enum(['sent', 'captcha', 'refused', 'unavailable', 'paused']),
  }),
  'Captcha:Show': server('The gateway asked for a captcha', {
    place: z.enum(['login', 'code', 'cards-add']),
  }),
  'Captcha:Answer': server('A captcha was answered', {
    place: z.enum(['login', 'code', 'cards-add']),
    is_right: z.boolean(),
  }),
  'PhoneConfirm:Success': server('The code was right', { is_registered: z.boolean() }),
  'PhoneConfirm:Error': server('The code was not taken', {
    error_type: z.enum([
      'invalid',
      'wrong',
      'expired',
      'tooMany',
      'captcha',
      'refused',
      'paused',
      'unavailable',
    ]),
  }),
  'Login:Success': server('Tokens were given', {}),
  'Login:Error': server('Tokens were not given', {
    result: z.enum(['refused', 'unavailable']),
    status: z.int().min(400).max(599).optional(),
    error_code: errorCode,
  }),
  'Register:Success': server('A shopper has registered (specification 4.17)', {
    is_sms_permitted: z.boolean(),
    is_email_permitted: z.boolean(),
  }),
  'Register:Error': server('The registration form was refused', { fields }),
  'Logout:Success': server('The shopper signed out', {}),
  'Consent:Analytics': server('Analytics were allowed', {}),
  'Navigation:BackToProfile': server('Back to the profile (specification 2.46)', {
    from: z.enum(['stars', 'cards-add', 'legal']),
  }),
  'Navigation:RegistrationToLogin': server(
    'From registration to the phone form (specification 2.46)',
    {},
  ),
  'Profile:Save': server('The form of the own data was sent', {
    form: z.enum(['edit', 'incomplete']),
    result: z.enum(['saved', 'refused']),
    fields,
  }),
  'Email:Letter': server('The letter that confirms an address was asked for', {
    result: z.enum(['sent', 'tooMany', 'needless', 'unavailable']),
  }),
  'Consents:Save': server(
    'One of the eight consents was saved; a form without a script saves all',
    {
      consent: z.enum(consentNames),
      is_permitted: z.boolean(),
    },
  ),
  'Consents:Error': server('The consents could not be saved', {}),
  'Card:Add': server('The form of a plastic card was sent', {
    result: z.enum(['added', 'invalid', 'captcha', 'blocked', 'tooMany', 'refused']),
  }),
  'Coupon:Activate': server('A coupon was activated', { coupon_id: publicId, result: written }),
  'Coupon:Remove': server('A coupon was let go', { coupon_id: publicId, result: written }),
  'Offer:Activate': server('The button of an offer was pressed', {
    offer_code: publicId,
    result: z.enum(['done', 'joined', 'closed', 'unknown', 'unavailable']),
  }),
  'Coupons:ActivateAll': server('All coupons of the list were asked for with one press', ofList),
  'Offers:ActivateAll': server('All offers of the list were asked for with one press', ofList),
  'Account:Answer': server('The question whether a change of the account was theirs was answered', {
    answer: z.enum(['me', 'not_me']),
  }),
  'MyData:Take': server('A file of the own data was asked for', {
    file: z.enum(['purchases.csv', 'all.json']),
    result: z.enum(['begun', 'crowded', 'tooOften', 'unavailable']),
  }),
  'Review:Submit': server('A review of a product was sent', {
    good_id: publicId,
    score,
    result: z.enum(['sent', 'refused']),
  }),
  'Poll:Answer': server('A survey or the marks of a purchase were sent', {
    kind: z.enum(['survey', 'purchase']),
    result: z.enum(['sent', 'answered', 'gone', 'refused']),
  }),
  'Store:Choose': server('A store was made the own one', {
    store_code: publicId,
    result: z.enum(['chosen', 'refused']),
  }),
  'Adult:Confirm': server('The shopper confirmed their age', {}),
  'Theme:Change': server('Other colours were chosen', {
    theme: z.enum(['light', 'dark', 'system']),
  }),
  'Start:Change': server('What the installed application opens first was chosen', {
    start: z.enum(['today', 'card']),
  }),
  'Notice:Dismiss': server('An advice, or the operator’s notice, was waved away', {
    notice: z.enum([...dismissibleNotices, 'operator']),
  }),
  'Push:Enrol': server('The gateway received the push address', {
    is_permitted: z.boolean(),
    result: z.enum(['enrolled', 'refused']),
  }),
  'Experiment:Exposure': server('A variant was shown, once per session', {
    feature: z.enum(['today_order']),
    variant: z.enum(['control', 'test']),
  }),

  'TabBar:Tap': browser('A tab was tapped', { tab: z.enum(tabs) }),
  'Banner:View': browser('A banner became visible', { banner_id: publicId }),
  'Banner:Click': browser('A banner was tapped', { banner_id: publicId }),
  'Filters:Open': browser('The list of filters was opened or closed', {}),
  'Product:Share': browser('The page of a product was passed on', {
    way: z.enum(['share', 'copy']),
  }),
  'Product:Rating': browser('The rating on a product card was tapped', { good_id: publicId }),
  'Card:CopyNumber': browser('The number of the card was copied', {}),
  'Card:Guide': browser('The guide to the numbers on the plastic was opened or closed', {}),
  'Map:Open': browser('The map of the stores was asked for', {}),
  'Stores:NearMe': browser('The nearest stores were asked for', {}),
  'Onboarding:Skip': browser('The first steps were skipped', { step: z.enum(['1', '2']) }),
  'Registration:InfoLink': browser('A document was opened from the form', {
    document: z.enum(['pdn', 'program-loyalty', 'terms']),
  }),
  'Field:Change': browser('A field of a form was filled in; never with what', {
    form: z.enum(['login', 'registration', 'incomplete', 'edit', 'card']),
    field: z.enum([
      'phone',
      ...(Object.keys(profileShape) as ProfileInputName[]),
      'isPersonalDataAgreed',
      'isSmsPermitted',
      'isEmailPermitted',
      'number',
      'cvc',
      'captchaAnswer',
    ]),
  }),
  'Push:Permission': browser('The browser answered whether pushes may come (specification 4.31)', {
    state: z.enum(['granted', 'denied', 'default']),
  }),
  'Install:Step': browser('Installing went one step on', {
    step: z.enum(['offered', 'asked', 'accepted', 'dismissed', 'closed', 'installed']),
  }),
} as const

export type ViewName = ScreenViewName | OtherViewName
export type OtherViewName = keyof typeof otherViews
export type OtherViewProperties<Name extends OtherViewName> = z.input<
  (typeof otherViews)[Name]['properties']
>

type From<Source> = {
  [Name in keyof typeof events]: (typeof events)[Name]['from'] extends Source ? Name : never
}[keyof typeof events]
export type EventName = keyof typeof events
export type ServerEventName = From<'server'>
export type BrowserEventName = From<'browser'>
export type EventProperties<Name extends EventName> = z.input<(typeof events)[Name]['properties']>
