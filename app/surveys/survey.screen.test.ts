import { expect, test } from 'vitest'

import { testContext } from '../../tests/support/test-context'
import { forms as rows } from '../../tests/support/forms'
import { loader as receipt } from '../purchases/transaction.screen'
import { loader as today } from '../today/today.screen'
import { action as rate, loader as rateForm } from './rate-purchase.screen'
import { loader as rateable } from './rate.screen'
import { action as answer, loader as survey } from './survey.screen'

const { sandbox, regularShopper: shopper, getCalls, spoil, refuse } = testContext()
/** The body that the gateway received in this test. */
const getBody = (endpoint: string) =>
  sandbox.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)
type Shopper = Awaited<ReturnType<typeof shopper>>
const UNSENT = 'Отправить ответы пока не удалось. Попробуйте ещё раз'

/** The two forms with answers. */
const forms = [
  {
    name: 'a survey',
    write: 'POST /v2/poll',
    read: 'GET /v2/poll',
    right: rows['surveys/survey.screen'].right,
    thanks: 'Спасибо! Ответы отправлены',
    loader: survey,
    action: answer,
    paramsOf: ({ user }: Shopper) => ({ surveyId: user.polls[0]!.id }),
    getPath: (id: string) => `/profile/survey/${id}`,
  },
  {
    name: 'the rating of a purchase',
    write: 'POST /v1/transaction/{id}/poll',
    read: 'GET /v1/transaction/{id}/poll',
    right: rows['surveys/rate-purchase.screen'].right,
    thanks: 'Спасибо! Оценка отправлена',
    loader: rateForm,
    action: rate,
    paramsOf: ({ user }: Shopper) => ({ id: user.transactions.find(({ hasPoll }) => hasPoll)!.id }),
    getPath: (id: string) => `/profile/rate/${id}`,
  },
] as const

/** A shopper with one of the forms. */
async function begin(form: (typeof forms)[number]) {
  const somebody = await shopper()
  const params: Record<string, string> = form.paramsOf(somebody)
  const path = form.getPath(Object.values(params)[0]!)
  return {
    path,
    look: () => somebody.load(form.loader, path, params),
    post: (fields: Record<string, string> = form.right) =>
      somebody.send(form.action, path, fields, params),
  }
}

test.each(forms)(
  '1.8: $name shows an error for missing answers and thanks for valid ones, and is sent once',
  async (form) => {
    const done = { location: '/profile/rate', flash: { type: 'success', title: form.thanks } }
    const plain = await begin(form)
    expect((await plain.look()).data).toMatchObject({ kind: 'open' })
    const empty = await plain.post({})
    expect(empty.status).toBe(422)
    expect(Object.keys(empty.data.result.error ?? {})[0]).toBe(Object.keys(form.right)[0])
    expect(getCalls(form.write)).toBe(0)
    expect(await plain.post()).toMatchObject(done)
    expect((await plain.post()).location).toBe(plain.path)

    const twice = await begin(form)
    const fields = { ...form.right, formId: crypto.randomUUID() }
    const before = getCalls(form.write)
    const both = await Promise.all([twice.post(fields), twice.post(fields)])
    expect(both).toMatchObject([done, done])
    expect(getCalls(form.write)).toBe(before + 1)
  },
)

test.each(forms)('$name keeps its answers when the gateway fails', async (form) => {
  const { post } = await begin(form)
  spoil(form.write, 'reset')
  const { status, data } = await post()
  expect([status, data.result.error]).toEqual([422, { '': [UNSENT] }])
  spoil(form.read, 'reset')
  const unread = await post()
  expect(unread.data.result.error?.['']?.[0]).toBe('Опрос не загрузился. Попробуйте ещё раз')
  for (const { result } of [data, unread.data])
    expect(JSON.stringify(result.initialValue)).toContain(Object.values(form.right)[0])
})

