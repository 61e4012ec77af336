import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { couponView, type CouponView } from './coupon-view.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { listAllCoupons } from '~/gateways/promotion-lists.server'
import type { Coupon } from '~/gateways/schemas/promotions.server'
import { countPages, readPage } from '~/lib/paging'

export const couponTabs = ['all', 'mine', 'used'] as const
export type Tab = (typeof couponTabs)[number]

const PAGE = 24

/** The list and page of an address; the first page of all for invalid values. */
export function readListAddress(url: string): { tab: Tab; page: number } {
  const { searchParams } = new URL(url)
  return {
    tab: couponTabs.find((tab) => tab === searchParams.get('tab')) ?? 'all',
    page: readPage(searchParams),
  }
}

export interface CouponPage {
  coupons: CouponView[]
  pages: number
}

/**
 * True when at least two coupons are available, or may be: of coupons on further pages only the number is
 * loaded.
 */
export function hasSeveralCoupons(found: CouponPage | null): boolean {
  if (!found) return false
  const open = found.coupons.filter(({ state }) => state === 'AVAILABLE').length
  return open > 1 || (found.pages > 1 && found.coupons.length > 0)
}

const isOver = ({ state }: Pick<CouponView, 'state'>) => state === 'USED' || state === 'EXPIRED'

/** All coupons as one page, because a coupon that ends soon may be anywhere in the list. */
export async function loadWholeList({ gateways }: Pick<AppLoadContext, 'gateways'>) {
  const coupons = await listAllCoupons(gateways)
  return { coupons, pagination: { totalCount: coupons.length } }
}

/** One page of one tab; null when it failed to load. */
export async function loadCoupons(
  { gateways, device }: Pick<AppLoadContext, 'gateways' | 'device'>,
  tab: Tab,
  page: number,
): Promise<CouponPage | null> {
  const shown = { imageOrigins: env().IMAGE_ORIGINS, zone: device.timeZone }
  const view = (coupon: Coupon) => couponView(coupon, shown)
  const cut = (coupons: CouponView[]): CouponPage => ({
    coupons: coupons.slice((page - 1) * PAGE, page * PAGE),
    pages: Math.ceil(coupons.length / PAGE),
  })
  const load = async (): Promise<CouponPage> => {
    if (tab === 'mine') {
      const mine = (await gateways.promotions.listFavouriteCoupons()).map(view)
      // The gateway may still list expired coupons, which belong to the tab `used`.
      return cut(mine.filter((coupon) => !isOver(coupon)))
    }
    if (tab === 'used') return cut((await listAllCoupons(gateways)).map(view).filter(isOver))
    const offset = (page - 1) * PAGE
    const found = await gateways.promotions.listCoupons({ limit: PAGE, offset })
    const { coupons, pagination } = found
    const pages = countPages(pagination.totalCount, { size: PAGE, page, shown: coupons.length })
    return { coupons: coupons.map(view), pages }
  }
  const { found } = await loadBlocks({ found: load() }, { found: BUDGET_MS.critical })
  return found ?? null
}
