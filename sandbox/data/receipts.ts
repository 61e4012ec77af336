import type { TransactionDetail } from '../response-types'
import { getChance, type Chance } from './chance'
import { products } from './products'
import { longText } from './longText'
import { stores } from './stores'
import { DAY, HOUR, MINUTE, getInstant, startOfDay } from './time'

type Receipt = NonNullable<TransactionDetail['receipt']>

const MONTHS_18 = 548

function makeReceipt(chance: Chance, positions: number, pointsSpent: number): Receipt {
  const items = Array.from({ length: positions }, () => {
    const product = chance.pick(products)
    const quantity = product.shelfWeight
      ? chance.whole(180, 1900) / 1000
      : chance.pick([1, 1, 1, 2, 3])
    return {
      name: product.name,
      price: product.basePrice,
      quantity,
      sum: Math.round(product.basePrice * quantity),
    }
  })
  const full = items.reduce((sum, item) => sum + item.sum, 0)
  const discountSum = Math.min(
    full,
    Math.round((full * chance.pick([0, 0, 5, 8, 12])) / 100) + pointsSpent * 100,
  )
  const hasFiscal = chance.happens(0.95)
  return {
    items,
    totalSum: full - discountSum,
    discountSum,
    ...(hasFiscal && {
      fiscalDriveNumber: `9${chance.digits(15)}`,
      fiscalDocumentNumber: String(chance.whole(1000, 180_000)),
      fiscalSign: `0${chance.digits(9)}`,
    }),
  }
}

/**
 * A shopper's history: `count` purchases over 18 months or a given number of days, newest first, with the
 * operations that follow from them.
 */
export function makeTransactions(
  seed: string,
  count: number,
  now: number,
  { isVeryLong, days = MONTHS_18 }: { isVeryLong: boolean; days?: number },
): TransactionDetail[] {
  const history: (TransactionDetail & { at: number })[] = []
  const gap = (days * DAY) / Math.max(count, 1)
  const usual = stores.filter(({ isActive }) => isActive).slice(0, 5)
  for (let number = 0; number < count; number += 1) {
    const chance = getChance(`${seed} receipt ${number}`)
    const day = startOfDay(now - number * gap - 3 * HOUR)
    const at = Math.min(day + chance.whole(9 * 60, 22 * 60) * MINUTE, now - 20 * MINUTE)
    const id = `t${String(count - number).padStart(6, '0')}${chance.digits(6)}`
    const pointsSpent = chance.happens(0.12) ? chance.whole(10, 150) : 0
    const receipt = makeReceipt(
      chance,
      isVeryLong && number === 0 ? 180 : chance.whole(1, 14),
      pointsSpent,
    )
    const store = chance.pick(usual)
    const purchase = {
      id,
      at,
      createdAt: getInstant(at),
      type: 'PURCHASE' as const,
      title: isVeryLong ? longText(300, 'Покупка ') : 'Покупка',
      ...(chance.happens(0.95) && { storeAddress: store.address }),
      totalSum: receipt.totalSum,
      pointsAccrued: Math.floor(receipt.totalSum / 10_000),
      pointsSpent,
      hasPoll: number % 19 === 1,
      ...(chance.happens(0.96) && { receipt }),
    }
    history.push(purchase)

    const extra = (
      type: TransactionDetail['type'],
      title: string,
      minutesLater: number,
      rest: Partial<TransactionDetail>,
    ) => {
      const later = Math.min(at + minutesLater * MINUTE, now - MINUTE)
      history.push({
        id: `${id}-${type.toLowerCase()}`,
        at: later,
        createdAt: getInstant(later),
        type,
        title,
        totalSum: null,
        pointsAccrued: 0,
        pointsSpent: 0,
        hasPoll: false,
        ...rest,
      })
    }
    if (number % 23 === 7) {
      const [returned] = receipt.items
      extra('REFUND', 'Возврат', 300, {
        totalSum: returned?.sum ?? 0,
        pointsSpent: Math.floor((returned?.sum ?? 0) / 10_000),
        storeAddress: store.address,
        ...(returned && {
          receipt: { items: [returned], totalSum: returned.sum, discountSum: 0 },
        }),
      })
    }
    if (number % 13 === 3) {
      extra('ACCRUAL', 'Звёзды за выполненное задание', 120, {
        pointsAccrued: chance.whole(20, 300),
      })
    }
    if (number % 29 === 11) {
      extra('WRITE_OFF', 'Списание звёзд: подарок из каталога', 60, {
        pointsSpent: chance.whole(20, 200),
      })
    }
    if (number % 31 === 17) {
      extra('EXPIRATION', 'Звёзды сгорели', 600, { pointsSpent: chance.whole(5, 90) })
    }
  }
  return history.sort((one, other) => other.at - one.at).map(({ at: _, ...rest }) => rest)
}
