// Schemas of the sealed session cookies.
import { z } from 'zod'

export const signedInSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  staleAt: z.number(),
  userId: z.string(),
  sessionId: z.string(),
  /**
   * Start of the session in Unix milliseconds; 0 for sessions of releases that did not store it.
   */
  beganAt: z.number().default(0),
})
export type SignedIn = z.output<typeof signedInSchema>

export const codeRequestSchema = z.object({
  /** Digits with the leading 7; stored with a plus before them (specification 5.4). */
  phone: z.string().transform((stored) => stored.replace(/^\+/, '')),
  attemptId: z.string(),
  /** Unix seconds. */
  expires: z.number(),
  /** When another code can be requested, in Unix seconds; counts only after `isSpent` is set. */
  another: z.number().optional(),
  /** True when all tries were wrong: the code is invalid before it expires. */
  isSpent: z.boolean().optional(),
  /** True when its SMS was paid for by a verified captcha: the first try needs none. */
  isAsked: z.boolean().optional(),
  /** True after a verified captcha: further tries of this code need none. */
  isProven: z.boolean().optional(),
})
/** The current code request (specification 3.17). */
export type CodeRequest = z.output<typeof codeRequestSchema>

const consentsSchema = z.object({
  /** The shopper's id: on a shared phone no shopper sends another's consents. */
  userId: z.string(),
  isSmsPermitted: z.boolean(),
  isEmailPermitted: z.boolean(),
  /** Unix milliseconds. */
  until: z.number(),
})
/** Consents of a registration, sent after its owner's sign-in (specification 4.17). */
export type PendingConsents = z.output<typeof consentsSchema>

/** State of the sign-in flow, carried from the first form to the last. */
export const flowStateSchema = z.object({
  /** The requested return address, unchecked; every reader validates it. */
  returnTo: z.string().max(512).nullish(),
  consents: consentsSchema.nullish(),
})
export type FlowState = z.output<typeof flowStateSchema>

export const loyaltyCodeSchema = z.object({
  magnitIDCode: z.string(),
  userId: z.string(),
  isRegistered: z.boolean(),
  /** True after a registration with an unknown result: the card may exist. */
  isTried: z.boolean().optional(),
})
/** The loyalty-ID code of a confirmed phone, used for registration or for tokens. */
export type LoyaltyCode = z.output<typeof loyaltyCodeSchema>

export const flashSchema = z.object({
  type: z.enum(['success', 'info', 'warning', 'error']),
  title: z.string(),
  description: z.string().optional(),
  /** True when the notice stays until closed, for longer texts. */
  stays: z.boolean().optional(),
  /** The action that takes the change back. */
  undo: z.string().optional(),
})
/** One notice for the next page. */
export type Flash = z.output<typeof flashSchema>

/**
 * Why sign-in has to wait. `sent`: an SMS was just sent; `texts`: the phone got several; `codes`:
 * wrong codes; `device` and `network`: too many requests; `shop`: the budget of SMS is used up.
 */
const pauseReasons = ['sent', 'texts', 'codes', 'device', 'network', 'shop'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const pauseSchema = z.object({
  until: z.number().transform((ms) => new Date(ms)),
  reason: z.enum(pauseReasons),
})
export type Pause = z.output<typeof pauseSchema>
