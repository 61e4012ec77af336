import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import { stores } from '../../sandbox/data/stores'
import { testContext } from '../../tests/support/test-context'
import type { StreamedResponse } from '~/framework/streamed.server'

import { loader as screenLoader } from './my-data.screen'
import { action, loader } from './take.action'

const { sandbox, regularShopper: shopper, visitor, spoil, getCalls } = testContext()
const HISTORY = 'GET /v3/user/transactions'
const RECEIPT = 'GET /v2/user/transactions/{id}'
type Shopper = Pick<Awaited<ReturnType<typeof shopper>>, 'send'>

const take = ({ send }: Shopper, file: string) =>
  send(action, `/profile/my-data/${file}`, {}, { file })

/** Parses strictly: every line has the width of the first, and no quote is misplaced. */
const strictly = (text: unknown): string[][] =>
  parse(String(text), {
    delimiter: ';',
    record_delimiter: '\r\n',
    relax_column_count: false,
    relax_quotes: false,
  })

test("refuses a download manager's GET in plain text, and redirects a browser to the page", async () => {
  const { load } = await shopper()
  const ask = (Accept: string) =>
    load(loader, '/profile/my-data/purchases.csv', { file: 'purchases.csv' }, { Accept })
  const { status, headers, data } = await ask('*/*')
  expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(String(data)).not.toContain('<')
  expect(await ask('text/html')).toMatchObject({ location: '/profile/my-data' })
})

test('writes purchases as a strict table with a line for each operation', async () => {
  const someone = await shopper()
  const { status, headers, data } = await take(someone, 'purchases.csv')
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headers.get('Content-Disposition')).toBe(
    `attachment; filename="purchases.csv"; filename*=UTF-8''${encodeURIComponent('Покупки.csv')}`,
  )
  const [headings, ...rows] = strictly(data)
  expect(headings).toContain('Сумма, ₽')
  expect(rows).toHaveLength(someone.user.transactions.length)
  const [row] = rows
  const [newest] = someone.user.transactions
  expect(row?.[0]).toBe(`№ ${newest!.id}`)
  expect(row?.[1]).toMatch(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/)
  expect(row?.[5]).toBe(String(-newest!.totalSum! / 100).replace('.', ','))
})

test('writes all data as one JSON', async () => {
  const someone = await shopper()
  const { user } = someone
  user.transactions = user.transactions.slice(0, 60)
  const { data, headers } = await take(someone, 'all.json')
  expect(headers.get('Content-Disposition')).toContain(encodeURIComponent('Мои данные.json'))
  expect(data).toMatchObject({
    format: 'loyalty-my-data',
    version: 2,
    profile: { firstName: user.firstName, phone: user.phone },
    cards: user.cards,
    stars: { totalPointBalance: user.balance.totalPointBalance },
    complete: true,
  })
  const { purchases, coupons } = data as unknown as Record<'purchases' | 'coupons', unknown[]>
  expect(coupons).toHaveLength(user.coupons.length)
  expect(purchases.map((each) => (each as { id: string }).id)).toEqual(
    user.transactions.map(({ id }) => id),
  )
  expect(purchases).toContainEqual(
    expect.objectContaining({
      receipt: expect.objectContaining({ fiscalString: expect.stringMatching(/^t=/) }),
    }),
  )
})

test('writes the clock of the shop into the QR text of a purchase in UTC, and none of an unknown shop', async () => {
  const someone = await shopper()
  const { user } = someone
  const paid = user.transactions.find(({ receipt }) => receipt?.fiscalSign)!
  const { address } = stores.find((each) => each.address.includes('Екатеринбург'))!
  const createdAt = '2026-05-09T20:30:00Z'
  const at = (id: string, storeAddress: string) => ({ ...paid, id, createdAt, storeAddress })
  user.transactions = [at('found', address), at('lost', 'д. Нигде, 1')]
  const { data } = await take(someone, 'all.json')
  const { purchases } = data as unknown as {
    purchases: { receipt: { fiscalString: string | null } }[]
  }
  const texts = purchases.map(({ receipt }) => receipt.fiscalString)
  expect(texts).toEqual([expect.stringMatching(/^t=20260510T0130&/), null])
})

test('writes headings only, and a complete JSON, for a shopper without data', async () => {
  const stranger = await visitor('79000000006')
  expect(strictly((await take(stranger, 'purchases.csv')).data)).toHaveLength(1)
  expect((await take(stranger, 'all.json')).data).toMatchObject({ purchases: [], complete: true })
})

test('says in the file that there are more coupons than it has', async () => {
  const someone = await shopper()
  const { user } = someone
  user.coupons = Array.from({ length: 501 }, (_, at) => ({
    ...user.coupons[0]!,
    favoriteId: `many-${at}`,
  }))
  for (const count of [3, 0]) {
    user.transactions = user.transactions.slice(0, count)
    const whole = (await take(someone, 'all.json')).data as Record<string, unknown[]>
    expect(whole).toMatchObject({
      complete: false,
      reason: expect.stringContaining('купонов слишком много'),
    })
    expect([whole.coupons?.length, whole.purchases?.length]).toEqual([500, count])
  }
  // Such a file counts: another try would not be longer.
  for (let round = 2; round < 10; round += 1) await take(someone, 'all.json')
  expect((await take(someone, 'all.json')).status).toBe(303)
})

