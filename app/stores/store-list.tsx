import { Form } from '@remix-run/react'

import { storeHref } from '~/domain/hrefs'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Tag } from '~/ui/tag'
import { Live } from '~/ui/live'

import styles from './store-list.module.css'

type StoreListProps = {
  stores: {
    code: string
    name: string
    address: string
    type: string
    hours: string
    isOpen: boolean
    isActive: boolean
    distance: string | null
  }[]
  /** The code of the shopper's store. */
  chosen: string
  returnTo: string | null
  isBusy: boolean
}

/** A list of stores in one form; each button names its store. */
export function StoreList({ stores, chosen, returnTo, isBusy }: StoreListProps) {
  return (
    <Form
      className={classes(isBusy && styles.busy)}
      method="post"
      action="/stores/choose"
      aria-label="Выбор магазина"
    >
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <ul className="stack gap-3">
        {stores.map(({ code, name, address, type, hours, isOpen, isActive, distance }) => (
          <li className={styles.store} key={code}>
            <div className={styles.body}>
              <p className={styles.head}>
                <Link className={styles.name} to={storeHref(code, returnTo)}>
                  {name}
                </Link>
                <Tag>{type}</Tag>
              </p>
              <p className={styles.address}>{address}</p>
              <p className={styles.facts}>
                <span className={isOpen ? styles.open : styles.closed}>
                  <Icon name="clock" size="small" />
                  <Live>{hours}</Live>
                </span>
                {distance && (
                  <span className={styles.distance}>
                    <Icon name="map-pin" size="small" />
                    <Live>{distance}</Live>
                  </span>
                )}
              </p>
            </div>
            {code === chosen ? (
              <Tag tone="accent">Ваш магазин</Tag>
            ) : (
              isActive && (
                <Button
                  writes="choose-store"
                  variant="secondary"
                  size="small"
                  name="storeCode"
                  value={code}
                  aria-label={`Выбрать: ${name}, ${address}`}
                >
                  Выбрать
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </Form>
  )
}
