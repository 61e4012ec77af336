import { classes } from './classes'
import styles from './price.module.css'
import { Figures } from './figures'
import { Tag } from './tag'

type PriceProps = {
  price: string
  oldPrice: string | null
  discount: string | null
  /** «за 500 г». */
  portion?: string | null
  /** «839 ₽ за кг». */
  perUnit?: string | null
  size?: 'medium' | 'large'
}

/** A product's price; all sums are text. */
export function Price({
  price,
  oldPrice,
  discount,
  portion,
  perUnit,
  size = 'medium',
}: PriceProps) {
  return (
    <span className={classes(styles.price, styles[size])}>
      <span className={styles.row}>
        <span className={classes(styles.now, oldPrice && styles.reduced)}>
          {oldPrice && <span className="visually-hidden">Цена со скидкой: </span>}
          <Figures>{price}</Figures>
        </span>
        {portion && <span className={styles.portion}>{portion}</span>}
        {oldPrice && (
          <s className={styles.old}>
            <span className="visually-hidden">Прежняя цена: </span>
            <Figures>{oldPrice}</Figures>
          </s>
        )}
        {discount && size === 'large' && <Tag tone="discount">{discount}</Tag>}
      </span>
      {perUnit && (
        <span className={styles.unit}>
          <Figures>{perUnit}</Figures>
        </span>
      )}
    </span>
  )
}
