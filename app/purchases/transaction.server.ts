import type { AppLoadContext } from '@remix-run/node'

import { isAnswered } from '~/session/answered.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { nullIfMalformed } from '~/gateways/gateway-error.server'
import { getZoneAt } from '~/gateways/store-zones.server'
import type { TransactionDetail } from '~/gateways/schemas/purchases.server'
import { bindText } from '~/lib/bind-text.server'
import { formatTillTime, hasTillZone } from '~/lib/dates'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { fiscalQr } from '~/domain/fiscal'
import { formatMoney } from '~/lib/money'
import { formatQuantity } from '~/lib/numbers'
import { drawnQr } from '~/domain/drawn-codes.server'
import { zoneNote } from '~/lib/time-zones'
import { moneyMoved, pointsMoved, typeWord } from '~/domain/transaction-names'

/** One operation for its screen; the view is null for a foreign, missing or malformed id. */
export async function loadTransaction(context: AppLoadContext, id: string) {
  const { transaction } = await loadBlocks(
    { transaction: nullIfMalformed(context.gateways.purchases.getTransaction(id)) },
    { transaction: BUDGET_MS.critical },
  )
  if (!transaction) return transaction
  const hasPoll = transaction.hasPoll && !(await isAnswered(context, 'purchase', transaction.id))
  const { createdAt, storeAddress } = transaction
  const timeZone = hasTillZone(createdAt)
    ? null
    : await getZoneAt(context.gateways.stores, storeAddress)
  return transactionView({ ...transaction, hasPoll }, timeZone)
}

export type TransactionView = ReturnType<typeof transactionView>

/**
 * Sums, points, products and fiscal data as text.
 * @param timeZone the shop's, where the gateway writes UTC; null: unknown
 */
function transactionView(transaction: TransactionDetail, timeZone: string | null) {
  const { id, type, title, createdAt, storeAddress, receipt, hasPoll } = transaction
  return {
    id,
    isPurchase: type === 'PURCHASE',
    what: typeWord(type),
    title: title.trim() || typeWord(type),
    when:
      formatTillTime(createdAt, timeZone, true) +
      (hasTillZone(createdAt) ? '' : zoneNote(timeZone)),
    place: storeAddress ? bindText(storeAddress) : null,
    money: moneyMoved(transaction),
    points: pointsMoved(transaction),
    canRate: hasPoll,
    canBuyAgain: receipt ? receipt.items.length > 0 : false,
    receipt: receipt
      ? {
          items: receipt.items.map(({ name, price, quantity, sum }) => ({
            name: bindText(nameOrFallback('product', name)),
            count:
              quantity === null || price === null
                ? null
                : `${formatQuantity(quantity)} × ${formatMoney(price)}`,
            sum: sum === null ? null : formatMoney(sum),
          })),
          full:
            receipt.discountSum > 0 ? formatMoney(receipt.totalSum + receipt.discountSum) : null,
          discount: receipt.discountSum > 0 ? formatMoney(-receipt.discountSum) : null,
          total: formatMoney(receipt.totalSum),
        }
      : null,
    fiscal: getFiscal(receipt),
    qr: getQr(transaction, timeZone),
  }
}

function getFiscal(receipt: TransactionDetail['receipt']) {
  return [
    { label: 'ФН', title: 'Фискальный накопитель', value: receipt?.fiscalDriveNumber },
    { label: 'ФД', title: 'Фискальный документ', value: receipt?.fiscalDocumentNumber },
    { label: 'ФП', title: 'Фискальный признак', value: receipt?.fiscalSign },
  ].flatMap(({ value, ...rest }) => (value ? [{ ...rest, value }] : []))
}

function getQr(
  { createdAt, type, receipt }: TransactionDetail,
  timeZone: string | null,
): string | null {
  // A QR code with the wrong type would be rejected as unknown.
  const facts = { createdAt, timeZone, isRefund: type === 'REFUND' }
  const value = type && receipt && fiscalQr({ ...receipt, ...facts })
  return value ? drawnQr(value) : null
}
