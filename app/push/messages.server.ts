import { z } from 'zod/v4'

import { boundedList } from '~/lib/bounded.server'
import type { Delivery } from './push-delivery.server'
import { generalReminder, REMINDER_TAG } from './reminder'
import type { PushMessage } from './push-message'

const MOST_TOKENS = 500
const FOUR_WEEKS_SECONDS = 28 * 86_400
/** A reminder that comes later would be of another day. */
const HALF_A_DAY_SECONDS = 43_200
/** A message is one encrypted record of 4 kB at most. */
const LONGEST_ADDRESS = 1024

/** A path of this site: not another site's address, however it is spelt. */
const ownPath = z
  .string()
  .max(LONGEST_ADDRESS)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, { error: 'must be a path of this site' })

const relayNotification = z.object({
  title: z.string().trim().min(1).max(120),
  text: z.string().trim().max(300),
  icon: ownPath.optional(),
  key: z.string().max(64).optional(),
  url: ownPath.optional(),
})

/**
 * What the operator posts (docs/architecture, installed app): a notification, or with `isTickle`
 * that each device asks for what there is to remind its own shopper of.
 */
export const relayRequest = z
  .object({
    tokens: boundedList(z.string().min(1).max(4096), { min: 1, max: MOST_TOKENS }),
    notification: relayNotification.optional(),
    isTickle: z.literal(true).optional(),
    ttl: z.int().min(0).max(FOUR_WEEKS_SECONDS).optional(),
    urgency: z.enum(['very-low', 'low', 'normal', 'high']).optional(),
    topic: z
      .string()
      .regex(/^[\w-]{1,32}$/)
      .optional(),
  })
  .refine(({ notification, isTickle }) => (notification === undefined) === (isTickle === true), {
    path: ['notification'],
    error: 'is needed, unless it is a tickle, which has none',
  })

type Relayed = z.output<typeof relayRequest>

/** What is sent to each token, with how long it is worth something and what it replaces. */
export function deliveryOf(
  { notification, ttl, urgency, topic }: Relayed,
  { brand, origin }: { brand: string; origin: string },
): Delivery {
  if (notification)
    return { payload: JSON.stringify(messageOf(notification, origin)), ttl, urgency, topic }
  const message = tickleOf(brand, origin)
  return { payload: JSON.stringify(message), ttl: HALF_A_DAY_SECONDS, topic: REMINDER_TAG }
}

/**
 * A message without content: the worker asks what there is to say. Where no worker runs, the words
 * that Safari shows by itself are the same for everybody and lead to the card.
 */
function tickleOf(brand: string, origin: string): PushMessage & { isTickle: true } {
  const { title, body, path } = generalReminder(brand)
  return {
    web_push: 8030,
    mutable: true,
    isTickle: true,
    notification: { title, body, lang: 'ru', navigate: origin + path, tag: REMINDER_TAG },
  }
}

/** The notification in the form of Declarative Web Push. */
export function messageOf(
  { title, text, icon, key, url = '/today' }: z.output<typeof relayNotification>,
  origin: string,
): PushMessage {
  return {
    web_push: 8030,
    notification: {
      title,
      body: text,
      lang: 'ru',
      navigate: origin + url,
      ...(icon ? { icon: origin + icon } : {}),
      ...(key ? { tag: key } : {}),
    },
  }
}
