import type { MouseEvent } from 'react'

import { ButtonLink } from './button'
import styles from './pager.module.css'
import { Link } from './link'
import { Live } from './live'

type PagerProps = {
  page: number
  pages: number
  moreTo: string | null
  previousTo: string | null
  /** «Показать ещё товары». */
  moreLabel: string
  /** Loads more entries in place; without a script the link does. */
  onMore?: (event: MouseEvent<HTMLAnchorElement>) => void
  isBusy?: boolean
}

/** Links to the next and the previous page of a list. */
export function Pager({ page, pages, moreTo, previousTo, moreLabel, onMore, isBusy }: PagerProps) {
  if (!moreTo && !previousTo) return null
  return (
    <nav className={styles.pager} aria-label="Страницы списка">
      {moreTo && (
        <ButtonLink
          to={moreTo}
          variant="secondary"
          onClick={onMore}
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? 'Загружаем…' : moreLabel}
        </ButtonLink>
      )}
      <p className={styles.place}>
        {pages > 1 && <Live>{`Страница ${page} из ${pages}`}</Live>}
        {previousTo && (
          <Link className={styles.back} to={previousTo}>
            Предыдущая
          </Link>
        )}
      </p>
    </nav>
  )
}
