import { Link } from '@remix-run/react'

import { Picture } from '~/ui/picture'
import { Price } from '~/ui/price'
import { Tag } from '~/ui/tag'

import styles from './actions.module.css'
import type { PromotionView } from './promotions.server'

/** One price for this shopper alone, as the tag on the shelf would say it. */
export function PromotionTile({
  name,
  picture,
  price,
  oldPrice,
  discount,
  until,
  to,
}: PromotionView) {
  return (
    <article className={styles.tile}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" size={72} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          {to ? (
            <Link className={styles.link} to={to}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {price && <Price price={price} oldPrice={oldPrice} discount={null} />}
        <p className={styles.facts}>
          {discount && <Tag tone="discount">{discount}</Tag>}
          <span>{until}</span>
        </p>
      </div>
    </article>
  )
}
