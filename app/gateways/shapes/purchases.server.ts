import { z } from 'zod/v4'

import { id, instant, kopecks, listOf, pagination, stars } from './common.server'

export const transaction = z.object({
  id,
  createdAt: instant,
  type: z.enum(['PURCHASE', 'REFUND', 'ACCRUAL', 'WRITE_OFF', 'EXPIRATION']),
  title: z.string(),
  storeAddress: z.string().optional(),
  totalSum: kopecks.nullable(),
  pointsAccrued: stars,
  pointsSpent: stars,
  hasPoll: z.boolean(),
})
export type Transaction = z.output<typeof transaction>

export const transactions = z.object({ transactions: listOf(transaction), pagination })

export const transactionDetail = transaction.extend({
  receipt: z
    .object({
      items: listOf(
        z.object({
          name: z.string(),
          price: kopecks,
          quantity: z.number(),
          sum: kopecks,
        }),
      ),
      totalSum: kopecks,
      discountSum: kopecks,
      fiscalDriveNumber: z.string().optional(),
      fiscalDocumentNumber: z.string().optional(),
      fiscalSign: z.string().optional(),
    })
    .optional(),
})
export type TransactionDetail = z.output<typeof transactionDetail>

export const poll = z.object({
  id,
  title: z.string(),
  description: z.string().optional(),
  questions: z.array(
    z.object({
      id,
      type: z.enum(['SINGLE', 'MULTIPLE', 'RATING', 'TEXT']),
      title: z.string(),
      isRequired: z.boolean(),
      options: z.array(z.object({ id, title: z.string() })).optional(),
      maxLength: z.number().int().optional(),
    }),
  ),
})
export type Poll = z.output<typeof poll>

export const openPolls = z.object({
  polls: listOf(
    z.object({
      id,
      title: z.string(),
      description: z.string().optional(),
      isDisplayed: z.boolean(),
    }),
  ),
})
export type OpenPoll = z.output<typeof openPolls>['polls'][number]

export const answer = z.object({
  questionId: id,
  optionIds: z.array(id).optional(),
  rating: z.number().int().min(1).max(5).optional(),
  text: z.string().optional(),
})
export type Answer = z.output<typeof answer>

export const pollAnswers = z.object({ pollId: id, answers: z.array(answer) })

export const transactionPollAnswers = z.object({ answers: z.array(answer) })

export const pollDisplayed = z.object({ pollId: id })
