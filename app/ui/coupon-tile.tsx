import type { ReactNode } from 'react'
import { Link } from '@remix-run/react'

import { classes } from './classes'
import styles from './coupon-tile.module.css'
import { Picture } from './picture'
import { Tag } from './tag'

export type CouponTileProps = {
  to: string
  title: string
  discount: string | null
  category: string | null
  picture: string | null
  state: 'AVAILABLE' | 'ACTIVATED' | 'USED' | 'EXPIRED'
  expiry: string | null
  activated: string | null
  /** The button that activates it or lets it go. */
  action?: ReactNode
  headingLevel?: 2 | 3
}

/** A coupon as a ticket: what it gives, how long, and its button on the stub. */
export function CouponTile({
  to,
  title,
  discount,
  category,
  picture,
  state,
  expiry,
  activated,
  action,
  headingLevel = 3,
}: CouponTileProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const isOver = state === 'USED' || state === 'EXPIRED'
  return (
    <article className={classes(styles.ticket, isOver && styles.over)}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" size={72} />
      </div>
      <div className={styles.words}>
        {discount && <p className={styles.discount}>{discount}</p>}
        <Heading className={styles.title}>
          <Link className={styles.link} to={to}>
            {title}
          </Link>
        </Heading>
        <p className={styles.facts}>
          {[category, activated ?? (isOver ? null : expiry)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={styles.stub}>
        {isOver ? <Tag>{state === 'USED' ? 'Использован' : 'Срок истёк'}</Tag> : action}
      </div>
    </article>
  )
}
