import type { AppLoadContext } from '@remix-run/node'

import type { StoreKey } from '~/session/shared-store.server'
import { userHash } from '~/session/user-hash.server'

/** Gateways tell late, or never, that something was answered here: so long we know it ourselves. */
export const REMEMBERED_MS = 30 * 86_400_000

const PREFIXES = {
  survey: 'poll-answered',
  shownSurvey: 'poll-displayed',
  purchase: 'purchase-rated',
  review: 'review',
} as const
/** What a shopper answers: once, and is then asked no more. */
type Asked = 'survey' | 'purchase'

/** The key of what this shopper did about one survey, purchase or product. */
export async function answerKey(
  context: AppLoadContext,
  what: keyof typeof PREFIXES,
  id: string,
): Promise<StoreKey> {
  return `${PREFIXES[what]}:${await userHash(context)}:${id.slice(0, 128)}`
}

/** Whether this shopper has answered the survey, or rated the purchase, here in the last 30 days. */
export async function isAnswered(
  context: AppLoadContext,
  what: Asked,
  id: string,
): Promise<boolean> {
  return (await context.store.get(await answerKey(context, what, id))) !== null
}

/** Whoever answered is not asked again. */
export async function rememberAnswered(
  context: AppLoadContext,
  what: Asked,
  id: string,
): Promise<void> {
  await context.store.set(await answerKey(context, what, id), '1', REMEMBERED_MS)
}

/** Those of a gateway's list that were not answered here. */
export async function notYetAnswered<Entry extends { id: string }>(
  context: AppLoadContext,
  what: Asked,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const answers = await Promise.all(entries.map(({ id }) => isAnswered(context, what, id)))
  return entries.filter((_, at) => !answers[at])
}
