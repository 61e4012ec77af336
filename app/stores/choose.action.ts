import { redirect, type ActionFunctionArgs } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { safeReturnTo } from '~/lib/return-to'
import { requireShopper } from '~/session/guards.server'
import { isStoreCode } from '~/session/shop-choices.server'

export function loader() {
  throw redirect('/stores')
}

/** Makes a store the shopper's own, and goes back to where its prices were wanted. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireShopper(request, context)
  const { gateways, session, shop, analytics } = context
  const form = await readFormData(request, ['storeCode', 'returnTo'])
  const returnTo = form.get('returnTo')
  const storeCode = String(form.get('storeCode') ?? '')
  const owner = 'OWNER_UNSPECIFIED'
  const { store } = isStoreCode(storeCode)
    ? await loadBlocks({ store: gateways.stores.getStore({ storeCode, owner }) })
    : { store: null }
  if (store === null || store?.isActive === false) {
    analytics.track('Store:Choose', { result: 'refused' })
    session.flash({ type: 'error', title: 'Этот магазин выбрать нельзя. Выберите другой' })
    throw redirect('/stores', 303)
  }
  // A store that cannot be asked for now is believed: the shopper saw it in the list.
  shop.storeCode = storeCode
  analytics.track('Store:Choose', { store_code: storeCode, result: 'chosen' })
  session.flash({
    type: 'success',
    title: 'Магазин выбран',
    ...(store && { description: store.address }),
  })
  throw redirect(safeReturnTo(returnTo, '/stores'), 303)
}
