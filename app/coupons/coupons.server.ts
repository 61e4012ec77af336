import type { AppLoadContext } from '@remix-run/node'

import type { Listed } from '~/gateways/all-pages.server'
import type { Gateways } from '~/gateways/gateways.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { findListed, listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/domain/expiry'
import { readPage } from '~/lib/paging'

import { couponDetail, couponView } from './coupon-view.server'

type Asked = Pick<AppLoadContext, 'gateways' | 'device'>

const couponTabs = ['all', 'mine', 'used'] as const
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

/** All coupons of a tab's list: those that can be used may be anywhere in it. */
async function listForTab({ promotions }: Gateways, tab: Tab): Promise<Listed<Coupon>> {
  if (tab !== 'mine') return listAllCoupons({ promotions })
  return { entries: await promotions.listFavouriteCoupons(), isWhole: true }
}

/** One page of one tab, what ends first at the beginning; null when it failed to load. */
export async function loadCoupons({ gateways, device }: Asked, tab: Tab, page: number) {
  const { found } = await loadBlocks(
    { found: listForTab(gateways, tab) },
    { found: BUDGET_MS.critical },
  )
  if (!found) return null
  const now = new Date()
  const states = new Map(found.entries.map((coupon) => [coupon, stateOfCoupon(coupon, now)]))
  const isOver = (coupon: Coupon) => /USED|EXPIRED/.test(states.get(coupon) ?? '')
  const usable = found.entries
    .filter((coupon) => !isOver(coupon))
    .sort((one, other) => byEnd(one.expirationDate, other.expirationDate))
  // The gateway may still list expired coupons among the activated ones.
  const inTab = tab === 'used' ? found.entries.filter(isOver) : usable
  return {
    coupons: inTab
      .slice((page - 1) * PAGE, page * PAGE)
      .map((coupon) => couponView(coupon, device.timeZone, now)),
    pages: Math.ceil(inTab.length / PAGE),
    /** True when the list is longer than what was read. */
    isCut: !found.isWhole,
    /** True when at least two coupons can be activated. */
    hasSeveral: usable.filter((coupon) => states.get(coupon) === 'AVAILABLE').length > 1,
  }
}

/** One coupon of the shopper, found in the list: the gateway has no call for one. */
export const getCoupon = (
  gateways: Pick<Gateways, 'promotions'>,
  favoriteId: string,
): Promise<Coupon | null> =>
  findListed(listAllCoupons(gateways), (coupon) => coupon.favoriteId === favoriteId)

/** Null when this shopper has no such coupon, undefined when it failed to load. */
export async function loadCoupon({ gateways, device }: Asked, favoriteId: string) {
  const { coupon } = await loadBlocks(
    { coupon: getCoupon(gateways, favoriteId) },
    { coupon: BUDGET_MS.critical },
  )
  return coupon && couponDetail(coupon, device.timeZone)
}
