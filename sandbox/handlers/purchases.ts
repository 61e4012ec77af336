import { z } from 'zod'

import type { Poll } from '../response-types'
import { invalidFields, noContent, notFound, refuseInvalid, type FieldError } from '../responses'
import { purchasePoll } from '../data/polls'
import { personal, type Endpoint } from '../endpoint'
import { getPage, pageQuery } from '../paging'
import type { State } from '../state'
import type { User } from '../user'

const answer = z.object({
  questionId: z.string(),
  optionIds: z.array(z.string()).optional(),
  rating: z.number().optional(),
  text: z.string().optional(),
})
type Answer = z.output<typeof answer>

const MAX_TEXT_LENGTH = 1000

/** The reason why an answer does not fit its question. */
function wrongAnswer(question: Poll['questions'][number], given: Answer | undefined) {
  const chosen = given?.optionIds ?? []
  const text = given?.text?.trim() ?? ''
  const isGiven = chosen.length > 0 || given?.rating !== undefined || text !== ''
  if (!isGiven) return question.isRequired ? 'required' : undefined
  const allIds = ('options' in question ? question.options : []).map(({ id }) => id)
  switch (question.type) {
    case 'SINGLE':
      return chosen.length === 1 && allIds.includes(chosen[0]!) ? undefined : 'invalid'
    case 'MULTIPLE':
      return chosen.length > 0 && chosen.every((id) => allIds.includes(id)) ? undefined : 'invalid'
    case 'RATING':
      return [1, 2, 3, 4, 5].includes(given?.rating ?? 0) ? undefined : 'invalid'
    case 'TEXT':
      return text !== '' && text.length <= (question.maxLength ?? MAX_TEXT_LENGTH)
        ? undefined
        : 'tooLong'
  }
}

function wrongAnswers(poll: Poll, answers: readonly Answer[]): FieldError[] {
  const strangers = answers
    .filter(({ questionId }) => !poll.questions.some(({ id }) => id === questionId))
    .map(({ questionId }) => ({ name: questionId, code: 'unknown' }))
  const wrong = poll.questions.flatMap((question) => {
    const code = wrongAnswer(
      question,
      answers.find(({ questionId }) => questionId === question.id),
    )
    return code ? [{ name: question.id, code }] : []
  })
  return [...strangers, ...wrong]
}

const getTransaction = (user: User, id: string | undefined) =>
  user.transactions.find((transaction) => transaction.id === id)

/** Purchases and surveys. */
export function purchases(state: State): Endpoint[] {
  const gateway = 'web'
  return [
    personal({
      gateway,
      name: 'GET /v3/user/transactions',
      query: z.object(pageQuery),
      response: ({ user, query }) => {
        const { items, pagination } = getPage(user.transactions, query, state.settings)
        return { transactions: items.map(({ receipt: _, ...rest }) => rest), pagination }
      },
    }),
    personal({
      gateway,
      name: 'GET /v2/user/transactions/{id}',
      response: ({ user, params }) =>
        getTransaction(user, params.id) ?? notFound('Такой операции нет'),
    }),
    personal({
      gateway,
      name: 'GET /v1/transaction/{id}/poll',
      response: ({ user, params }) => {
        const transaction = getTransaction(user, params.id)
        return transaction?.hasPoll ? purchasePoll(transaction.id) : notFound('Опроса нет')
      },
    }),
    personal({
      gateway,
      name: 'POST /v1/transaction/{id}/poll',
      body: z.object({ answers: z.array(answer) }),
      response: ({ user, params, body }) => {
        const transaction = getTransaction(user, params.id)
        if (!transaction) return notFound('Такой операции нет')
        const poll = purchasePoll(transaction.id)
        if (user.answeredPolls.has(poll.id)) return refuseInvalid('Вы уже ответили')
        if (!transaction.hasPoll) return notFound('Опроса нет')
        const errors = wrongAnswers(poll, body.answers)
        if (errors.length > 0) return invalidFields(errors)
        user.answeredPolls.add(poll.id)
        transaction.hasPoll = false
        return noContent()
      },
    }),
    personal({
      gateway,
      name: 'GET /v2/user/poll',
      response: ({ user }) => ({
        polls: user.polls
          .filter(({ id }) => !user.answeredPolls.has(id))
          .map(({ questions: _, ...poll }) => ({
            ...poll,
            isDisplayed: user.displayedPolls.has(poll.id),
          })),
      }),
    }),
    personal({
      gateway,
      name: 'GET /v2/poll',
      query: z.object({ id: z.string() }),
      response: ({ user, query }) =>
        user.polls.find(({ id }) => id === query.id) ?? notFound('Такого опроса нет'),
    }),
    personal({
      gateway,
      name: 'POST /v2/poll',
      body: z.object({ pollId: z.string(), answers: z.array(answer) }),
      response: ({ user, body }) => {
        const poll = user.polls.find(({ id }) => id === body.pollId)
        if (!poll) return notFound('Такого опроса нет')
        if (user.answeredPolls.has(poll.id)) return refuseInvalid('Вы уже ответили')
        const errors = wrongAnswers(poll, body.answers)
        if (errors.length > 0) return invalidFields(errors)
        user.answeredPolls.add(poll.id)
        return noContent()
      },
    }),
    personal({
      gateway,
      name: 'POST /v1/user/poll/displayed',
      body: z.object({ pollId: z.string() }),
      response: ({ user, body }) => {
        user.displayedPolls.add(body.pollId)
        return noContent()
      },
    }),
  ]
}
