// What the sealed cookies of a session hold.
import { z } from 'zod'

export const signedInShape = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  staleAt: z.number(),
  userId: z.string(),
  sessionId: z.string(),
  /** When it began, in Unix milliseconds; a session from before this was stored is as old as can be. */
  beganAt: z.number().default(0),
})
export type SignedIn = z.output<typeof signedInShape>

export const codeRequestShape = z.object({
  /** Digits with the leading 7. */
  phone: z.string(),
  attemptId: z.string(),
  /** Unix seconds. */
  expires: z.number(),
  /** From when another code can be asked for, should this one die early; Unix seconds. */
  another: z.number().optional(),
  /** All its tries were wrong: it is dead before it runs out. */
  isSpent: z.boolean().optional(),
})
/** The code request that is under way (specification, section 3: saved one-time-password data). */
export type CodeRequest = z.output<typeof codeRequestShape>

const consentsShape = z.object({
  /** The owner: on a shared phone no shopper sends another's. */
  userId: z.string(),
  isSmsPermitted: z.boolean(),
  isEmailPermitted: z.boolean(),
  /** Unix milliseconds. */
  until: z.number(),
})
/** Consents of a registration that wait for its owner's sign-in (specification, section 4). */
export type PendingConsents = z.output<typeof consentsShape>

/** What is carried along from the first form of signing in to the last. */
export const flowStateShape = z.object({
  /** Where the shopper was going, as it was asked for; whoever follows it checks it again. */
  returnTo: z.string().max(512).nullish(),
  consents: consentsShape.nullish(),
})
export type FlowState = z.output<typeof flowStateShape>

export const loyaltyCodeShape = z.object({
  magnitIDCode: z.string(),
  userId: z.string(),
  isRegistered: z.boolean(),
  /** A registration went out with it with an unknown answer: the card may be made. */
  isTried: z.boolean().optional(),
})
/** The loyalty-ID code: a proven phone that waits for registration or for its tokens. */
export type LoyaltyCode = z.output<typeof loyaltyCodeShape>

export const flashShape = z.object({
  type: z.enum(['success', 'info', 'warning', 'error']),
  title: z.string(),
  description: z.string().optional(),
  /** Stays until it is closed: there is more to read than a glance takes. */
  stays: z.boolean().optional(),
})
/** One notice for the next page. */
export type Flash = z.output<typeof flashShape>

/**
 * Why signing in has to wait: a text was sent a moment ago; several were sent to the phone; wrong
 * codes were typed; too much was asked from the device or the network; the shop sends no more texts.
 */
const pauseReasons = ['sent', 'texts', 'codes', 'device', 'network', 'shop'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const pauseShape = z.object({
  until: z.number().transform((ms) => new Date(ms)),
  reason: z.enum(pauseReasons),
})
export type Pause = z.output<typeof pauseShape>
