import type { ReactNode } from 'react'

import styles from './live-region.module.css'

interface LiveRegionProps {
  /** True for errors: a screen reader interrupts the current text. */
  isUrgent?: boolean
  children?: ReactNode
}

/**
 * Announces messages that appear in it. Render it before its message, also empty: many screen readers
 * are silent about a region that appears together with its text.
 */
export function LiveRegion({ isUrgent = false, children }: LiveRegionProps) {
  const live = isUrgent ? ({ 'aria-live': 'assertive' } as const) : { role: 'status' }
  return (
    <div className={styles.region} {...live}>
      {children}
    </div>
  )
}
