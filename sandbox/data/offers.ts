import type { Offer, Promotion } from '../../app/gateways/schemas/promotions.server'
import { getChance } from './chance'
import { getStoreProduct, products } from './products'
import { longText } from './longText'
import { DAY, getInstant, startOfDay } from './time'

const IDEAS = [
  ['Купите на 3000 ₽ за месяц', 'RUB', 300_000, 300, 'box'],
  ['Пять пачек кофе — звёзды в подарок', 'PIECES', 5, 250, 'bag'],
  ['Зайдите к нам четыре раза', 'VISITS', 4, 100, 'loaf'],
  ['Неделя овощей: на 700 ₽ и больше', 'RUB', 70_000, 120, 'carrot'],
  ['Десять йогуртов за две недели', 'PIECES', 10, 90, 'cup'],
  ['Утренние визиты', 'VISITS', 6, 150, 'cookie'],
] as const

const STATES = ['AVAILABLE', 'ACTIVATED', 'COMPLETED', 'EXPIRED'] as const

/** A shopper's offers: every state with progress in every unit, and some without progress. */
export function makeOffers(
  seed: string,
  count: number,
  imageOrigin: string,
  now: number,
  isVeryLong: boolean,
): Offer[] {
  const today = startOfDay(now)
  return Array.from({ length: count }, (_, number) => {
    const chance = getChance(`${seed} offer ${number}`)
    const [title, unit, target, points, motif] = IDEAS[number % IDEAS.length]!
    const state = STATES[Math.floor(number / 3) % STATES.length]!
    const share = { AVAILABLE: 0, ACTIVATED: 0.6, COMPLETED: 1, EXPIRED: 0.3 }[state]
    const end =
      state === 'EXPIRED'
        ? today - chance.whole(1, 20) * DAY
        : today + chance.whole(2, number === 0 ? 6 : 30) * DAY
    return {
      code: `offer-${chance.digits(8)}`,
      title: isVeryLong ? longText(300, `${title} `) : title,
      description: isVeryLong
        ? longText(1500, `${title}. `)
        : 'Примите участие, выполните условие и получите звёзды на карту в течение двух дней.',
      ...(number % 4 !== 3 && {
        terms: 'Учитываются покупки с картой после начала участия. Возвраты уменьшают сумму.',
      }),
      ...(number % 5 !== 4 && { imageUrl: `${imageOrigin}/images/coupons/${motif}-${number}.svg` }),
      startDate: getInstant(today - chance.whole(32, 50) * DAY),
      endDate: getInstant(end - 1000),
      state,
      ...(number % 7 !== 6 && { reward: { points } }),
      // The last of a dozen has no progress.
      ...(number % 12 !== 11 || number < 12
        ? { progress: { current: Math.floor(target * share), target, unit } }
        : {}),
    }
  })
}

/** Personal prices in a store. */
export function makePromotions(
  seed: string,
  count: number,
  storeCode: string,
  imageOrigin: string,
  now: number,
  isVeryLong: boolean,
): Promotion[] {
  const today = startOfDay(now)
  return Array.from({ length: count }, (_, number) => {
    const chance = getChance(`${seed} promotion ${number}`)
    const product = chance.pick(products)
    const { price } = getStoreProduct(
      storeCode,
      { ...product, discountPercent: undefined },
      imageOrigin,
      now,
    )
    const discountPercent = chance.pick([10, 15, 20, 30, 50])
    // Some promotions are for a whole category and have no price.
    const isWhole = number % 6 === 5
    return {
      id: `pp-${chance.digits(8)}`,
      name: isVeryLong
        ? longText(300, `${product.name} `)
        : isWhole
          ? 'Любимая категория: овощи и фрукты'
          : product.name,
      ...(number % 9 !== 8 && { imageUrl: `${imageOrigin}/images/goods/${product.id}.svg` }),
      price: isWhole ? null : Math.round((price * (100 - discountPercent)) / 100),
      oldPrice: isWhole ? null : price,
      ...(number % 7 !== 6 && { discountPercent }),
      startDate: getInstant(today - chance.whole(1, 5) * DAY),
      endDate: getInstant(today + chance.whole(1, 10) * DAY - 1000),
      ...(isWhole ? {} : { goodId: product.id }),
    }
  })
}
