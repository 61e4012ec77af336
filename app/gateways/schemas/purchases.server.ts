import { z } from 'zod'

import {
  id,
  instant,
  kopecks,
  getList,
  maybe,
  orElse,
  getShownList,
  points,
  shownText,
} from './common.server'
import { locatedBy, paging } from './paging.server'

/** An operation. A null amount: no money moved; undefined: unknown, so it is not summed up. */
const transaction = z.object({
  id,
  createdAt: instant,
  type: orElse(z.enum(['PURCHASE', 'REFUND', 'ACCRUAL', 'WRITE_OFF', 'EXPIRATION']), null),
  title: orElse(shownText, ''),
  storeAddress: maybe(shownText),
  totalSum: orElse(kopecks.nullable(), undefined),
  pointsAccrued: orElse(points, undefined),
  pointsSpent: orElse(points, undefined),
  hasPoll: orElse(z.boolean(), false),
})
export type Transaction = z.output<typeof transaction>

export const transactions = z
  .object({ transactions: getShownList(transaction), pagination: paging })
  .transform(locatedBy('transactions'))

export const transactionDetail = transaction.extend({
  receipt: maybe(
    z.object({
      items: orElse(
        getList(
          z.object({
            name: shownText,
            price: orElse(kopecks, null),
            quantity: orElse(z.number(), null),
            sum: orElse(kopecks, null),
          }),
        ),
        [],
      ),
      totalSum: kopecks,
      discountSum: orElse(kopecks, 0),
      fiscalDriveNumber: maybe(z.string()),
      fiscalDocumentNumber: maybe(z.string()),
      fiscalSign: maybe(z.string()),
    }),
  ),
})
export type TransactionDetail = z.output<typeof transactionDetail>

const options = getList(z.object({ id, title: shownText }))
const asked = { id, title: shownText, isRequired: orElse(z.boolean(), false) }

const question = z.discriminatedUnion('type', [
  // A choice without options could never be answered.
  z
    .object({ ...asked, type: z.enum(['SINGLE', 'MULTIPLE']), options })
    .refine((choice) => choice.options.length > 0),
  z.object({ ...asked, type: z.literal('RATING') }),
  z.object({ ...asked, type: z.literal('TEXT'), maxLength: maybe(z.number().int()) }),
])

/**
 * The gateway refuses answers without the required question, so an unreadable one loses the survey.
 */
const mayBeLeftOut = z.object({ isRequired: z.literal(false) })

export const poll = z.object({
  id: maybe(id),
  title: orElse(shownText, ''),
  description: maybe(shownText),
  questions: getList(question, (entry) => !mayBeLeftOut.safeParse(entry).success),
})
export type Poll = z.output<typeof poll>

/** Needs the id only: a survey that the list lacks counts as answered. */
export const openPolls = z.object({
  polls: getShownList(
    z.object({
      id,
      title: orElse(shownText, ''),
      description: maybe(shownText),
      isDisplayed: orElse(z.boolean(), false),
    }),
  ),
})
export type OpenPoll = z.output<typeof openPolls>['polls'][number]

const answer = z.object({
  questionId: id,
  optionIds: z.array(id).optional(),
  rating: z.number().int().min(1).max(5).optional(),
  text: z.string().optional(),
})
export type Answer = z.output<typeof answer>

export const pollAnswers = z.object({ pollId: id, answers: z.array(answer) })

export const transactionPollAnswers = z.object({ answers: z.array(answer) })

export const pollDisplayed = z.object({ pollId: id })
