import type { ReactNode } from 'react'

import { classes } from './classes'
import styles from './tag.module.css'

type TagProps = {
  tone?: 'neutral' | 'accent' | 'discount' | 'success' | 'warning'
  children: ReactNode
}

/** A short label: «−20 %», «Активирован», «До 30 апреля». */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={classes(styles.tag, styles[tone])}>{children}</span>
}
