import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'

import { backTo, defineForm } from '~/forms/define-form.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { isIdOf } from '~/lib/ids'
import { safeReturnTo, withReturnTo } from '~/lib/return-to'

type Choice = { word: 'chosen'; address: string | null } | { word: 'refused' }

async function chooseStore({ gateways, shop }: AppLoadContext, storeCode = ''): Promise<Choice> {
  if (!isIdOf('store', storeCode)) return { word: 'refused' }
  const { store } = await loadBlocks({ store: gateways.stores.getStore({ storeCode }) })
  if (store === null || store?.isActive === false) return { word: 'refused' }
  // A store that cannot be asked for now is believed: the shopper saw it in the list.
  shop.storeCode = storeCode
  return { word: 'chosen', address: store?.address ?? null }
}

/** Makes a store the shopper's own, and goes back to where its prices were wanted. */
const form = defineForm({
  name: 'choose-store',
  switch: 'choose-store',
  schema: z.object({ storeCode: z.string().optional(), returnTo: z.string().optional() }),
  repeat: 'repeatable',
  call: ({ context, value }) => chooseStore(context, value.storeCode),
  note({ context, value: { storeCode } }, { word: result }) {
    const isChosen = result === 'chosen' && storeCode
    context.analytics.track(
      'Store:Choose',
      isChosen ? { store_code: storeCode, result } : { result },
    )
  },
  endings: {
    chosen: (_, { address }) => ({
      flash: {
        type: 'success',
        title: 'Магазин выбран',
        ...(address ? { description: address } : {}),
      },
    }),
    refused: ({ value }) => ({
      // Another one leads back to where its prices were wanted.
      to: withReturnTo('/stores', safeReturnTo(value.returnTo, '') || null),
      flash: { type: 'error', title: 'Этот магазин выбрать нельзя. Выберите другой' },
    }),
  },
  leadsTo: backTo('/stores'),
  page: '/stores',
})

export const action = form.action
export const loader = form.loader
