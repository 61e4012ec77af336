import type { ReactNode } from 'react'

import type { GoodView } from './good-view'

import { classes } from '~/ui/classes'
import styles from './good-tile.module.css'
import { Link } from '~/ui/link'
import { Picture } from '~/ui/picture'
import { Price } from '~/ui/price'
import { Rating } from '~/catalogue/product/rating'
import { Tag } from '~/ui/tag'
import { Figures } from '~/ui/figures'

/** A grid of product tiles. */
export function GoodGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  )
}

/** A product in a list; the whole tile is a link. Goes inside `GoodGrid`. */
export function GoodTile({ good, isEager = false }: { good: GoodView; isEager?: boolean }) {
  const isGone = good.stock === 'none'
  return (
    <li className={classes(styles.tile, isGone && styles.gone)}>
      <span className={styles.picture}>
        <Picture src={good.picture} alt="" size={240} loading={isEager ? 'eager' : 'lazy'} />
        <span className={styles.tags}>
          {good.discount && <Tag tone="discount">{good.discount}</Tag>}
          {good.badges.map((badge) => (
            <Tag key={badge}>{badge}</Tag>
          ))}
        </span>
      </span>
      <span className={styles.price}>
        <Price {...good} />
      </span>
      <Link className={classes('clamped', styles.name)} to={good.to} data-good={good.id}>
        {good.name}
      </Link>
      <span className={styles.foot}>
        {good.rating && <Rating rating={good.rating} isShort />}
        {good.cashback && (
          <span className={styles.cashback}>
            <Figures>{good.cashback}</Figures>
          </span>
        )}
        {(good.stock === 'none' || good.stock === 'few') && (
          <span className={styles.stock}>{good.stockText}</span>
        )}
      </span>
    </li>
  )
}
