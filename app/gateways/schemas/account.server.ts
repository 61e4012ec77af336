import { z } from 'zod'

import { id, instant, getList, maybe, nothing, orElse, points, shownText } from './common.server'

/** The application's name in the consents and device services (specification 7.16). */
export const APPLICATION = 'V1' as const

/** Data for a barcode: characters that every scanner reads, of limited length. */
const drawable = z.string().regex(/^[\x21-\x7e]{1,64}$/)

/** The card's identifier and its time-based one-time code. */
export const totp = z.object({ identifier: drawable, totp: drawable })

export const balance = z.object({
  /** True when the balance was stored earlier and may have changed. */
  isCache: maybe(z.boolean()),
  priority: maybe(z.number()),
  totalPointBalance: points,
  totalExpressPoints: orElse(points, 0),
  items: orElse(
    getList(
      z.object({
        type: orElse(z.enum(['POINTS', 'EXPRESS']), null),
        amount: points,
        // Null means that the points never expire, so an unreadable date must not become null.
        expiresAt: instant.nullable(),
      }),
    ),
    null,
  ),
})
export type Balance = z.output<typeof balance>

export const cards = z.object({ identifiers: getList(id) })

export const cardMerge = z.object({
  additionalIdentifierNo: z.string().min(1),
  additionalIdentifierCvv: z.string().min(1),
  card_type: z.literal('loyalty'),
})

/** The eight consents with the gateway's names (specification 3.2). */
const consents = z.object({
  push_pers: z.boolean(),
  push_mass: z.boolean(),
  push_content: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  social: z.boolean(),
  calls: z.boolean(),
  digital_receipt: z.boolean(),
})

const consent = orElse(z.boolean(), undefined)

/** Consents as the gateway reports them; undefined means unknown, neither yes nor no. */
export const permissions = z
  .object({
    push_pers: consent,
    push_mass: consent,
    push_content: consent,
    email: consent,
    sms: consent,
    social: consent,
    calls: consent,
    digital_receipt: consent,
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined))
export type Permissions = z.output<typeof permissions>

export const permissionsChange = consents.partial().extend({ application: z.literal(APPLICATION) })

export const deviceEnrolment = z.object({
  application: z.literal(APPLICATION),
  push_token: z.string().min(1),
  notifications_permitted: z.boolean(),
})

/** Any JSON but `null` means enrolled; an empty body is no JSON. */
export const deviceEnrolled = z
  .unknown()
  .refine((response) => response !== undefined)
  .transform((response) => response !== null)

/** The profile is complete: the status says so, and the body is `{}`. */
export const profileComplete = nothing

export const experimentsRequest = z.object({
  'split-id': z.uuid(),
  namespace: z.literal('loyalty'),
})

export const experiments = z.object({
  active_experiments_group_ids: maybe(getList(z.string())),
  features: getList(z.object({ feature_name: z.string(), group_name: z.string() })),
})

/** A banner with `erid` is advertising; it is marked and names its advertiser. */
export const banners = z.object({
  banners: getList(
    z.object({
      id: orElse(id, 'unknown'),
      title: shownText,
      imageUrl: z.string(),
      link: z.string(),
      advertiser: maybe(shownText),
      // An entry that may be advertising without a mark is not shown.
      erid: z.string().nullish(),
    }),
  ),
})
export type Banner = z.output<typeof banners>['banners'][number]
