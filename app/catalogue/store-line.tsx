import { Form } from '@remix-run/react'

import { storeHref } from '~/domain/hrefs'
import { Button, ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Live } from '~/ui/live'
import styles from './store-line.module.css'

type StoreLineProps = {
  store: {
    code: string
    title: string | null
    address: string | null
    isReplaced: boolean
    shouldAsk: boolean
  }
  /** The page to return to with another store. */
  returnTo: string
}

const DEFAULT_NAME = 'магазин по умолчанию'

/** The store of the page's prices and stock, with links to its page and to another choice. */
export function StoreLine({ store, returnTo }: StoreLineProps) {
  const chooseHref = `/stores?returnTo=${encodeURIComponent(returnTo)}`
  const place = store.address ?? store.title
  const placeLink = place && <Link to={storeHref(store.code, returnTo)}>{place}</Link>
  if (store.shouldAsk && place)
    return (
      <Notice
        icon="store"
        title={<>Показываем цены магазина: {placeLink}</>}
        text="Цены и наличие в магазинах разные. Выбрать другой?"
        action={
          <div className={styles.answers}>
            <ButtonLink to={chooseHref} variant="secondary" size="small">
              Выбрать другой
            </ButtonLink>
            <Form method="post" action="/stores/choose">
              <input type="hidden" name="returnTo" value={returnTo} />
              <Button
                writes="choose-store"
                variant="quiet"
                size="small"
                name="storeCode"
                value={store.code}
              >
                Оставить этот
              </Button>
            </Form>
          </div>
        }
      />
    )
  return (
    <div className={styles.line}>
      <span className={styles.icon}>
        <Icon name="store" size="small" />
      </span>
      <p className={styles.text}>
        {store.isReplaced && <Live>Ваш магазин пока недоступен. </Live>}
        <span className={styles.caption}>Цены и наличие: </span>
        {placeLink ?? <Live>{DEFAULT_NAME}</Live>}
      </p>
      <Link className={styles.change} to={chooseHref} aria-label="Изменить магазин">
        Изменить
      </Link>
    </div>
  )
}
