import type { ReactNode } from 'react'

import { Icon } from './icon'
import styles from './page-header.module.css'
import { Link } from './link'

type PageHeaderProps = {
  title: ReactNode
  backTo?: string
  backLabel?: string
  lead?: ReactNode
}

/** The one `h1` of a screen. It can take the focus after a navigation, and has no outline then. */
export function PageHeader({ title, backTo, backLabel = 'Назад', lead }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      {backTo && (
        <Link className={styles.back} to={backTo}>
          <Icon name="arrow-left" />
          {backLabel}
        </Link>
      )}
      <h1 id="page-title" tabIndex={-1}>
        {title}
      </h1>
      {lead && <div className={styles.lead}>{lead}</div>}
    </div>
  )
}
