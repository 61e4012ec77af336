import type { Coupon as ReadCoupon } from '../app/gateways/schemas/promotions.server'
import type * as catalogue from '../app/gateways/schemas/catalogue.server'
import type * as purchases from '../app/gateways/schemas/purchases.server'
import type * as stores from '../app/gateways/schemas/stores.server'

/** Fields that a correct response always has, though the application does not need them. */
type With<Read, Replaced> = Omit<Read, keyof Replaced> & Replaced

export type Coupon = With<ReadCoupon, { items: NonNullable<ReadCoupon['items']> }>

export type StoreProduct = With<catalogue.Product, { quantity: number }>
export type StoreProductDetail = With<catalogue.ProductDetail, { quantity: number }>

interface ReceiptItem {
  name: string
  price: number
  quantity: number
  sum: number
}
type ReadReceipt = NonNullable<purchases.TransactionDetail['receipt']>
export type TransactionDetail = With<
  purchases.TransactionDetail,
  {
    type: NonNullable<purchases.Transaction['type']>
    totalSum: number | null
    pointsAccrued: number
    pointsSpent: number
    receipt?: With<ReadReceipt, { items: ReceiptItem[] }>
  }
>

export type Poll = With<purchases.Poll, { id: string }>

export type Store = With<
  stores.Store,
  { coordinates: stores.Coordinates; externalId: { owner: string; storeCode: string } }
>
export type City = Required<(typeof stores.city)['_output']>
