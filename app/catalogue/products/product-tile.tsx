import type { ReactNode } from 'react'

import type { ProductSummary } from './product-summary.server'

import { classes } from '~/ui/classes'
import styles from './product-tile.module.css'
import { Link } from '~/ui/link'
import { Picture } from '~/ui/picture'
import { Price } from '~/ui/price'
import { Rating } from '~/catalogue/product/rating'
import { Tag } from '~/ui/tag'
import { Figures } from '~/ui/figures'

export function ProductGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  )
}

/** A product in a list; the whole tile is a link. Goes inside `ProductGrid`. */
export function ProductTile({
  product,
  isEager = false,
}: {
  product: ProductSummary
  isEager?: boolean
}) {
  const isGone = product.stock === 'none'
  return (
    <li className={classes(styles.tile, isGone && styles.gone)}>
      <span className={styles.picture}>
        <Picture src={product.picture} alt="" size={240} loading={isEager ? 'eager' : 'lazy'} />
        <span className={styles.tags}>
          {product.discount && <Tag tone="discount">{product.discount}</Tag>}
          {product.badges.map((badge) => (
            <Tag key={badge}>{badge}</Tag>
          ))}
        </span>
      </span>
      <span className={styles.price}>
        <Price {...product} />
      </span>
      <Link className={classes('clamped', styles.name)} to={product.to} data-product={product.id}>
        {product.name}
      </Link>
      <span className={styles.foot}>
        {product.rating && <Rating rating={product.rating} isShort />}
        {product.cashback && (
          <span className={styles.cashback}>
            <Figures>{product.cashback}</Figures>
          </span>
        )}
        {(product.stock === 'none' || product.stock === 'few') && (
          <span className={styles.stock}>{product.stockText}</span>
        )}
      </span>
    </li>
  )
}
