import { z } from 'zod'

import { absent, endpoint } from './endpoint.server'
import { id, nothing } from '~/gateways/schemas/common.server'
import { firstPage, page, type Page } from '~/gateways/schemas/paging.server'
import * as schemas from '~/gateways/schemas/purchases.server'

const NOTHING_TO_RATE = 'the account has no purchase to rate'
const NO_SURVEY = 'no survey is open to the account'

/** Section 'Purchases, surveys' of the contract. */
export const purchasesEndpoints = {
  /** A page of the account's operations, newest first; `limit` at most 50. */
  listTransactions: endpoint(
    'web GET /v3/user/transactions',
    {
      query: page,
      response: schemas.transactions,
      without: 'no purchases, no overview, nothing to rate',
    },
    {
      input: ({ limit, offset }: Page) => ({ query: { limit, offset } }),
      example: firstPage,
      learn: ({ transactions }, found) => {
        found.transactionId = transactions.find(({ type }) => type === 'PURCHASE')?.id
        found.ratedId = transactions.find(({ hasPoll }) => hasPoll)?.id
      },
    },
  ),
  /** An operation with its receipt, if any; null when there is no such operation. */
  getTransaction: endpoint(
    'web GET /v2/user/transactions/{id}',
    {
      response: schemas.transactionDetail,
      without: 'no receipts',
    },
    {
      input: (id: string) => ({ params: { id } }),
      recover: absent(404),
      example: ({ transactionId }) => transactionId,
      lacking: 'the account has no purchase',
    },
  ),
  /** The survey on a purchase; null when there is none. */
  getTransactionPoll: endpoint(
    'web GET /v1/transaction/{id}/poll',
    {
      response: schemas.poll,
      without: 'no purchase can be rated',
    },
    {
      input: (id: string) => ({ params: { id } }),
      recover: absent(404),
      example: ({ ratedId }) => ratedId,
      lacking: NOTHING_TO_RATE,
    },
  ),
  answerTransactionPoll: endpoint(
    'web POST /v1/transaction/{id}/poll',
    {
      effect: 'once',
      request: schemas.transactionPollAnswers,
      response: nothing,
      without: 'ratings are not saved',
    },
    {
      input: ({
        transactionId: id,
        answers,
      }: {
        transactionId: string
        answers: schemas.Answer[]
      }) => ({
        params: { id },
        body: { answers },
      }),
      example: ({ ratedId }) =>
        ratedId && { transactionId: ratedId, answers: [{ questionId: 'visit', rating: 5 }] },
      lacking: NOTHING_TO_RATE,
    },
  ),
  listOpenPolls: endpoint(
    'web GET /v2/user/poll',
    {
      response: schemas.openPolls,
      without: 'no surveys',
    },
    {
      pick: ({ polls }) => polls,
      learn: ({ polls: [poll] }, found) => {
        found.pollId = poll?.id
      },
    },
  ),
  getPoll: endpoint(
    'web GET /v2/poll',
    {
      query: z.object({ id }),
      response: schemas.poll,
      without: 'no survey can be opened',
    },
    {
      input: (id: string) => ({ query: { id } }),
      recover: absent(404),
      example: ({ pollId }) => pollId,
      lacking: NO_SURVEY,
    },
  ),
  /** 422 when it was answered before. */
  answerPoll: endpoint(
    'web POST /v2/poll',
    {
      effect: 'once',
      request: schemas.pollAnswers,
      response: nothing,
      without: 'answers are not saved',
    },
    {
      input: (body: { pollId: string; answers: schemas.Answer[] }) => ({ body }),
      example: ({ pollId }) =>
        pollId && {
          pollId,
          answers: [
            { questionId: 'how-often', optionIds: ['option-1'] },
            { questionId: 'what-you-like', optionIds: ['option-2'] },
            { questionId: 'cleanliness', rating: 5 },
          ],
        },
      lacking: NO_SURVEY,
    },
  ),
  markPollDisplayed: endpoint(
    'web POST /v1/user/poll/displayed',
    {
      effect: 'idempotent',
      request: schemas.pollDisplayed,
      response: nothing,
      without: 'the loyalty system does not learn that a survey was shown',
      isMissedSilently: true,
    },
    {
      input: (pollId: string) => ({ body: { pollId } }),
      example: ({ pollId }) => pollId,
      lacking: NO_SURVEY,
    },
  ),
}
