import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'
import {
  isTemporary,
  LARGEST_PAYLOAD_BYTES,
  type Delivered,
  type Delivery,
} from './push-delivery.server'
import { generalReminder, REMINDER_TAG } from './reminder'
import type { PushMessage } from './push-message'

const MOST_TOKENS = 500
const FOUR_WEEKS_SECONDS = 28 * 86_400
/** A reminder that comes later would be of another day. */
const HALF_A_DAY_SECONDS = 43_200
const LONGEST_ADDRESS = 1024

/** A path of this site: not another site's address, however it is spelt. */
const ownPath = z
  .string()
  .max(LONGEST_ADDRESS)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, { error: 'must be a path of this site' })

/**
 * A text without what no screen shows: control characters but the line's end, and halves of letters. In
 * JSON each of them takes six bytes of the 4 kB.
 */
const shownText = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, ' ').trim())
const UNPRINTABLE = /[^\P{Cc}\n]|\p{Cs}/gu

const relayNotification = z.object({
  title: shownText(120).pipe(z.string().min(1)),
  text: shownText(300),
  icon: ownPath.optional(),
  key: shownText(64).optional(),
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

/** Whether a message is longer than one encrypted record holds: every push service refuses it. */
export const isTooLarge = ({ payload }: Delivery) =>
  Buffer.byteLength(payload) > LARGEST_PAYLOAD_BYTES

/**
 * A message without content: the worker asks what there is to say. Where no worker runs, the text
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

/** One message that did not arrive, and whether it may be sent again; `index` is that of its token. */
export interface RelayFailure extends Delivered {
  index: number
  isTemporary: boolean
}

/** Of all results those that a sender has to understand; a token that is gone explains itself. */
export function listFailures(delivered: readonly Delivered[]): RelayFailure[] {
  return delivered.flatMap((each, index) =>
    each.result === 'sent' || each.result === 'gone'
      ? []
      : [{ index, ...each, isTemporary: isTemporary(each) }],
  )
}

/** The same failures counted, for the log: at most a line for each service and reason. */
export function countFailures(failures: readonly RelayFailure[]) {
  const groups = new Map<string, Omit<RelayFailure, 'index'> & { count: number }>()
  for (const { index: _, ...failure } of failures) {
    const key = JSON.stringify(failure)
    const group = groups.get(key) ?? { ...failure, count: 0 }
    groups.set(key, { ...group, count: group.count + 1 })
  }
  return [...groups.values()]
}
