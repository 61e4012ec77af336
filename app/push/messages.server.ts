import { z } from 'zod'

import { boundedList } from '~/lib/bounded.server'
import {
  isTemporary,
  LARGEST_PAYLOAD_BYTES,
  type Delivered,
  type Delivery,
} from './push-delivery.server'
import type { PushMessage } from './push-message'

const MAX_TOKENS = 500
const FOUR_WEEKS_SECONDS = 28 * 86_400
const MAX_ADDRESS_LENGTH = 1024

/** A path of this site in any spelling. */
const ownPath = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, { error: 'must be a path of this site' })

/**
 * Removes characters that no screen shows: control characters except line breaks, and lone
 * surrogates. In JSON each takes six bytes of the 4 kB.
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

/** The body of the operator's request (docs/architecture, installed app). */
export const relayRequest = z.object({
  tokens: boundedList(z.string().min(1).max(4096), { min: 1, max: MAX_TOKENS }),
  notification: relayNotification,
  ttl: z.int().min(0).max(FOUR_WEEKS_SECONDS).optional(),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).optional(),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
})

type Relayed = z.output<typeof relayRequest>

/** The message for each token, with its lifetime and the notification that it replaces. */
export function getDelivery(
  { notification: { title, text, icon, key, url = '/today' }, ttl, urgency, topic }: Relayed,
  origin: string,
): Delivery {
  // Declarative Web Push.
  const message: PushMessage = {
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
  return { payload: JSON.stringify(message), ttl, urgency, topic }
}

/** True when the message exceeds one encrypted record, which every push service refuses. */
export const isTooLarge = ({ payload }: Delivery) =>
  Buffer.byteLength(payload) > LARGEST_PAYLOAD_BYTES

/**
 * A message that did not arrive, and whether to send it again. `index` is the position of its token in the
 * request.
 */
interface RelayFailure extends Delivered {
  index: number
  isTemporary: boolean
}

/** The failures that a sender must understand; a removed token needs no explanation. */
export function listFailures(delivered: readonly Delivered[]): RelayFailure[] {
  return delivered.flatMap((each, index) =>
    each.result === 'sent' || each.result === 'gone'
      ? []
      : [{ index, ...each, isTemporary: isTemporary(each) }],
  )
}

/** The failures counted by service and cause, for the log; pauses differ by the second. */
export function countFailures(failures: readonly RelayFailure[]) {
  const groups = new Map<string, Omit<RelayFailure, 'index' | 'retryAfter'> & { count: number }>()
  for (const { index: _, retryAfter: __, ...failure } of failures) {
    const key = JSON.stringify(failure)
    const group = groups.get(key) ?? { ...failure, count: 0 }
    groups.set(key, { ...group, count: group.count + 1 })
  }
  return [...groups.values()]
}
