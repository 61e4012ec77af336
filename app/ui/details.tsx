import type { ReactNode } from 'react'

import styles from './details.module.css'
import { Icon } from './icon'
import { Live } from './live'

type DetailsProps = {
  summary: ReactNode
  open?: boolean
  children: ReactNode
  /** Names the tap for analytics. */
  'data-event'?: string
}

/** Content that most shoppers do not need, behind one tap. */
export function Details({ summary, open, children, ...event }: DetailsProps) {
  return (
    <details className={styles.details} open={open}>
      <summary className={styles.summary} {...event}>
        <span className={styles.chevron}>
          <Icon name="chevron-down" size="small" />
        </span>
        {typeof summary === 'string' ? <Live>{summary}</Live> : summary}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
