import { z } from 'zod/v4'

import { boundedList } from '~/lib/bounded.server'
import type { PushMessage } from './push-message'

const MOST_TOKENS = 500
const FOUR_WEEKS_SECONDS = 28 * 86_400
/** A message is one encrypted record of 4 kB at most. */
const LONGEST_ADDRESS = 1024

/** A path of this site: not another site's address, however it is spelt. */
const ownPath = z
  .string()
  .max(LONGEST_ADDRESS)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/, { error: 'must be a path of this site' })

/** What the operator posts (docs/architecture, installed app). */
export const relayRequest = z.object({
  tokens: boundedList(z.string().min(1).max(4096), { min: 1, max: MOST_TOKENS }),
  notification: z.object({
    title: z.string().trim().min(1).max(120),
    text: z.string().trim().max(300),
    icon: ownPath.optional(),
    key: z.string().max(64).optional(),
    url: ownPath.optional(),
  }),
  ttl: z.int().min(0).max(FOUR_WEEKS_SECONDS).optional(),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).optional(),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
})

type RelayNotification = z.output<typeof relayRequest>['notification']

/** The notification in the form of Declarative Web Push. */
export function messageOf(
  { title, text, icon, key, url = '/today' }: RelayNotification,
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