test('keeps at most a hundred answers, and none with an invalid name, when the survey fails to load', async () => {
  const { send, user } = await shopper()
  spoil('GET /v2/poll', 'status')
  const odd = { 'answer.__proto__': 'x', 'answer.a b': 'x', other: 'x', 'answer.': 'x' }
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`answer.${at}`, 'x']))
  const surveyId = user.polls[0]!.id
  const { data } = await send(
    answer,
    `/profile/survey/${surveyId}`,
    { ...odd, ...many },
    { surveyId },
  )
  const names = Object.keys(data.result.initialValue?.answer ?? {})
  expect(names).toHaveLength(100)
  expect(names.every((name) => /^\d+$/.test(name))).toBe(true)
})

test.each(
  forms.flatMap((form) => [
    ['no longer exists', 404, 'notFound', form] as const,
    ['was answered elsewhere', 422, 'validationError', form] as const,
  ]),
)(
  '1.8: redirects a survey that %s (%i) to its page with the new state',
  async (_, status, code, form) => {
    const { path, look, post } = await begin(form)
    refuse(form.write, status, code)
    expect((await post()).location).toBe(path)
    if (status !== 404) expect((await look()).data.kind).not.toBe('open')
  },
)

test('answers 404 for an unknown survey, and shows the rating of an old purchase as closed', async () => {
  const { load, send, user } = await shopper()
  expect((await load(survey, '/profile/survey/x', { surveyId: 'x' })).status).toBe(404)
  expect((await load(rateForm, '/profile/rate/x', { id: 'x' })).status).toBe(404)
  expect((await send(rate, '/profile/rate/x', {}, { id: 'x' })).status).toBe(404)
  const { id } = user.transactions.find(({ hasPoll }) => !hasPoll)!
  expect((await load(rateForm, `/profile/rate/${id}`, { id })).data).toEqual({ id, kind: 'closed' })
  spoil('GET /v2/user/transactions/{id}', 'status')
  expect((await load(rateForm, `/profile/rate/${id}`, { id })).data.kind).toBe('unavailable')
})

test('1.8: shows a survey as expired when the gateway answers 404, as answered when it is unlisted', async () => {
  const { load, user } = await shopper()
  const look = (surveyId: string) => load(survey, `/profile/survey/${surveyId}`, { surveyId })
  const [first, second] = user.polls
  expect((await look(second!.id)).data).toMatchObject({ kind: 'open' })
  user.answeredPolls.add(first!.id)
  expect(await look(first!.id)).toMatchObject({ status: 200, data: { kind: 'answered' } })
  refuse('GET /v2/poll', 404, 'notFound')
  expect(await look(second!.id)).toMatchObject({ status: 410, data: { kind: 'expired' } })
  // It was shown before.
  user.polls = [first!]
  expect((await look(second!.id)).data).toMatchObject({ kind: 'expired' })
})

test('reports a survey to the gateway as displayed once, whether or not the survey list loads', async () => {
  const { load, user } = await shopper()
  const [, second, third] = user.polls.map(({ id }) => id)
  const look = (surveyId = '') => load(survey, `/profile/survey/${surveyId}`, { surveyId })
  refuse('POST /v1/user/poll/displayed', 500, '')
  await look(second)
  sandbox.faults.clear()
  sandbox.calls.length = 0
  for (const id of [second, second]) await look(id)
  spoil('GET /v2/user/poll', 'status')
  for (const id of [second, third, third]) await look(id)
  expect(getBody('POST /v1/user/poll/displayed')).toEqual([{ pollId: second }, { pollId: third }])
})

test('lists purchases that can be rated, and open surveys', async () => {
  const { load, user } = await shopper()
  const { data } = await load(rateable, '/profile/rate?offset=nine')
  expect(data.offset).toBe(0)
  expect(data.rateable?.purchases.map(({ id }) => id)).toEqual(
    user.transactions.slice(0, 50).flatMap(({ id, hasPoll }) => (hasPoll ? [id] : [])),
  )
  expect(data.polls?.length).toBe(user.polls.filter(({ id }) => !user.answeredPolls.has(id)).length)
})

