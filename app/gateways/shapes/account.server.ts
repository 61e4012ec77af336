import { z } from 'zod/v4'

import { id, instant, listOf, stars } from './common.server'

/** The application's name at the consents and device services (section 7). */
export const APPLICATION = 'V1'

/** The card's identifier and its time-based one-time code. */
export const totp = z.object({ identifier: id, totp: id })
export type Totp = z.output<typeof totp>

export const virtualCard = z.object({ identifier: id })

export const balance = z.object({
  priority: z.number(),
  totalPointBalance: stars,
  totalExpressPoints: stars,
  items: listOf(
    z.object({
      type: z.enum(['POINTS', 'EXPRESS']),
      amount: stars,
      expiresAt: instant.nullable(),
    }),
  ).catch([]),
})
export type Balance = z.output<typeof balance>

export const cards = z.object({ identifiers: listOf(id) })

export const cardMerge = z.object({
  additionalIdentifierNo: z.string().min(1),
  additionalIdentifierCvv: z.string().min(1),
  card_type: z.literal('loyalty'),
})

/** The eight consents, by the gateway's names (section 3). */
export const permissions = z.object({
  push_pers: z.boolean(),
  push_mass: z.boolean(),
  push_content: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  social: z.boolean(),
  calls: z.boolean(),
  digital_receipt: z.boolean(),
})
export type Permissions = z.output<typeof permissions>

export const permissionsChange = permissions
  .partial()
  .extend({ application: z.literal(APPLICATION) })

export const deviceEnrolment = z.object({
  application: z.literal(APPLICATION),
  push_token: z.string().min(1),
  notifications_permitted: z.boolean(),
})

/** Any JSON but `null` means that the device is enrolled; no body at all is not JSON. */
export const deviceEnrolled = z
  .unknown()
  .refine((answer) => answer !== undefined)
  .transform((answer) => answer !== null)

/** The profile is complete: `{}`. */
export const profileComplete = z.object({})

export const experimentsRequest = z.object({
  'split-id': z.uuid(),
  namespace: z.literal('loyalty'),
})

export const experiments = z.object({
  active_experiments_group_ids: listOf(z.string()),
  features: listOf(z.object({ feature_name: z.string(), group_name: z.string() })),
})
export type Experiments = z.output<typeof experiments>

/** A banner with `erid` is advertising: it is marked and names its advertiser. */
export const banners = z.object({
  banners: listOf(
    z.object({
      id,
      title: z.string(),
      imageUrl: z.string(),
      link: z.string(),
      advertiser: z.string().optional(),
      erid: z.string().optional(),
    }),
  ),
})
export type Banner = z.output<typeof banners>['banners'][number]
