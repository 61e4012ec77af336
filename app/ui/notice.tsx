import type { ReactNode } from 'react'

import { classes } from './classes'
import { Icon, type IconName } from './icon'
import styles from './notice.module.css'

export type Tone = 'info' | 'success' | 'warning' | 'error'

const toneIcons: Record<Tone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
}

type NoticeProps = {
  title: ReactNode
  text?: ReactNode
  icon?: IconName
  tone?: Tone
  /** A link or a form with one button. */
  action?: ReactNode
}

/** A message in the page with at most one action; a `LiveRegion` announces one that appears. */
export function Notice({ title, text, icon, tone = 'info', action }: NoticeProps) {
  return (
    <div className={classes(styles.notice, styles[tone])}>
      <span className={styles.icon}>
        <Icon name={icon ?? toneIcons[tone]} />
      </span>
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {text && <div className={styles.text}>{text}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
