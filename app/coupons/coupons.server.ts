import type { AppLoadContext } from '@remix-run/node'

import { env } from '~/platform/env.server'
import { couponView, type CouponView } from './coupon-view.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Listed } from '~/gateways/all-pages.server'
import { listAllCoupons } from '~/gateways/promotion-lists.server'
import { stateOfCoupon, type Coupon } from '~/gateways/schemas/promotions.server'
import { byEnd } from '~/lib/expiry'
import { readPage } from '~/lib/paging'

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

interface CouponPage {
  coupons: CouponView[]
  pages: number
  /** True when the list is longer than what was read. */
  isCut: boolean
  /** True when at least two coupons can be activated. */
  hasSeveral: boolean
}

/** Coupons of one state by their end. */
const byEndOfCoupon = (one: { coupon: Coupon }, other: { coupon: Coupon }) =>
  byEnd(one.coupon.expirationDate, other.coupon.expirationDate)

const isOver = ({ state }: Pick<CouponView, 'state'>) => state === 'USED' || state === 'EXPIRED'

/** All coupons of a tab's list: those that can be used may be anywhere in it. */
export async function listCouponsFor(
  { gateways }: Pick<AppLoadContext, 'gateways'>,
  tab: Tab,
): Promise<Listed<Coupon>> {
  if (tab !== 'mine') return listAllCoupons(gateways)
  return { entries: await gateways.promotions.listFavouriteCoupons(), isWhole: true }
}

/** One page of one tab, what ends first at the beginning; null when it failed to load. */
export async function loadCoupons(
  { device }: Pick<AppLoadContext, 'device'>,
  list: Promise<Listed<Coupon>>,
  { tab, page }: { tab: Tab; page: number },
): Promise<CouponPage | null> {
  const { found } = await loadBlocks({ found: list }, { found: BUDGET_MS.critical })
  if (!found) return null
  const shown = { imageOrigins: env().IMAGE_ORIGINS, zone: device.timeZone, now: new Date() }
  const states = found.entries.map((coupon) => ({
    coupon,
    state: stateOfCoupon(coupon, shown.now),
  }))
  const usable = states.filter((each) => !isOver(each)).sort(byEndOfCoupon)
  // The gateway may still list expired coupons among the activated ones.
  const inTab = tab === 'used' ? states.filter(isOver) : usable
  return {
    coupons: inTab
      .slice((page - 1) * PAGE, page * PAGE)
      .map(({ coupon }) => couponView(coupon, shown)),
    pages: Math.ceil(inTab.length / PAGE),
    isCut: !found.isWhole,
    hasSeveral: usable.filter(({ state }) => state === 'AVAILABLE').length > 1,
  }
}
