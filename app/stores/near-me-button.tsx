import { Form } from '@remix-run/react'

import { useNearMe } from './near-me'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'

import type { StoreSearchView } from './store-filters'
import styles from './stores.module.css'

const texts = {
  none: '',
  asking: '',
  slow: 'Ваше место пока не определилось. Магазин можно найти и по адресу.',
  refused: 'Место узнать не удалось. Найдите магазин по адресу.',
}

type NearMeProps = { isNear: boolean; search: StoreSearchView; returnTo: string | null }

/** A button for the nearest stores; needs a script for the location. */
export function NearMe({ isNear, search, returnTo }: NearMeProps) {
  const { canAsk, state, ask } = useNearMe()
  if (isNear)
    return (
      <p className={styles.near}>
        Сначала ближайшие к вам.{' '}
        <Link to={returnTo ? `/stores?returnTo=${encodeURIComponent(returnTo)}` : '/stores'}>
          Показать все
        </Link>
      </p>
    )
  if (!canAsk) return null
  const isAsking = state === 'asking' || state === 'slow'
  return (
    <Form method="get" action="/stores">
      <input type="hidden" name="lat" defaultValue="" />
      <input type="hidden" name="lon" defaultValue="" />
      {search.type && <input type="hidden" name="type" value={search.type} />}
      {search.openNow && <input type="hidden" name="open" value="1" />}
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <Button
        type="button"
        variant="secondary"
        size="small"
        icon="map-pin"
        onClick={ask}
        aria-disabled={isAsking || undefined}
      >
        {isAsking ? 'Ищем…' : 'Рядом со мной'}
      </Button>
      <p className={styles.refused} role="status">
        {texts[state]}
      </p>
    </Form>
  )
}
