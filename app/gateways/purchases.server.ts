import { z } from 'zod'

import { endpoint, orNull, type Call, type CallOptions } from './endpoint.server'
import { id, nothing } from '~/gateways/shapes/common.server'
import { page, type Page, type Pagination } from '~/gateways/shapes/paging.server'
import * as shapes from '~/gateways/shapes/purchases.server'

/** The contract's section 'Purchases, surveys'. */
export const purchasesEndpoints = {
  listTransactions: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v3/user/transactions',
    auth: 'required',
    repeat: true,
    query: page,
    answer: shapes.transactions,
  }),
  getTransaction: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v2/user/transactions/{id}',
    auth: 'required',
    repeat: true,
    answer: shapes.transactionDetail,
  }),
  getTransactionPoll: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v1/transaction/{id}/poll',
    auth: 'required',
    repeat: true,
    answer: shapes.poll,
  }),
  answerTransactionPoll: endpoint({
    gateway: 'web',
    method: 'POST',
    path: '/v1/transaction/{id}/poll',
    auth: 'required',
    repeat: false,
    request: shapes.transactionPollAnswers,
    answer: nothing,
  }),
  listOpenPolls: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v2/user/poll',
    auth: 'required',
    repeat: true,
    answer: shapes.openPolls,
  }),
  getPoll: endpoint({
    gateway: 'web',
    method: 'GET',
    path: '/v2/poll',
    auth: 'required',
    repeat: true,
    query: z.object({ id }),
    answer: shapes.poll,
  }),
  answerPoll: endpoint({
    gateway: 'web',
    method: 'POST',
    path: '/v2/poll',
    auth: 'required',
    repeat: false,
    request: shapes.pollAnswers,
    answer: nothing,
  }),
  markPollDisplayed: endpoint({
    gateway: 'web',
    method: 'POST',
    path: '/v1/user/poll/displayed',
    auth: 'required',
    repeat: true,
    request: shapes.pollDisplayed,
    answer: nothing,
  }),
}

/**
 * Every function throws GatewayError; what is said below is in addition to the faults of any call.
 * Money in kopecks.
 * @param call one visitor's calls
 */
export function purchasesGateway(call: Call) {
  const e = purchasesEndpoints
  return {
    /** A page of what happened on the account, newest first; `limit` at most 50. */
    listTransactions: (
      { limit, offset }: Page,
      options?: CallOptions,
    ): Promise<{ transactions: shapes.Transaction[]; pagination: Pagination }> =>
      call(e.listTransactions, { query: { limit, offset }, ...options }),

    /** With its receipt, if it has one; `null` when there is no such transaction. */
    getTransaction: (
      transactionId: string,
      options?: CallOptions,
    ): Promise<shapes.TransactionDetail | null> =>
      orNull(call(e.getTransaction, { params: { id: transactionId }, ...options }), 404),

    /** The survey on a purchase; `null` when there is none. */
    getTransactionPoll: (
      transactionId: string,
      options?: CallOptions,
    ): Promise<shapes.Poll | null> =>
      orNull(call(e.getTransactionPoll, { params: { id: transactionId }, ...options }), 404),

    /** Never repeated. */
    answerTransactionPoll: (
      input: { transactionId: string; answers: shapes.Answer[] },
      options?: CallOptions,
    ): Promise<void> =>
      call(e.answerTransactionPoll, {
        params: { id: input.transactionId },
        body: { answers: input.answers },
        ...options,
      }),

    /** The surveys that are open to this shopper. */
    listOpenPolls: async (options?: CallOptions): Promise<shapes.OpenPoll[]> =>
      (await call(e.listOpenPolls, options)).polls,

    /** `null` when there is none. */
    getPoll: (pollId: string, options?: CallOptions): Promise<shapes.Poll | null> =>
      orNull(call(e.getPoll, { query: { id: pollId }, ...options }), 404),

    /**
     * Never repeated.
     * @throws GatewayError 422 when it was answered before
     */
    answerPoll: (
      input: { pollId: string; answers: shapes.Answer[] },
      options?: CallOptions,
    ): Promise<void> => call(e.answerPoll, { body: input, ...options }),

    /** Notes that the shopper has been shown the survey. */
    markPollDisplayed: (pollId: string, options?: CallOptions): Promise<void> =>
      call(e.markPollDisplayed, { body: { pollId }, ...options }),
  }
}
