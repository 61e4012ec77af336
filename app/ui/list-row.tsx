import type { ReactNode } from 'react'

import { Icon, type IconName } from './icon'
import styles from './list-row.module.css'
import { Link } from './link'

type ListRowProps = {
  to: string
  icon?: IconName
  title: ReactNode
  text?: ReactNode
  /** Content at the right edge: a sum, a tag. */
  end?: ReactNode
  /** Loads the page as a document, for pages without scripts. */
  reloadDocument?: boolean
}

/** Rows of one group on a sheet. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/** One row of a menu as a link over the full width. Goes inside `RowList`. */
export function ListRow({ to, icon, title, text, end, reloadDocument }: ListRowProps) {
  return (
    <li className={styles.item}>
      <Link className={styles.row} to={to} reloadDocument={reloadDocument}>
        {icon && (
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
        )}
        <span className={styles.main}>
          <span className={styles.body}>
            <span className={styles.title}>{title}</span>
            {text && <span className={styles.text}>{text}</span>}
          </span>
          {end && <span className={styles.end}>{end}</span>}
        </span>
        <span className={styles.chevron}>
          <Icon name="chevron-right" size="small" />
        </span>
      </Link>
    </li>
  )
}
