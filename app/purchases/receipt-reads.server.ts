import type { AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'
import type { TransactionDetail } from '~/gateways/shapes/purchases.server'
import { bytesOfParsed, createByteCache } from '~/lib/byte-cache.server'

const LIFE_MS = 60_000

/** In this process only, by shopper: the next look at the same months asks for none of them again. */
const receipts = createByteCache<TransactionDetail>('receipts', {
  bytesOf: (detail) => bytesOfParsed(JSON.stringify(detail)),
  lifeMs: LIFE_MS,
})

/**
 * The purchases as a look at many receipts reads them: a page of ours is up to hundreds of calls of the
 * gateway, so each receipt is read once a minute. Who looks too often is refused those that are not
 * in memory, and sees what the list of operations alone says.
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
