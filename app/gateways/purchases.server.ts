import { z } from 'zod'

import { endpoint, orNull, type Call, type CallOptions } from './endpoint.server'
import { id, nothing } from '~/gateways/schemas/common.server'
import { firstPage, page, type Page, type Pagination } from '~/gateways/schemas/paging.server'
import * as schemas from '~/gateways/schemas/purchases.server'

const NOTHING_TO_RATE = 'the account has no purchase to rate'
const NO_SURVEY = 'no survey is open to the account'

/** Section 'Purchases, surveys' of the contract. */
export const purchasesEndpoints = {
  listTransactions: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v3/user/transactions',
      auth: 'required',
      effect: 'safe',
      query: page,
      answer: schemas.transactions,
      usedBy: [
        '/profile/transactions',
        '/profile/transactions/search?sumFrom=5000',
        '/profile/purchases',
        '/today',
        '/profile/rate',
        '/profile/my-data',
      ],
      without: 'no purchases, no overview, nothing to rate',
    },
    { query: firstPage },
    ({ transactions }, found) => {
      found.transactionId = transactions.find(({ type }) => type === 'PURCHASE')?.id
      found.ratedId = transactions.find(({ hasPoll }) => hasPoll)?.id
    },
  ),
  getTransaction: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/user/transactions/{id}',
      auth: 'required',
      effect: 'safe',
      answer: schemas.transactionDetail,
      usedBy: [
        '/profile/transactions/{transactionId}',
        '/profile/rate/{ratedId}',
        '/profile/transactions/{transactionId}/again',
      ],
      without: 'no receipts',
    },
    ({ transactionId: id }) => (id ? { params: { id } } : 'the account has no purchase'),
  ),
  getTransactionPoll: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v1/transaction/{id}/poll',
      auth: 'required',
      effect: 'safe',
      answer: schemas.poll,
      usedBy: ['/profile/rate/{ratedId}'],
      without: 'no purchase can be rated',
    },
    ({ ratedId: id }) => (id ? { params: { id } } : NOTHING_TO_RATE),
  ),
  answerTransactionPoll: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/transaction/{id}/poll',
      auth: 'required',
      effect: 'once',
      request: schemas.transactionPollAnswers,
      answer: nothing,
      usedBy: ['/profile/rate/{ratedId}'],
      without: 'ratings are not saved',
    },
    ({ ratedId: id }) =>
      id
        ? { params: { id }, body: { answers: [{ questionId: 'visit', rating: 5 }] } }
        : NOTHING_TO_RATE,
  ),
  listOpenPolls: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/user/poll',
      auth: 'required',
      effect: 'safe',
      answer: schemas.openPolls,
      usedBy: ['/profile/rate', '/profile/survey/{pollId}', '/today'],
      without: 'no surveys',
    },
    {},
    ({ polls: [poll] }, found) => {
      found.pollId = poll?.id
    },
  ),
  getPoll: endpoint(
    {
      gateway: 'web',
      method: 'GET',
      path: '/v2/poll',
      auth: 'required',
      effect: 'safe',
      query: z.object({ id }),
      answer: schemas.poll,
      usedBy: ['/profile/survey/{pollId}'],
      without: 'no survey can be opened',
    },
    ({ pollId: id }) => (id ? { query: { id } } : NO_SURVEY),
  ),
  answerPoll: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v2/poll',
      auth: 'required',
      effect: 'once',
      request: schemas.pollAnswers,
      answer: nothing,
      usedBy: ['/profile/survey/{pollId}'],
      without: 'answers are not saved',
    },
    ({ pollId }) =>
      pollId
        ? {
            body: {
              pollId,
              answers: [
                { questionId: 'how-often', optionIds: ['option-1'] },
                { questionId: 'what-you-like', optionIds: ['option-2'] },
                { questionId: 'cleanliness', rating: 5 },
              ],
            },
          }
        : NO_SURVEY,
  ),
  markPollDisplayed: endpoint(
    {
      gateway: 'web',
      method: 'POST',
      path: '/v1/user/poll/displayed',
      auth: 'required',
      effect: 'idempotent',
      request: schemas.pollDisplayed,
      answer: nothing,
      usedBy: ['/profile/survey/{pollId}'],
      without: 'the loyalty system does not learn that a survey was shown',
      isMissedSilently: true,
    },
    ({ pollId }) => (pollId ? { body: { pollId } } : NO_SURVEY),
  ),
}

/**
 * Every function throws GatewayError; the docstrings name errors specific to a call. Money in
 * kopecks.
 * @param call sends the calls of one visitor
 */
export function purchasesGateway(call: Call) {
  const e = purchasesEndpoints
  return {
    /** A page of the account's operations, newest first; `limit` at most 50. */
    listTransactions: (
      { limit, offset }: Page,
      options?: CallOptions,
    ): Promise<{ transactions: schemas.Transaction[]; pagination: Pagination }> =>
      call(e.listTransactions, { query: { limit, offset }, ...options }),

    /** An operation with its receipt, if any; `null` when there is no such operation. */
    getTransaction: (
      transactionId: string,
      options?: CallOptions,
    ): Promise<schemas.TransactionDetail | null> =>
      orNull(call(e.getTransaction, { params: { id: transactionId }, ...options }), 404),

    /** The survey on a purchase; `null` when there is none. */
    getTransactionPoll: (
      transactionId: string,
      options?: CallOptions,
    ): Promise<schemas.Poll | null> =>
      orNull(call(e.getTransactionPoll, { params: { id: transactionId }, ...options }), 404),

    /** Answers the survey on a purchase. Never retried. */
    answerTransactionPoll: (
      input: { transactionId: string; answers: schemas.Answer[] },
      options?: CallOptions,
    ): Promise<void> =>
      call(e.answerTransactionPoll, {
        params: { id: input.transactionId },
        body: { answers: input.answers },
        ...options,
      }),

    /** The surveys that are open to this shopper. */
    listOpenPolls: async (options?: CallOptions): Promise<schemas.OpenPoll[]> =>
      (await call(e.listOpenPolls, options)).polls,

    /** `null` when there is none. */
    getPoll: (pollId: string, options?: CallOptions): Promise<schemas.Poll | null> =>
      orNull(call(e.getPoll, { query: { id: pollId }, ...options }), 404),

    /**
     * Answers a survey. Never retried.
     * @throws GatewayError 422 when it was answered before
     */
    answerPoll: (
      input: { pollId: string; answers: schemas.Answer[] },
      options?: CallOptions,
    ): Promise<void> => call(e.answerPoll, { body: input, ...options }),

    /** Records that the survey was shown to the shopper. */
    markPollDisplayed: (pollId: string, options?: CallOptions): Promise<void> =>
      call(e.markPollDisplayed, { body: { pollId }, ...options }),
  }
}
