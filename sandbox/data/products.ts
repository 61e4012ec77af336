import type { Category } from '../../app/gateways/schemas/catalogue.server'
import { getSlug } from '../../app/domain/address-part'
import type { StoreProduct, StoreProductDetail } from '../response-types'
import { assortment } from './assortment'
import { getChance } from './chance'
import { longText } from './longText'
import { drawProduct, type Motif } from './pictures'
import { produce } from './produce'
import { DAY, getInstant, startOfDay } from './time'

/** A product of the chain, without price and stock of a store. */
export interface Product {
  id: string
  name: string
  seoCode: string
  brand: string | undefined
  country: string
  size: string
  departmentId: number
  shelfId: number
  motif: Motif
  isForAdults: boolean
  /** Kopecks for the pack, or for a kilogram when weighed. */
  basePrice: number
  /** Grams of the piece that the price is shown for; absent for packs. */
  shelfWeight: number | undefined
  discountPercent: number | undefined
  cashback: number | undefined
  badges: string[]
  pictures: number
  /** Higher means more popular. */
  popularity: number
  /** How many shoppers gave one to five stars. */
  distribution: [number, number, number, number, number]
  commentsCount: number
}

/** The tree of categories: departments and their shelves. */
export const categories: Category[] = assortment.map((department, place) => {
  const id = (place + 1) * 100
  return {
    id,
    name: department.name,
    seoCode: department.seoCode,
    children: department.shelves.map((shelf, number) => ({
      id: id + number + 1,
      name: shelf.name,
      seoCode: shelf.seoCode,
      children: [],
    })),
  }
})

const COUNTRIES = ['Россия', 'Россия', 'Россия', 'Беларусь']
const FRUIT_COUNTRIES = 'Россия Беларусь Армения Азербайджан Сербия Турция Египет'.split(' ')
const GREENGROCERY = 200
const VERY_LONG = 'Набор подарочный «Всё для большой семьи и её гостей» '

function getScores(seed: string): Pick<Product, 'distribution' | 'commentsCount'> {
  const chance = getChance(`scores of ${seed}`)
  if (chance.happens(0.12)) return { distribution: [0, 0, 0, 0, 0], commentsCount: 0 }
  const distribution: Product['distribution'] = [
    chance.whole(0, 12),
    chance.whole(0, 10),
    chance.whole(0, 30),
    chance.whole(5, 90),
    chance.whole(20, 300),
  ]
  return { distribution, commentsCount: chance.whole(0, 34) }
}

function makeProducts(): Product[] {
  const products: Product[] = []
  assortment.forEach((department, place) => {
    department.shelves.forEach((shelf, number) => {
      const brands = shelf.isWeighed ? [undefined] : department.brands
      for (const [kind, roubles, ...sizes] of shelf.kinds) {
        brands.forEach((brand, turn) => {
          const id = String(1_000_019 + products.length * 37).padStart(10, '0')
          const chance = getChance(`good ${id}`)
          const size = sizes[turn % Math.max(sizes.length, 1)] ?? ''
          const sizeFactor = turn > 0 && sizes.length > 1 && turn % 2 === 1 ? 1.45 : 1
          const quoted = brand && `«${brand}»`
          products.push({
            id,
            name: [kind, quoted, size].filter(Boolean).join(' '),
            seoCode: getSlug(`${kind} ${size}`),
            brand,
            country:
              !brand && (place + 1) * 100 === GREENGROCERY
                ? chance.pick(FRUIT_COUNTRIES)
                : getChance(`country of ${brand}`).pick(COUNTRIES),
            size,
            departmentId: (place + 1) * 100,
            shelfId: (place + 1) * 100 + number + 1,
            motif: shelf.motif,
            isForAdults: department.isForAdults ?? false,
            basePrice: Math.round(roubles * sizeFactor * (0.92 + chance.next() * 0.16)) * 100 - 1,
            shelfWeight: shelf.isWeighed ? chance.pick([100, 150, 500, 1000]) : undefined,
            discountPercent: chance.happens(0.28)
              ? chance.pick([10, 15, 20, 25, 30, 40, 50])
              : undefined,
            cashback: chance.happens(0.2) ? chance.whole(5, 40) : undefined,
            badges: [
              ...(chance.happens(0.1) ? ['Новинка'] : []),
              ...(chance.happens(0.08) ? ['Хит'] : []),
              ...(department.isForAdults ? ['18+'] : []),
            ],
            pictures: chance.whole(1, 3),
            popularity: chance.whole(1, 10_000),
            ...getScores(id),
          })
        })
      }
    })
  })
  // A name that breaks careless layouts.
  const odd = products.find((product) => product.name.startsWith('Конфеты шоколадные'))
  if (odd) odd.name = longText(220, VERY_LONG)
  return products
}

/** All products of the chain. */
export const products: readonly Product[] = makeProducts()

const byId = new Map(products.map((product) => [product.id, product]))

/** The product with this id. */
export function getProduct(id: string): Product | undefined {
  return byId.get(id)
}

/** The mean of the scores, to one decimal; 0 when there are none. */
export function getRating({ distribution, commentsCount }: Product) {
  const scoresCount = distribution.reduce((sum, count) => sum + count, 0)
  const total = distribution.reduce((sum, count, place) => sum + count * (place + 1), 0)
  const rating = scoresCount === 0 ? 0 : Math.round((total / scoresCount) * 10) / 10
  return { rating, scoresCount, commentsCount: Math.min(commentsCount, scoresCount) }
}

