import type { Gateways } from '~/gateways/gateways.server'
import type { Store } from '~/gateways/schemas/stores.server'
import { getZones } from '~/gateways/store-zones.server'
import { shopHours } from './store-list.server'
import { bindText } from '~/lib/bind-text.server'
import { isOpen, openingStatus, statusText, getWeek } from './opening-hours'
import {
  deliveryLabels,
  getMapPoint,
  storeName,
  storeTypeLabel,
  timetableLabel,
} from './store-types.server'

/** A store for its own page. */
export async function storeView(
  gateway: Gateways['stores'],
  store: Store,
  { os, now = new Date() }: { os: string; now?: Date },
) {
  const zone = (await getZones(gateway, [store]))(store)
  const status = openingStatus(shopHours(store), zone, now)
  return {
    code: store.externalId.storeCode,
    name: bindText(storeName(store)),
    address: bindText(store.address),
    type: storeTypeLabel(store.storeType),
    ways: deliveryLabels(store.deliveryTypeList),
    isActive: store.isActive,
    isOpen: store.isActive && isOpen(status),
    hours: store.isActive ? statusText(status) : 'Временно не работает',
    tables: store.timetableList.flatMap(({ key, value }) => {
      const title = timetableLabel(key)
      const rows = getWeek(value)
      return title && rows ? [{ title, rows }] : []
    }),
    ...wayTo(store, os),
  }
}

/** A link with directions; absent without coordinates. */
function wayTo(store: Store, os: string) {
  const place = getMapPoint(store)
  if (!place) return { routes: [], point: null }
  const { latitude, longitude } = place
  const point = `${latitude},${longitude}`
  return {
    routes: [
      { label: 'Яндекс Карты', href: `https://yandex.ru/maps/?rtext=~${point}&rtt=auto` },
      {
        label: '2ГИС',
        href: `https://2gis.ru/directions/points/%7C${longitude}%2C${latitude}`,
      },
      // Other systems open nothing for `geo:`.
      ...(os === 'Android'
        ? [{ label: 'Карты на телефоне', href: `geo:${point}?q=${point}` }]
        : []),
    ],
    point: place,
  }
}
