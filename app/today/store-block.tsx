import { useState } from 'react'

import { tracked } from '~/analytics/tracked'
import { storeHref } from '~/lib/hrefs'
import { Block } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'

import styles from './today.module.css'
import type { TodayView } from './today.server'

const focus = (element: HTMLElement | null) => element?.focus()

/** The chosen store; a press shows its map. Without a script the store's page opens. */
export function StoreBlock({ code, place, map }: NonNullable<TodayView['storeOnMap']>) {
  const [isShown, setIsShown] = useState(false)
  const to = storeHref(code)
  return (
    <Block title="Магазин" id="store">
      <Link to={to}>{place}</Link>
      {isShown ? (
        <div
          className={styles.map}
          ref={focus}
          tabIndex={-1}
          dangerouslySetInnerHTML={{ __html: map }}
        />
      ) : (
        <ButtonLink
          to={to}
          reloadDocument
          variant="secondary"
          {...tracked('Map:Open', {})}
          onClick={(event) => {
            event.preventDefault()
            setIsShown(true)
          }}
        >
          Показать на карте
        </ButtonLink>
      )}
    </Block>
  )
}
