import type { ReactNode } from 'react'

import { classes } from './classes'
import { Link } from './link'
import { Picture } from './picture'
import styles from './ticket.module.css'

type TicketProps = {
  title: string
  /** Null without a page of details. */
  to: string | null
  picture: string | null
  /** The benefit in large letters: «−25%», «+300 звёзд». */
  lead?: string | null
  /** A price, between the title and the facts. */
  price?: ReactNode
  facts?: ReactNode
  /** At the right: a button or a state. */
  side?: ReactNode
  /** Below the text: a progress. */
  below?: ReactNode
  /** Used or expired. */
  isOver?: boolean
  headingLevel?: 2 | 3
}

/** A coupon, an offer or a personal price in one row. */
export function Ticket({
  title,
  to,
  picture,
  lead,
  price,
  facts,
  side,
  below,
  isOver,
  headingLevel = 3,
}: TicketProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const shownFacts = facts && <p className={styles.facts}>{facts}</p>
  return (
    <article className={classes(styles.ticket, isOver && styles.over)}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" size={56} />
      </div>
      <div className={styles.text}>
        {lead && <p className={classes('clamped', styles.lead)}>{lead}</p>}
        {lead && shownFacts}
        <Heading className={styles.title}>
          {to ? (
            // Clamped within the link, which would otherwise cover the content below.
            <Link className={styles.link} to={to}>
              <span className="clamped">{title}</span>
            </Link>
          ) : (
            <span className="clamped">{title}</span>
          )}
        </Heading>
        {price}
        {!lead && shownFacts}
      </div>
      {side && <div>{side}</div>}
      {below && <div className={styles.below}>{below}</div>}
    </article>
  )
}

/** A grid of coupons, offers or prices. */
export function TicketList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
