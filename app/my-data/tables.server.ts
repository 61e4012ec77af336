import { listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon } from '~/gateways/schemas/promotions.server'
import type { Profile } from '~/gateways/schemas/identity.server'
import type { Transaction } from '~/gateways/schemas/purchases.server'
import { allConsents } from '~/lib/consents'
import { fiscalQr } from '~/lib/fiscal'
import { groupInFours } from '~/lib/mask'
import { formatPhone } from '~/lib/phone'
import { typeWord } from '~/lib/transaction-names'
import { currency } from '~/lib/currency'
import { profileEntries } from '~/lib/profile-fields.server'

import {
  LongListError,
  withRetry,
  readHistory,
  readOperations,
  type OperationWithReceipt,
  type Source,
} from './history.server'
import { writeMoment, type Cell, type Column } from './table.server'

/** A table of a shopper's stored data, row by row. */
export interface Table {
  columns: readonly Column[]
  rows(source: Source): AsyncGenerator<Cell[][]>
}

const text = (title: string): Column => ({ title, holds: 'text' })
const number = (title: string): Column => ({ title, holds: 'number' })
/** A heading with the currency's name, which is set after modules have loaded. */
const numberOf = (title: () => string): Column => ({
  get title() {
    return title()
  },
  holds: 'number',
})
const roubles = (title: string): Column => ({ title: `${title}, ₽`, holds: 'roubles' })

/** With a sign, because spreadsheets round long numbers. */
const numbered = (id: string) => `№ ${id}`

export const purchasesTable: Table = {
  columns: [
    text('Номер операции'),
    text('Дата и время (МСК)'),
    text('Вид'),
    text('Название'),
    text('Магазин'),
    roubles('Сумма'),
    numberOf(() => `Начислено ${currency.many}`),
    numberOf(() => `Списано ${currency.many}`),
  ],
  async *rows(source) {
    for await (const transactions of readHistory(source)) yield transactions.map(purchaseRow)
  },
}

function purchaseRow(transaction: Transaction): Cell[] {
  const { id, createdAt, type, title, storeAddress, pointsAccrued, pointsSpent } = transaction
  return [
    numbered(id),
    writeMoment(createdAt),
    typeWord(type),
    title,
    storeAddress ?? null,
    movedKopecks(transaction),
    pointsAccrued ?? null,
    pointsSpent ?? null,
  ]
}

/** Purchases are negative, as on the screens; null: no money moved, or an unknown amount. */
function movedKopecks({ type, totalSum }: Transaction): number | null {
  if (typeof totalSum !== 'number') return null
  return type === 'REFUND' || !type ? Math.abs(totalSum) : -Math.abs(totalSum)
}

export const receiptsTable: Table = {
  columns: [
    text('Номер операции'),
    text('Дата и время (МСК)'),
    text('Вид'),
    text('Магазин'),
    number('Позиция'),
    text('Товар'),
    roubles('Цена'),
    number('Количество'),
    roubles('Стоимость'),
    roubles('Итог чека'),
    roubles('Скидка по чеку'),
    text('Строка чека для проверки'),
  ],
  async *rows(source) {
    for await (const operations of readOperations(source)) yield operations.flatMap(receiptRows)
  },
}

function receiptRows({ transaction, receipt }: OperationWithReceipt): Cell[][] {
  if (receipt === null) return []
  const { id, createdAt, type, storeAddress } = transaction
  const about = [numbered(id), writeMoment(createdAt), typeWord(type), storeAddress ?? null]
  const without = [null, null, null]
  if (receipt === 'unreadable')
    return [[...about, null, 'Чек прочитать не удалось', ...without, ...without]]
  const whole = [receipt.totalSum, receipt.discountSum, fiscalOf({ transaction, receipt })]
  if (receipt.items.length === 0) return [[...about, null, null, ...without, ...whole]]
  return receipt.items.map(({ name, price, quantity, sum }, at) => [
    ...about,
    at + 1,
    name,
    price,
    quantity,
    sum,
    ...whole,
  ])
}

/** The content of the receipt's QR code; null while a part is unknown. */
export function fiscalOf({ transaction, receipt }: OperationWithReceipt): string | null {
  const { type, createdAt } = transaction
  if (!type || receipt === null || receipt === 'unreadable') return null
  return fiscalQr({ ...receipt, createdAt, isRefund: type === 'REFUND' })
}

export const starsTable: Table = {
  columns: [text('Что'), numberOf(() => currency.Many), text('Сгорят (МСК)')],
  async *rows(source) {
    const { account } = source.gateways
    const balance = await withRetry(source, () => account.getBalance())
    const { totalPointBalance, totalExpressPoints, items } = balance
    yield [
      // Named as on the screen of the stars, which counts express stars apart.
      [`Ваши ${currency.plural}`, totalPointBalance, null],
      [`Ваши экспресс-${currency.plural}`, totalExpressPoints, null],
      ...(items ?? []).map(({ type, amount, expiresAt }) => [
        type === 'EXPRESS' ? `Экспресс-${currency.plural}` : currency.Plural,
        amount,
        writeMoment(expiresAt) ?? 'не сгорают',
      ]),
    ]
  },
}

const states = {
  AVAILABLE: 'Можно активировать',
  ACTIVATED: 'Активирован',
  USED: 'Использован',
  EXPIRED: 'Закончился',
} as const

export const couponsTable: Table = {
  columns: [
    text('Номер купона'),
    text('Название'),
    text('Скидка'),
    text('Категория'),
    text('Состояние'),
    text('Активирован (МСК)'),
    text('Действует до (МСК)'),
  ],
  async *rows(source) {
    const { entries, isWhole } = await withRetry(source, () => listAllCoupons(source.gateways))
    const now = new Date()
    yield entries.map((coupon) => {
      const state = stateOfCoupon(coupon, now)
      return [
        numbered(coupon.favoriteId),
        coupon.title,
        coupon.discountText ?? null,
        coupon.category ?? null,
        state && states[state],
        writeMoment(coupon.activatedAt),
        writeMoment(coupon.expirationDate),
      ]
    })
    if (!isWhole) throw new LongListError()
  },
}

export const consentsTable: Table = {
  columns: [text('Согласие'), text('О чём'), text('Дано')],
  async *rows(source) {
    const { account } = source.gateways
    const given = await withRetry(source, () => account.getPermissions())
    yield allConsents.map(({ name, title, text: about }) => [title, about, yesNo(given[name])])
  },
}

export const profileTable: Table = {
  columns: [text('Что'), text('Значение')],
  async *rows(source) {
    const { account, identity } = source.gateways
    const person = await withRetry(source, () => identity.getProfile())
    const cards = await withRetry(source, () => account.listCards())
    const [name = [], ...others] = profileRows(person)
    yield [
      name,
      // Without the plus, which starts a formula in a spreadsheet.
      ['Телефон', person.phone && formatPhone(person.phone).replace('+7', '8')],
      ...others,
      ['Почта подтверждена', yesNo(person.isEmailConfirmed)],
      ...cards.map((card) => ['Карта', numbered(groupInFours(card))]),
    ]
  },
}

function profileRows(profile: Profile): Cell[][] {
  return profileEntries.map(([name, { type, label, exportedAs = label }]) => {
    const value = profile[name] ?? null
    return [exportedAs, type === 'date' ? (value?.split('-').reverse().join('.') ?? null) : value]
  })
}

function yesNo(value: boolean | undefined): string {
  if (value === undefined) return 'Неизвестно'
  return value ? 'Да' : 'Нет'
}
