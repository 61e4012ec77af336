import type { AppLoadContext } from '@remix-run/node'

import { answerKey, isAnswered, notYetAnswered, REMEMBERED_MS } from '~/session/answered.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { OpenPoll, Poll } from '~/gateways/schemas/purchases.server'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { exclusive } from '~/shared-state/exclusive.server'

/**
 * A survey and its state for this shopper. The contract has no such field, so two answers and our
 * records of 30 days determine the state:
 * | the survey | the list of open ones | our record | state |
 * |---|---|---|---|
 * | found | lists it, or failed | | open |
 * | found | does not list it | | answered |
 * | found | | answers were sent | answered |
 * | 404 | lists it | | expired |
 * | 404 | | shown before | expired |
 * | 404 | does not list it | none | unknown |
 * Sending reveals the rest: a 422 without a question means answered, a 404 expired.
 */
type Survey =
  | { kind: 'open'; poll: Poll; isDisplayed: boolean }
  | { kind: 'answered' | 'expired' | 'unknown' | 'unavailable' }

export async function loadSurvey(context: AppLoadContext, pollId: string): Promise<Survey> {
  const { gateways, services } = context
  const [{ poll, open }, isDone, isShown] = await Promise.all([
    loadBlocks(
      {
        poll: gateways.purchases.getPoll(pollId),
        open: gateways.purchases.listOpenPolls(),
      },
      { poll: BUDGET_MS.critical },
    ),
    isAnswered(context, 'survey', pollId),
    services.store.get(await answerKey(context, 'shownSurvey', pollId)),
  ])
  if (poll === undefined) return { kind: 'unavailable' }
  const listed = open?.find(({ id }) => id === pollId)
  if (poll === null) return { kind: listed || isShown ? 'expired' : 'unknown' }
  if (isDone || (open && !listed)) return { kind: 'answered' }
  const named = { ...poll, title: nameOrFallback('survey', poll.title) }
  return { kind: 'open', poll: named, isDisplayed: listed?.isDisplayed ?? false }
}

/**
 * Reports to the gateway, once for each shopper and survey, that the survey was shown. The shopper
 * sees no error; the next visit tries again.
 */
export async function reportDisplayed(context: AppLoadContext, pollId: string): Promise<void> {
  const { gateways, services } = context
  const key = await answerKey(context, 'shownSurvey', pollId)
  const { store } = services
  try {
    await exclusive(store, key, { lifeMs: REMEMBERED_MS }, async () => {
      await gateways.purchases.markPollDisplayed(pollId)
      await store.set(key, 'displayed', REMEMBERED_MS)
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
  }
}

/**
 * The open surveys of this shopper without those answered here, because the gateway's list may lag
 * behind.
 * @throws GatewayError
 */
export async function listUnanswered(context: AppLoadContext): Promise<OpenPoll[]> {
  return notYetAnswered(context, 'survey', await context.gateways.purchases.listOpenPolls())
}
