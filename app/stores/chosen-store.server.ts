import type { AppLoadContext } from '@remix-run/node'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { DEFAULT_STORE_CODE, type Coordinates, type Store } from '~/gateways/schemas/stores.server'
import { bindText } from '~/lib/bind-text.server'
import { errorReports } from '~/platform/error-reports.server'
import { log } from '~/platform/log.server'
import { metrics } from '~/platform/metrics.server'

/** The store for a page's prices and stock. */
export interface ChosenStore {
  code: string
  /** Null when the store failed to load. */
  title: string | null
  address: string | null
  /** True when the shopper's choice failed to load and the default store replaces it. */
  isReplaced: boolean
  /** True once: asks whether this is the right store. */
  shouldAsk: boolean
}

interface LoadedStore {
  chosen: ChosenStore
  /** The FIAS id of its city; null when the store failed to load. */
  cityFiasId: string | null
  /** Where it is, as far as the gateway says. */
  coordinates: Coordinates | null
}

type Wanted = Pick<AppLoadContext, 'cookies' | 'gateways' | 'visit'>

/**
 * Loads the chosen store. If that fails, reports it and uses the default store (specification
 * 4.26 and 8.11). The choice stays, because the error may pass.
 */
export async function loadChosenStore({
  cookies,
  gateways,
  visit: { requestId },
}: Wanted): Promise<LoadedStore> {
  const wanted = cookies.read('v1_store')
  const shouldAsk = wanted === null && !cookies.read('v1_store_prompted')
  if (shouldAsk) cookies.write('v1_store_prompted', true)
  const startedAt = performance.now()
  const find = async (storeCode: string): Promise<Store | null> => {
    // One time budget for both calls, because the page needs its store first.
    const left = BUDGET_MS.optional - (performance.now() - startedAt)
    if (left <= 0) return null
    const asked = { store: gateways.stores.getStore({ storeCode }) }
    const { store } = await loadBlocks(asked, { store: left })
    if (store) return store
    const reason = store === null ? 'unknown' : 'unavailable'
    log.warn({ requestId, reason }, 'the chosen store could not be restored')
    if (storeCode === wanted) {
      metrics.storeRestoresFailed.inc({ reason })
      errorReports.report(new Error(`The chosen store could not be restored: ${reason}`), {
        requestId,
      })
    }
    return null
  }
  const own = wanted ? await find(wanted) : null
  const isReplaced = wanted !== null && own === null
  const store = own ?? (await find(DEFAULT_STORE_CODE))
  const chosen = {
    code: own && wanted ? wanted : DEFAULT_STORE_CODE,
    title: store?.name ? bindText(store.name) : null,
    address: store ? bindText(store.address) : null,
    isReplaced,
    shouldAsk,
  }
  return { chosen, cityFiasId: store?.cityFiasId || null, coordinates: store?.coordinates ?? null }
}
