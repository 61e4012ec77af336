import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { notice, redirectTo } from '~/forms/form-response.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { isIdOf } from '~/domain/ids'
import { safeReturnTo, withReturnTo } from '~/domain/return-to'

type Choice = { kind: 'chosen'; address: string | null } | { kind: 'refused' }

async function chooseStore({ gateways, cookies }: AppLoadContext, storeCode = ''): Promise<Choice> {
  if (!isIdOf('store', storeCode)) return { kind: 'refused' }
  const { store } = await loadBlocks({ store: gateways.stores.getStore({ storeCode }) })
  if (store === null || store?.isActive === false) return { kind: 'refused' }
  // A store that fails to load is accepted, because the list has shown it.
  cookies.write('v1_store', storeCode)
  return { kind: 'chosen', address: store?.address ?? null }
}

/** Stores the shopper's choice, then returns to the page with its prices. */
const form = defineAction('/stores', {
  name: 'choose-store',
  schema: z.object({ storeCode: z.string().optional(), returnTo: z.string().optional() }),
  idempotencyKey: 'none',
  call: ({ context, value }) => chooseStore(context, value.storeCode),
  track({ context, value: { storeCode } }, { kind: result }) {
    const isChosen = result === 'chosen' && storeCode
    context.analytics.track(
      'Store:Choose',
      isChosen ? { store_code: storeCode, result } : { result },
    )
  },
  onResult: {
    chosen: (_, { address }) =>
      notice({
        type: 'success',
        title: 'Магазин выбран',
        ...(address ? { description: address } : {}),
      }),
    refused: ({ value }) =>
      redirectTo(withReturnTo('/stores', safeReturnTo(value.returnTo, '') || null), {
        type: 'error',
        title: 'Этот магазин выбрать нельзя. Выберите другой',
      }),
  },
})

export const action = form.action
export const loader = form.loader
