import type { ReactNode } from 'react'

import styles from './ticket-list.module.css'

/** Coupons, offers or prices side by side, as many as the screen has room for. */
export function TicketList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
