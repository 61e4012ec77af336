import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { TransactionDetail } from '~/gateways/schemas/purchases.server'
import { bytesOfParsed, createByteCache } from '~/lib/byte-cache.server'

const LIFE_MS = 60_000

/** In this process only, by shopper; repeated visits load no receipt again. */
const receipts = createByteCache<TransactionDetail>('receipts', {
  bytesOf: (detail) => bytesOfParsed(JSON.stringify(detail)),
  lifeMs: LIFE_MS,
})

/**
 * The purchases gateway for screens that read many receipts. One page may need hundreds of calls, so each
 * receipt is cached for a minute. Above the limit only cached receipts are returned, and the screen shows
 * data of the list alone.
 */
export function receiptReads({
  gateways,
  limits,
  session,
}: Pick<AppLoadContext, 'gateways' | 'limits' | 'session'>): Pick<Gateways, 'purchases'> {
  const { purchases } = gateways
  let look: ReturnType<typeof limits.consume> | undefined
  return {
    purchases: {
      ...purchases,
      async getTransaction(id, options) {
        const shopper = String(await session.userId())
        const key = `${shopper}:${id}`
        const inMemory = receipts.get(key)
        if (inMemory) return inMemory
        look ??= limits.consume(['receiptLooks', shopper])
        if ((await look).isOver)
          throw new GatewayError({ kind: 'busy', endpoint: 'GET /v2/user/transactions/{id}' })
        const detail = await purchases.getTransaction(id, options)
        if (detail) receipts.set(key, detail)
        return detail
      },
    },
  }
}
