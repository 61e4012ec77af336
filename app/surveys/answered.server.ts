import type { AppLoadContext } from '@remix-run/node'

import { shopperTag } from '~/session/shopper-tag.server'

export const REMEMBERED_MS = 30 * 86_400_000

const PREFIXES = {
  survey: 'poll-answered',
  shown: 'poll-displayed',
  purchase: 'purchase-rated',
} as const

/** The key of what is remembered of this shopper: that a survey was answered or shown, or a purchase rated. */
export async function keyOf(
  context: AppLoadContext,
  what: keyof typeof PREFIXES,
  id: string,
): Promise<string> {
  return `${PREFIXES[what]}:${await shopperTag(context)}:${id.slice(0, 128)}`
}

/** Whether a survey was answered, or a purchase rated, here in the last 30 days: the gateway's lists may lag behind. */
export async function isAnswered(
  context: AppLoadContext,
  what: 'survey' | 'purchase',
  id: string,
): Promise<boolean> {
  return (await context.store.get(await keyOf(context, what, id))) !== null
}

/** Whoever answered is not asked again. */
export async function rememberAnswered(
  context: AppLoadContext,
  what: 'survey' | 'purchase',
  id: string,
): Promise<void> {
  await context.store.set(await keyOf(context, what, id), '1', REMEMBERED_MS)
}

/** Those that were not answered here. */
export async function unanswered<Asked extends { id: string }>(
  context: AppLoadContext,
  what: 'survey' | 'purchase',
  asked: readonly Asked[],
): Promise<Asked[]> {
  const answers = await Promise.all(asked.map(({ id }) => isAnswered(context, what, id)))
  return asked.filter((_, at) => !answers[at])
}
