import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { notFound } from '~/platform/not-found.server'
import { pageTitle } from '~/domain/page-title'
import { safeReturnTo, withReturnTo } from '~/domain/return-to'
import { wayBack } from '~/domain/way-back.server'
import { isIdOf } from '~/domain/ids'
import { classes } from '~/ui/classes'
import { Block, BlockError } from '~/ui/block'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { PageHeader } from '~/ui/page-header'
import { Tag } from '~/ui/tag'
import { Live } from '~/ui/live'
import type { Gateways } from '~/gateways/gateways.server'
import type { Store } from '~/gateways/schemas/stores.server'
import { getZones } from '~/gateways/store-zones.server'
import { bindText } from '~/lib/bind-text.server'

import { StoreMap } from './store-map'
import styles from './store.module.css'
import {
  getMap,
  deliveryLabels,
  getMapPoint,
  storeName,
  storeTypeLabel,
  timetableLabel,
} from './store-types.server'
import { shopHours } from './store-list.server'
import { isOpen, openingStatus, statusText, getWeek } from './opening-hours'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  pageTitle(matches, data?.store?.name ?? 'Магазин'),
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const storeCode = params.storeCode ?? ''
  if (!isIdOf('store', storeCode)) throw notFound(request)
  const { stores } = context.gateways
  const [{ found }, { chosen }] = await Promise.all([
    loadBlocks({ found: stores.getStore({ storeCode }) }, { found: BUDGET_MS.critical }),
    context.chosenStore(),
  ])
  if (found === null) throw notFound(request)
  const { searchParams } = new URL(request.url)
  const returnTo = safeReturnTo(searchParams.get('returnTo'), '') || null
  return {
    store: found ? await storeView(stores, found, { os: context.device.info.osName }) : null,
    isChosen: (context.cookies.read('v1_store') ?? chosen.code) === storeCode,
    returnTo,
    back: wayBack(request, { to: withReturnTo('/stores', returnTo), label: 'Магазины' }),
    map: getMap(),
  }
}

export default function StoreScreen() {
  const { store, isChosen, returnTo, back, map } = useLoaderData<typeof loader>()
  if (!store)
    return (
      <div className={classes('stack', styles.screen)}>
        <PageHeader title="Магазин" backHref={back.to} backLabel={back.label} />
        <BlockError retryHref={back.here} title="Не удалось загрузить магазин" />
      </div>
    )
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader
        title={store.name}
        lead={store.address}
        backHref={back.to}
        backLabel={back.label}
      />
      <div className={classes('stack gap-4', styles.facts)}>
        <p className={store.isOpen ? styles.open : styles.closed}>
          <Icon name="clock" size="small" />
          <Live>{store.hours}</Live>
        </p>
        <p className={styles.tags}>
          <Tag>{store.type}</Tag>
          {store.ways.map((way) => (
            <Tag key={way}>{way}</Tag>
          ))}
        </p>
        {isChosen ? (
          <Tag tone="accent">Ваш магазин</Tag>
        ) : (
          store.isActive && (
            <Form method="post" action="/stores/choose">
              <input type="hidden" name="returnTo" value={returnTo ?? back.here} />
              <Button writes="choose-store" name="storeCode" value={store.code}>
                Выбрать этот магазин
              </Button>
            </Form>
          )
        )}
      </div>
      {store.point && (
        <Block title="Как добраться" id="route">
          <ul className={styles.routes}>
            {store.routes.map(({ label, href }) => (
              <li key={href}>
                <a className={styles.route} href={href} rel="noreferrer">
                  {label}
                  <Icon name="external" size="small" />
                </a>
              </li>
            ))}
          </ul>
          {map && <StoreMap map={map} points={[store.point]} />}
        </Block>
      )}
      <Block title="Часы работы" id="hours">
        {store.tables.length === 0 && <p className={styles.closed}>Часы работы не указаны</p>}
        <div className={styles.tables}>
          {store.tables.map(({ title, rows }) => (
            <div className={styles.sheet} key={title}>
              <table className={styles.table}>
                <caption className={styles.caption}>{title}</caption>
                <tbody>
                  {rows.map(({ day, hours }) => (
                    <tr key={day}>
                      <th scope="row">{day}</th>
                      <td>{hours}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
        </div>
      </Block>
    </div>
  )
}

/** A store for its own page. */
async function storeView(
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