test('1.8: offers an answered survey no more while the gateway’s list lags behind', async () => {
  const { load, send, user } = await shopper()
  user.isEmailConfirmed = true
  const [first, second] = user.polls
  const { polls: before } = (await load(rateable, '/profile/rate')).data
  expect(before?.map(({ id }) => id)).toContain(first!.id)
  const params = { surveyId: first!.id }
  const { flash } = await send(answer, `/profile/survey/${first!.id}`, forms[0].right, params)
  expect(flash?.title).toBe('Спасибо! Ответы отправлены')
  user.answeredPolls.delete(first!.id)
  const { polls } = (await load(rateable, '/profile/rate')).data
  expect(polls?.map(({ id }) => id)).not.toContain(first!.id)
  expect(polls?.[0]?.id).toBe(second!.id)
  const { notices } = (await load(today, '/today')).data
  expect(notices.find(({ key }) => key === 'survey')?.to).toBe(`/profile/survey/${second!.id}`)
})

test('offers a rated purchase no more while the gateway’s history lags behind', async () => {
  const { load, send, user } = await shopper()
  const rated = user.transactions.find(({ hasPoll }) => hasPoll)!
  const offered = async () =>
    (await load(rateable, '/profile/rate')).data.rateable?.purchases.map(({ id }) => id)
  const params = { id: rated.id }
  const isAskedFor = async () =>
    (await load(receipt, `/profile/transactions/${rated.id}`, params)).data.view?.canRate
  expect(await offered()).toContain(rated.id)
  expect(await isAskedFor()).toBe(true)
  await send(rate, `/profile/rate/${rated.id}`, { 'answer.visit': '5' }, params)
  rated.hasPoll = true
  expect(await offered()).not.toContain(rated.id)
  expect(await isAskedFor()).toBe(false)
  const { data } = await load(rateForm, `/profile/rate/${rated.id}`, params)
  expect(data).toEqual({ id: rated.id, kind: 'closed' })
})

test('drops a question without options, and the whole survey when the question is required', async () => {
  const { load, user } = await shopper()
  const id = user.polls[0]?.id ?? ''
  for (const isRequired of [false, true]) {
    sandbox.faults.clear()
    sandbox.faults.add({
      endpoint: 'GET /v2/poll',
      mode: 'changed',
      change(answer) {
        const { questions, ...rest } = answer as { questions: object[] }
        const empty = { id: 'empty', title: 'Что из этого?', type: 'SINGLE', options: [] }
        return { ...rest, questions: [{ ...empty, isRequired }, ...questions] }
      },
    })
    const { data } = await load(survey, `/profile/survey/${id}`, { surveyId: id })
    if (isRequired) expect(data.kind).not.toBe('open')
    else expect(JSON.stringify(data)).not.toContain('Что из этого?')
  }
})

test('gives a survey or purchase without a title, or with a blank one, a general name', async () => {
  const { load, user } = await shopper()
  const surveyId = user.polls[0]!.id
  for (const endpoint of ['GET /v2/poll', 'GET /v2/user/poll', 'GET /v3/user/transactions'])
    sandbox.faults.add({
      endpoint,
      mode: 'changed',
      change: (answer) =>
        JSON.parse(JSON.stringify(answer), (name, value) =>
          name === 'title' && value !== null ? ' \n' : (value as unknown),
        ),
    })
  const { data: lists } = await load(rateable, '/profile/rate')
  expect(lists.polls?.map(({ title }) => title)).toContain('Опрос')
  expect(lists.rateable?.purchases[0]?.title).toBe('Покупка')
  const { data: open } = await load(survey, `/profile/survey/${surveyId}`, { surveyId })
  expect(open).toMatchObject({ poll: { title: 'Опрос' } })
  user.isEmailConfirmed = true
  const { data: main } = await load(today, '/today')
  expect(main.notices.find(({ key }) => key === 'survey')?.title).toBe('Опрос')
})