/** A product in a store: prices differ a little between stores, stock differs much. */
export function getStoreProduct(
  storeCode: string,
  product: Product,
  imageOrigin: string,
  now: number,
): StoreProduct {
  const chance = getChance(`${storeCode} sells ${product.id}`)
  const packPrice = Math.round((product.basePrice * (0.97 + chance.next() * 0.06)) / 100) * 100 - 1
  const discounted = product.discountPercent
    ? Math.round((packPrice * (100 - product.discountPercent)) / 10_000) * 100 - 1
    : packPrice
  const weight = product.shelfWeight
  const shown = (kopecks: number) => (weight ? Math.round((kopecks * weight) / 1000) : kopecks)
  const quantity = chance.happens(0.07) ? 0 : chance.whole(1, 60)
  return {
    id: product.id,
    name: product.name,
    seoCode: product.seoCode,
    price: shown(discounted),
    quantity: weight ? quantity * 0.5 : quantity,
    gallery: Array.from({ length: product.pictures }, (_, number) => ({
      type: 'IMAGE' as const,
      url: `${imageOrigin}/images/goods/${product.id}${number === 0 ? '' : `-${number + 1}`}.svg`,
    })),
    ...(product.badges.length > 0 && { badges: product.badges.map((text) => ({ text })) }),
    ...(product.discountPercent && {
      promotion: {
        isPromotion: true,
        oldPrice: shown(packPrice),
        discountPercent: product.discountPercent,
        endDate: getInstant(startOfDay(now) + chance.whole(1, 14) * DAY - 1000),
      },
    }),
    ...(getRating(product).scoresCount > 0 && { ratings: getRating(product) }),
    ...(weight && {
      weighted: {
        isWeighted: true,
        shelfWeight: weight,
        unitLabel: 'кг',
        unitPrice: discounted,
      },
    }),
    ...(product.isForAdults && { isForAdults: true }),
    ...(product.cashback && { cashback: product.cashback }),
  }
}

/** The most grams of proteins, fats and carbohydrates in 100 g, by department of food. */
const NUTRIENTS: Record<number, readonly [number, number, number]> = {
  100: [12, 10, 6],
  200: [2, 1, 14],
  300: [9, 8, 54],
  400: [22, 18, 2],
  500: [22, 12, 1],
  600: [12, 6, 68],
  700: [1, 0, 11],
  800: [9, 32, 58],
}

/** Details of a product's page. */
export function getDetails(product: Product): Omit<StoreProductDetail, keyof StoreProduct> {
  const chance = getChance(`details of ${product.id}`)
  const parameter = (name: string, value: string) => ({ name, value })
  const nutrients = NUTRIENTS[product.departmentId]
  const grams = (nutrients ?? []).map((most) => chance.whole(Math.floor(most / 3), most))
  const [proteins = 0, fats = 0, carbohydrates = 0] = grams
  const kilocalories = proteins * 4 + fats * 9 + carbohydrates * 4
  return {
    ...(chance.happens(0.9) && {
      description: `${product.name} — ${chance.pick([
        'то, что приятно поставить на стол всей семье.',
        'простой состав, знакомый вкус и честная цена.',
        'выбор тех, кто заботится о доме и близких.',
        'хорошо подходит и на каждый день, и к празднику.',
      ])} Мы проверяем качество каждой партии и следим за сроками годности.`,
    }),
    ...(product.brand && { brand: { name: product.brand } }),
    details: [
      {
        name: 'Характеристики',
        type: 'tableType',
        parameters: [
          parameter('Страна', product.country),
          ...(product.brand ? [parameter('Бренд', product.brand)] : []),
          ...(product.size ? [parameter('Фасовка', product.size)] : []),
          parameter('Артикул', product.id),
          parameter(
            'Срок хранения',
            `${chance.pick(product.departmentId <= 500 ? [5, 7, 10, 14] : [90, 180, 365])} сут.`,
          ),
        ],
      },
      ...(nutrients
        ? [
            {
              name: 'Пищевая ценность на 100 г',
              type: 'tableType' as const,
              parameters: [
                parameter('Белки', `${proteins} г`),
                parameter('Жиры', `${fats} г`),
                parameter('Углеводы', `${carbohydrates} г`),
                parameter('Энергетическая ценность', `${kilocalories} ккал`),
              ],
            },
          ]
        : []),
      {
        name: nutrients ? 'Условия хранения' : 'Важно знать',
        type: 'textType',
        text: nutrients
          ? 'Хранить в сухом прохладном месте или в холодильнике, если это указано на упаковке. После вскрытия употребить в течение двух суток.'
          : product.isForAdults
            ? 'Чрезмерное употребление алкоголя вредит вашему здоровью.'
            : 'Следуйте указаниям на упаковке. Храните в недоступном для детей месте.',
      },
    ],
  }
}

/** The drawing behind `/images/goods/{name}.svg`; extra pictures have a number after a dash. */
export function getProductPicture(name: string): string {
  const product = getProduct(name.split('-')[0] ?? '')
  const [motif, hue] = produce[product?.name.split(' ')[0] ?? ''] ?? [product?.motif ?? 'box']
  return drawProduct(name, motif, hue)
}
