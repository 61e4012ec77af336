import type { AppLoadContext } from '@remix-run/node'

import type { StoreKey } from '~/shared-state/shared-store.server'
import { userHash } from './user-hash.server'

/** Gateways report an answer late or never, so the product remembers it for this time. */
export const REMEMBERED_MS = 30 * 86_400_000

const PREFIXES = {
  survey: 'poll-answered',
  shownSurvey: 'poll-displayed',
  purchase: 'purchase-rated',
  review: 'review',
} as const
/** Questions that a shopper answers once. */
type Asked = 'survey' | 'purchase'

/** The key of a shopper's answer to one survey, purchase or product. */
export async function answerKey(
  context: AppLoadContext,
  what: keyof typeof PREFIXES,
  id: string,
): Promise<StoreKey> {
  return `${PREFIXES[what]}:${await userHash(context)}:${id.slice(0, 128)}`
}

/** Whether the shopper has answered the survey, or rated the purchase, within 30 days. */
export async function isAnswered(
  context: AppLoadContext,
  what: Asked,
  id: string,
): Promise<boolean> {
  return (await context.services.store.get(await answerKey(context, what, id))) !== null
}

/** Stores that the shopper has answered, so that the question does not return. */
export async function rememberAnswered(
  context: AppLoadContext,
  what: Asked,
  id: string,
): Promise<void> {
  await context.services.store.set(await answerKey(context, what, id), '1', REMEMBERED_MS)
}

/** The entries of a gateway's list without an answer. */
export async function notYetAnswered<Entry extends { id: string }>(
  context: AppLoadContext,
  what: Asked,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const answers = await Promise.all(entries.map(({ id }) => isAnswered(context, what, id)))
  return entries.filter((_, at) => !answers[at])
}
