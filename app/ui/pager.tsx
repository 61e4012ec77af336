import type { MouseEvent } from 'react'

import { ButtonLink } from './button'
import styles from './pager.module.css'
import { Link } from './link'
import { Live } from './live'

type PagerProps = {
  page: number
  pages: number
  moreHref: string | null
  previousHref: string | null
  /** «Показать ещё товары». */
  moreLabel: string
  /** Loads more entries in place; without a script the link does. */
  onMore?: (event: MouseEvent<HTMLAnchorElement>) => void
  isBusy?: boolean
}

/** Links to the next and the previous page of a list. */
export function Pager({
  page,
  pages,
  moreHref,
  previousHref,
  moreLabel,
  onMore,
  isBusy,
}: PagerProps) {
  if (!moreHref && !previousHref) return null
  return (
    <nav className={styles.pager} aria-label="Страницы списка">
      {moreHref && (
        <ButtonLink
          to={moreHref}
          variant="secondary"
          onClick={onMore}
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? 'Загружаем…' : moreLabel}
        </ButtonLink>
      )}
      <p className={styles.place}>
        {pages > 1 && <Live>{`Страница ${page} из ${pages}`}</Live>}
        {previousHref && (
          <Link className={styles.back} to={previousHref}>
            Предыдущая
          </Link>
        )}
      </p>
    </nav>
  )
}
