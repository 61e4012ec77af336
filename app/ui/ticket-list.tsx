import type { ReactNode } from 'react'

import styles from './ticket-list.module.css'

/** A grid of coupons, offers or prices. */
export function TicketList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
