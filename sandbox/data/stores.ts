import { DEFAULT_STORE_CODE } from '../../app/gateways/schemas/stores.server'
import { weekdays } from '../../app/domain/weekdays'
import type { City, Store } from '../response-types'
import { getChance } from './chance'

const PLACES: readonly (City & { streets: string })[] = [
  {
    fiasId: '0c5b2444-70a0-4932-980c-b4dc0d3f02b5',
    name: 'Москва',
    region: 'Москва',
    latitude: 55.7558,
    longitude: 37.6173,
    streets:
      'ул. Большая Ордынка, Ленинский проспект, ул. Профсоюзная, проспект Мира, ' +
      'ул. Сходненская, Волгоградский проспект, ул. Люблинская, Дмитровское шоссе',
  },
  {
    fiasId: 'c2deb16a-0330-4f05-821f-1d09c93331e6',
    name: 'Санкт-Петербург',
    region: 'Санкт-Петербург',
    latitude: 59.9386,
    longitude: 30.3141,
    streets:
      'Лиговский проспект, ул. Марата, Большой проспект П. С., ул. Савушкина, ' +
      'проспект Ветеранов, Московский проспект, Гражданский проспект',
  },
  {
    fiasId: '7dfa745e-aa19-4688-b121-b655c11e482f',
    name: 'Краснодар',
    region: 'Краснодарский край',
    latitude: 45.0355,
    longitude: 38.9753,
    streets:
      'ул. Красная, ул. Северная, ул. Ставропольская, ул. Тургенева, ' +
      'ул. Восточно-Кругликовская, ул. имени 40-летия Победы',
  },
  {
    fiasId: '2763c110-cb8b-416a-9dac-ad28a55b4402',
    name: 'Екатеринбург',
    region: 'Свердловская область',
    latitude: 56.8389,
    longitude: 60.6057,
    streets:
      'проспект Ленина, ул. Малышева, ул. 8 Марта, ул. Вайнера, ул. Белинского, ' + 'ул. Щербакова',
  },
  {
    fiasId: '93b3df57-4c89-44df-ac42-96f05e9cd3b9',
    name: 'Казань',
    region: 'Республика Татарстан',
    latitude: 55.7961,
    longitude: 49.1064,
    streets:
      'ул. Баумана, ул. Пушкина, проспект Победы, ул. Декабристов, ул. Чистопольская, ' +
      'ул. Рихарда Зорге',
  },
  {
    fiasId: '555e7d61-d9a7-4ba6-9770-6caa8198c483',
    name: 'Нижний Новгород',
    region: 'Нижегородская область',
    latitude: 56.3269,
    longitude: 44.0059,
    streets:
      'ул. Большая Покровская, ул. Белинского, проспект Гагарина, ул. Бекетова, ' +
      'Мещерский бульвар, ул. Горная',
  },
]

/** The cities where the chain has stores. */
export const cities: readonly City[] = PLACES.map(({ streets: _, ...city }) => city)

/** Kinds of stores; `storeTypes` has the position in this list plus one. */
export const storeTypes = [
  'STORE_TYPE_MM',
  'STORE_TYPE_GM',
  'STORE_TYPE_DG',
  'STORE_TYPE_MA',
  'STORE_TYPE_MO',
  'STORE_TYPE_ME',
  'STORE_TYPE_MT',
  'STORE_TYPE_V1',
  'STORE_TYPE_MC',
  'STORE_TYPE_DARKSTORE',
  'STORE_TYPE_MARKET',
  'STORE_TYPE_DISTR_PHARMACY',
] as const

const NAMES: Record<(typeof storeTypes)[number], string> = {
  STORE_TYPE_MM: 'Апрель у дома',
  STORE_TYPE_GM: 'Апрель Гипермаркет',
  STORE_TYPE_DG: 'Апрель Косметик',
  STORE_TYPE_MA: 'Апрель Аптека',
  STORE_TYPE_MO: 'Апрель Оптом',
  STORE_TYPE_ME: 'Апрель Экстра',
  STORE_TYPE_MT: 'Апрель Сити',
  STORE_TYPE_V1: 'Апрель',
  STORE_TYPE_MC: 'Апрель Кафе',
  STORE_TYPE_DARKSTORE: 'Апрель Доставка',
  STORE_TYPE_MARKET: 'Апрель Маркет',
  STORE_TYPE_DISTR_PHARMACY: 'Апрель Аптека-склад',
}

