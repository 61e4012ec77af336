import { idInAddress } from './ids'

/** The address of a coupon below one of its two lists. */
export const couponHref = (favoriteId: string, list = '/coupons') =>
  `${list}/${idInAddress(favoriteId)}`

export const offerHref = (code: string) => `/actions/offers/${idInAddress(code)}`

/** @param returnTo where the page leads after the store was chosen */
export const storeHref = (code: string, returnTo?: string | null) =>
  `/stores/${idInAddress(code)}${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`

export const receiptHref = (id: string) => `/profile/transactions/${idInAddress(id)}`

export const surveyHref = (id: string) => `/profile/survey/${idInAddress(id)}`

export const rateHref = (id: string) => `/profile/rate/${idInAddress(id)}`