test('repeats a call that fails in the middle of the history, and completes the file', async () => {
  const someone = await shopper()
  // Four pages in parallel, each sent twice by every call.
  sandbox.faults.add({ endpoint: HISTORY, mode: 'status', status: 500, after: 1, times: 8 })
  const rows = strictly((await take(someone, 'purchases.csv')).data)
  expect(rows.at(-1)?.[0]).toBe(`№ ${someone.user.transactions.at(-1)!.id}`)
  expect(getCalls(HISTORY)).toBeGreaterThan(9)
})

test.each([500, 401])(
  'ends the file with a message when the gateway answers with %i after 60 receipts',
  async (status) => {
    const someone = await shopper()
    someone.user.transactions = someone.user.transactions.slice(0, 120)
    sandbox.faults.add({ endpoint: RECEIPT, mode: 'status', status, after: 60 })
    const whole = (await take(someone, 'all.json')).data as Record<string, unknown>
    const reason = expect.stringContaining('не все данные')
    expect(whole).toMatchObject({ complete: false, reason })
    expect(whole.purchases).toHaveLength(50)
  },
  30_000,
)

test('ends the table with a message when the gateway fails after the first page', async () => {
  const someone = await shopper()
  sandbox.faults.add({ endpoint: HISTORY, mode: 'status', status: 500, after: 1 })
  const rows = strictly((await take(someone, 'purchases.csv')).data)
  expect(rows).toHaveLength(52)
  expect(rows.at(-1)?.[0]).toMatch(/^Выгрузка прервана: /)
})

test('marks receipts that cannot be read, and never repeats a call that was refused', async () => {
  const someone = await shopper()
  const { user } = someone
  user.transactions = user.transactions.slice(0, 60)
  const [, , unreadable, refused] = [0, 1, 50, 51].map((at) => user.transactions[at]!.id)
  const endpoint = (id = '') => RECEIPT.replace('{id}', id)
  sandbox.faults.add({ endpoint: endpoint(unreadable), mode: 'malformed' })
  sandbox.faults.add({ endpoint: endpoint(refused), mode: 'status', status: 403 })
  const { complete, purchases } = (await take(someone, 'all.json')).data as unknown as {
    complete: boolean
    purchases: { id: string; isReceiptUnreadable: boolean }[]
  }
  const marked = purchases.filter(({ isReceiptUnreadable }) => isReceiptUnreadable)
  expect([complete, marked.map(({ id }) => id)]).toEqual([true, [unreadable, refused]])
  expect(sandbox.calls.filter(({ path }) => path.endsWith(`/${refused}`))).toHaveLength(2)
})

test('makes four files at a time, one for a shopper, and another one after their end', async () => {
  const crowded = 'Сейчас скачивают слишком много файлов'
  const statuses = async (shoppers: Awaited<ReturnType<typeof shopper>>[]) => {
    const answers = await Promise.all(shoppers.map((each) => take(each, 'all.json')))
    for (const { status, flash } of answers) if (status === 303) expect(flash?.title).toBe(crowded)
    return answers.map(({ status }) => status).sort()
  }
  const someone = await shopper()
  expect(await statuses([someone, someone])).toEqual([200, 303])
  const five = await Promise.all(Array.from({ length: 5 }, () => shopper()))
  expect(await statuses(five)).toEqual([200, 200, 200, 200, 303])
  expect((await take(someone, 'purchases.csv')).status).toBe(200)
})

test('makes ten files an hour, not counting one that cannot be made or that a restart cuts, then names the time of the next try', async () => {
  const someone = await shopper()
  spoil('GET /v1/profile', 'status')
  expect(await take(someone, 'all.json')).toMatchObject({
    status: 303,
    location: '/profile/my-data',
    flash: { type: 'error', title: 'Файл не собрался' },
  })
  // A visitor who waits for the first piece gets no later retry.
  expect(getCalls('GET /v1/profile')).toBe(2)
  const stopped = async (args: Parameters<typeof action>[0]) => {
    const file = (await action(args)) as unknown as StreamedResponse
    file.stop()
    return file
  }
  const file = 'purchases.csv'
  const { data } = await someone.send(stopped, `/profile/my-data/${file}`, {}, { file })
  expect(data).toContain('сайт обновляется')
  for (let round = 0; round < 10; round += 1)
    expect((await take(someone, 'purchases.csv')).status).toBe(200)
  expect(await take(someone, 'purchases.csv')).toMatchObject({
    status: 303,
    location: '/profile/my-data',
    isLimited: true,
    flash: { title: 'Слишком много файлов подряд', description: expect.stringMatching(/после/) },
  })
})

test.each(['everything.csv', 'constructor', 'PURCHASES.CSV'])(
  'answers 404 for the file «%s»',
  async (file) => expect((await take(await shopper(), file)).status).toBe(404),
)

test('shows the number of operations, their first year, and how many consents are given', async () => {
  const { load } = await visitor('79000000009')
  const { data } = await load(screenLoader, '/profile/my-data')
  expect(data.history).toMatch(/^10\u2009\d{3} операц.+ с 20\d\d года$/)
  expect(data.person).toMatch(/, \+7 \(900\) •••-••-09$/)
  const given = Object.values(sandbox.state.user('79000000009').permissions)
  expect(data.consents).toBe(`Дано ${given.filter(Boolean).length} из ${given.length}`)
})