type Timetable = Store['timetableList'][number]['value']

function week(opening: string, closing: string, daysOff: readonly string[] = []): Timetable {
  const days = weekdays.map((day) => [
    day,
    daysOff.includes(day)
      ? { isDayOff: true }
      : { isDayOff: false, dailySchedule: { openingTime: opening, closingTime: closing } },
  ])
  return { is24hOpen: false, weeklySchedule: Object.fromEntries(days) as WeeklySchedule }
}

type WeeklySchedule = NonNullable<Timetable['weeklySchedule']>

const TIMETABLES: readonly Timetable[] = [
  week('08:00', '22:00'),
  week('08:00', '23:00'),
  { is24hOpen: true },
  week('09:00', '21:00', ['sunday']),
  week('08:00', '24:00'),
  week('10:00', '02:00'),
  { is24hOpen: false },
  week('09:00', '20:00', ['saturday', 'sunday']),
  week('07:30', '22:30'),
  { is24hOpen: false, weeklySchedule: null },
]

const PER_CITY = 12

function makeStores(): Store[] {
  return PLACES.flatMap((city, cityNumber) =>
    Array.from({ length: PER_CITY }, (_, number) => {
      const place = cityNumber * PER_CITY + number
      const isDefault = place === 0
      const chance = getChance(`store ${place}`)
      const storeType = isDefault ? 'STORE_TYPE_V1' : storeTypes[place % storeTypes.length]!
      const streets = city.streets.split(', ')
      const street = streets[number % streets.length]!
      const house = chance.whole(1, 148)
      const building = chance.happens(0.3) ? `, корп. ${chance.whole(1, 5)}` : ''
      const timetable = TIMETABLES[isDefault ? 1 : (place * 7 + number) % TIMETABLES.length]!
      const hasPickup = place % 3 !== 1
      const hasDelivery = storeType === 'STORE_TYPE_DARKSTORE' || place % 4 === 0
      return {
        name: `${NAMES[storeType]} «${street.replace(/^(ул\.|проспект|имени)\s/, '')}»`,
        address: `г. ${city.name}, ${street}, д. ${house}${building}`,
        cityFiasId: city.fiasId,
        coordinates: {
          latitude: Number((city.latitude + (chance.next() - 0.5) * 0.11).toFixed(6)),
          longitude: Number((city.longitude + (chance.next() - 0.5) * 0.17).toFixed(6)),
        },
        deliveryTypeList: [
          'DELIVERY_TYPE_OFFLINE',
          ...(hasPickup ? ['DELIVERY_TYPE_PICKUP'] : []),
          ...(hasDelivery ? ['DELIVERY_TYPE_DELIVERY'] : []),
        ],
        externalId: {
          owner: storeType === 'STORE_TYPE_MARKET' ? 'OWNER_MARKET' : 'OWNER_MAGNIT',
          storeCode: isDefault
            ? DEFAULT_STORE_CODE
            : `${place % 9 === 4 ? '0' : '5'}${String(10_400 + place * 731).padStart(5, '0')}`,
        },
        isActive: isDefault || place % 17 !== 16,
        storeType,
        // A store may have no opening hours.
        timetableList:
          place % 23 === 22
            ? []
            : [
                { key: 'WORKING_TIMETABLE_TYPE_STORE', value: timetable },
                ...(hasPickup
                  ? [{ key: 'WORKING_TIMETABLE_TYPE_PICKUP', value: week('10:00', '21:00') }]
                  : []),
                ...(hasDelivery
                  ? [{ key: 'WORKING_TIMETABLE_TYPE_DELIVERY', value: week('09:00', '22:00') }]
                  : []),
              ],
      }
    }),
  )
}

/** Every store of the chain; the default one is in Moscow, open and active. */
export const stores: readonly Store[] = makeStores()

/** The store with this code. */
export function getStore(code: string): Store | undefined {
  return stores.find((store) => store.externalId.storeCode === code)
}

/** The city of a store. */
export function getCity(store: Store): City | undefined {
  return cities.find(({ fiasId }) => fiasId === store.cityFiasId)
}
