import type { ReactNode } from 'react'

import { classes } from './classes'
import { Icon } from './icon'
import styles from './page-header.module.css'
import { Link } from './link'

type PageHeaderProps = {
  title: ReactNode
  backHref?: string
  backLabel?: string
  lead?: ReactNode
  /** A button in the row of the title. */
  action?: ReactNode
  /** Stays visible while the page scrolls: one line without a lead, as high as a button. */
  isSticky?: boolean
}

/** The `h1` of a screen. It receives the focus after a navigation, without an outline. */
export function PageHeader({
  title,
  backHref,
  backLabel = 'Назад',
  lead,
  action,
  isSticky = false,
}: PageHeaderProps) {
  return (
    <div className={classes(styles.header, isSticky && styles.sticky)}>
      {backHref && (
        <Link className={styles.back} to={backHref}>
          <Icon name="arrow-left" />
          <span className={styles.label}>{backLabel}</span>
        </Link>
      )}
      <div className={styles.row}>
        <h1 id="page-title" tabIndex={-1}>
          {title}
        </h1>
        {action}
      </div>
      {lead && <div className={styles.lead}>{lead}</div>}
    </div>
  )
}
