// What the sealed cookies of a session hold.
import { z } from 'zod/v4'

export const signedInShape = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  staleAt: z.number(),
  userId: z.string(),
  sessionId: z.string(),
})
export type SignedIn = z.output<typeof signedInShape>

export const codeRequestShape = z.object({
  /** Digits with the leading 7. */
  phone: z.string(),
  attemptId: z.string(),
  /** Unix seconds. */
  expires: z.number(),
})
/** The code request that is under way (specification, section 3: saved one-time-password data). */
export type CodeRequest = z.output<typeof codeRequestShape>

/** Where the shopper was going, as it was asked for; whoever follows it checks it again. */
export const destinationShape = z.object({ returnTo: z.string().max(512).nullish() })

export const loyaltyCodeShape = z.object({
  magnitIDCode: z.string(),
  userId: z.string(),
  isRegistered: z.boolean(),
})
/** The loyalty-ID code: a proven phone that waits for registration or for its tokens. */
export type LoyaltyCode = z.output<typeof loyaltyCodeShape>

export const flashShape = z.object({
  type: z.enum(['success', 'info', 'warning', 'error']),
  title: z.string(),
  description: z.string().optional(),
})
/** One notice for the next page. */
export type Flash = z.output<typeof flashShape>

export const pauseShape = z.object({
  until: z.number().transform((ms) => new Date(ms)),
  /** The shop sends no more texts for now: it is not this visitor's doing. */
  isForAll: z.boolean(),
})
export type Pause = z.output<typeof pauseShape>
