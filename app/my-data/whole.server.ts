import { listAllCoupons } from '~/gateways/promotion-lists.server'

import {
  LongListError,
  withRetry,
  readOperations,
  type OperationWithReceipt,
  type Source,
} from './history.server'
import { fiscalOf } from './tables.server'

const FORMAT = 'loyalty-my-data'
const VERSION = 1

/**
 * All stored data of a shopper as JSON, written while it is read (docs/reference/my-data.md has the
 * format). Everything before the purchases is in the first piece, so that `writeWholeCut` can close
 * an incomplete file.
 */
export async function* writeWhole(
  source: Source,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const { gateways, year } = source
  const { account, identity } = gateways
  const madeAt = new Date().toISOString()
  const coupons = await withRetry(source, () => listAllCoupons(gateways))
  const head = {
    format: FORMAT,
    version: VERSION,
    madeAt,
    year,
    profile: await withRetry(source, () => identity.getProfile()),
    cards: await withRetry(source, () => account.listCards()),
    consents: await withRetry(source, () => account.getPermissions()),
    stars: await withRetry(source, () => account.getBalance()),
    coupons: coupons.entries,
  }
  const fields = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(orNull(value))}`,
  )
  let before = `{\n${fields.join(',\n')},\n"purchases": [\n`
  for await (const operations of readOperations(source)) {
    const entries = operations.map((operation) => JSON.stringify(entryOf(operation)))
    count(entries.length)
    if (entries.length > 0) {
      yield before + entries.join(',\n')
      before = ',\n'
    }
  }
  // An empty history has not written the beginning yet.
  if (before !== ',\n') yield before
  if (!coupons.isWhole) throw new LongListError()
  yield '\n],\n"complete": true\n}\n'
}

/** Closes an incomplete file of `writeWhole` and marks it as such. */
export function writeWholeCut(why: string): string {
  return `\n],\n"complete": false,\n"reason": ${JSON.stringify(why)}\n}\n`
}

/** Unknown values are null, so that every name is present. */
function entryOf(operation: OperationWithReceipt) {
  const { transaction, receipt } = operation
  const { id, createdAt, type, title, storeAddress, totalSum, pointsAccrued, pointsSpent } =
    transaction
  return orNull({
    id,
    createdAt,
    type,
    title,
    storeAddress,
    totalSum,
    pointsAccrued,
    pointsSpent,
    isReceiptUnreadable: receipt === 'unreadable',
    receipt:
      receipt === null || receipt === 'unreadable'
        ? null
        : { ...receipt, fiscalString: fiscalOf(operation) },
  })
}

function orNull(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(orNull)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, orNull(each)]))
}
