import type { AppLoadContext } from '@remix-run/node'

import { deadlineId } from '~/deadlines/deadlines.server'
import { env } from '~/platform/env.server'
import { couponView, getCoupon } from './coupon-view.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import type { Coupon } from '~/gateways/schemas/promotions.server'
import { drawnCode128, drawnQr } from '~/lib/drawn-codes.server'
import type { CodeViewProps } from './code-view'

/** Draws a code in the coupon's format; unknown formats and invalid codes are text. */
export function drawCode(text: string, displayType: string): CodeViewProps {
  try {
    if (displayType === 'qr') return { kind: 'qr', text, svg: drawnQr(text) }
    if (displayType === 'barcode' && /^[\x20-\x7e]+$/.test(text))
      return { kind: 'barcode', text, svg: drawnCode128(text) }
  } catch {
    // Too long for the symbol, so the cashier types it.
  }
  return { kind: 'text', text, svg: null }
}

function detailView(coupon: Coupon, zone: string | null) {
  const view = couponView(coupon, { imageOrigins: env().IMAGE_ORIGINS, zone })
  const isActive = view.state === 'ACTIVATED'
  const isOver = !isActive && view.state !== 'AVAILABLE'
  return {
    ...view,
    calendarItem: coupon.expirationDate && !isOver ? deadlineId('coupon', coupon.favoriteId) : null,
    description: coupon.description ?? null,
    terms: (coupon.terms ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
    /** Null when a code may exist but was unreadable. */
    codes: isActive
      ? (coupon.items?.map(({ couponCode }) => drawCode(couponCode, coupon.displayType)) ?? null)
      : [],
  }
}

/** Null when this shopper has no such coupon, undefined when it failed to load. */
export async function loadCoupon(
  { gateways, device }: Pick<AppLoadContext, 'gateways' | 'device'>,
  favoriteId: string,
) {
  const { coupon } = await loadBlocks(
    { coupon: getCoupon(gateways, favoriteId) },
    { coupon: BUDGET_MS.critical },
  )
  return coupon && detailView(coupon, device.timeZone)
}

export type CouponDetail = ReturnType<typeof detailView>
