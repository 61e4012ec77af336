import type { Coupon } from '../response-types'
import { getChance } from './chance'
import { longText } from './longText'
import { DAY, getInstant, startOfDay } from './time'

const IDEAS = [
  ['Скидка на сыры', '−25%', 'Молочные продукты', 'cheese'],
  ['Кофе в зёрнах и молотый', '−30%', 'Напитки', 'bag'],
  ['Фрукты и ягоды', '−15%', 'Овощи и фрукты', 'berry'],
  ['Второй батон в подарок', '1 + 1', 'Хлеб и выпечка', 'loaf'],
  ['Скидка на корм для кошек', '−20%', 'Питомцам', 'paw'],
  ['Средства для стирки', '−35%', 'Дом и красота', 'bottle'],
  ['100 звёзд за покупку от 1000 ₽', '+100 звёзд', 'Звёзды', 'box'],
  ['Скидка на рыбу и морепродукты', '−20%', 'Рыба', 'fish'],
  ['Шоколад к чаю', '−40%', 'Сладости', 'chocolate'],
  ['Детское питание', '−15%', 'Детям', 'jar'],
  ['Скидка 150 ₽ на первую доставку', '−150 ₽', 'Доставка', 'bag'],
  ['Пельмени и вареники', '−25%', 'Заморозка', 'bag'],
] as const

const STATES = ['AVAILABLE', 'ACTIVATED', 'USED', 'EXPIRED'] as const
const DISPLAY_TYPES = ['barcode', 'qr', 'text'] as const

function withCheckDigit(twelve: string): string {
  const sum = Array.from(twelve).reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  )
  return `${twelve}${(10 - (sum % 10)) % 10}`
}

/** A shopper's coupons: every state in every way of showing, then some more. */
export function makeCoupons(
  seed: string,
  count: number,
  imageOrigin: string,
  now: number,
  isVeryLong: boolean,
): Coupon[] {
  const today = startOfDay(now)
  return Array.from({ length: count }, (_, number) => {
    const chance = getChance(`${seed} coupon ${number}`)
    const [title, discountText, category, motif] = IDEAS[number % IDEAS.length]!
    // The first two end tomorrow at the earliest, and within the week.
    const isSoon = number < 2
    // The first twelve cover all pairs of state and layout.
    const state = number < 12 ? STATES[number % 4]! : chance.pick(STATES.slice(0, 2))
    const displayType = DISPLAY_TYPES[Math.floor(number / 4) % 3]!
    const isOver = state === 'EXPIRED'
    const code =
      displayType === 'barcode'
        ? withCheckDigit(`29${chance.digits(10)}`)
        : displayType === 'qr'
          ? `APR-${chance.digits(4)}-${chance.digits(6)}`
          : `АПРЕЛЬ${chance.digits(4)}`
    const image = `${imageOrigin}/images/coupons/${motif}-${number}.svg`
    const isActivated = state === 'ACTIVATED' || state === 'USED'
    return {
      favoriteId: `0${chance.digits(9)}`,
      title: isVeryLong ? longText(300, `${title} `) : title,
      ...(number % 5 !== 4 && {
        description: isVeryLong
          ? longText(1500, `${title}. `)
          : 'Покажите купон на кассе до оплаты. Скидка действует на все товары раздела.',
      }),
      ...(number % 7 !== 6 && { category }),
      items: [
        { couponCode: isVeryLong && displayType === 'text' ? `${code}${longText(40)}` : code },
        ...(number === 5 ? [{ couponCode: `${code}2` }] : []),
      ],
      displayType,
      ...(number % 9 !== 8 && { discountText }),
      startDate:
        number % 10 === 9 ? null : getInstant(today - chance.whole(isOver ? 40 : 1, 60) * DAY),
      expirationDate:
        !isOver && number % 10 === 9
          ? null
          : getInstant(
              (isOver
                ? today - chance.whole(1, 30) * DAY
                : today + chance.whole(isSoon ? 2 : 1, isSoon ? 6 : 28) * DAY) - 1000,
            ),
      ...(number % 8 !== 7 && { smallImageUrl: image, promoImageUrl: image }),
      isFavorite: isActivated,
      ...(isActivated && {
        activatedAt: getInstant(now - chance.whole(60, 5 * 24 * 60) * 60_000),
      }),
      state,
      ...(number % 3 !== 2 && {
        terms:
          'Купон действует один раз. Не суммируется с другими купонами. Не действует на алкоголь и табачные изделия.',
      }),
    }
  })
}
