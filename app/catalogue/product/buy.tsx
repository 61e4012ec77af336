import type { ReactNode } from 'react'

import { useShare } from './share'
import { tracked } from '~/analytics/tracked'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Price } from '~/ui/price'
import { Rating } from './rating'
import { Tag } from '~/ui/tag'
import { Figures } from '~/ui/figures'
import { Live } from '~/ui/live'

import styles from './product.module.css'
import type { ProductView } from './product.server'

interface BuyProps {
  product: ProductView
  /** The page of the store with this stock. */
  storeTo: string
  children: ReactNode
}

/** Price, stock, stars and the share button. */
export function Buy({ product, storeTo, children }: BuyProps) {
  const { name, url, rating, cashback, until, stock, stockText, badges } = product
  const { can, isCopied, hasFailed, share, source } = useShare({ title: name, url })
  return (
    <div className={classes('stack gap-3 card', styles.buy)}>
      {(badges.length > 0 || rating) && (
        <div className={styles.marks}>
          {badges.map((badge) => (
            <Tag key={badge}>{badge}</Tag>
          ))}
          {rating && (
            <Link
              className={styles.ratingLink}
              to={`${product.to}/reviews`}
              {...tracked('Product:Rating', { good_id: product.id })}
            >
              <Rating rating={rating} />
            </Link>
          )}
        </div>
      )}
      <Price {...product} size="large" />
      {until && <p className={styles.until}>{until}</p>}
      {cashback && (
        <p className={styles.cashback}>
          <span className={styles.star}>
            <Icon name="currency" size="small" />
          </span>
          <Figures>{`${cashback} за покупку`}</Figures>
        </p>
      )}
      {stock !== 'unknown' && (
        <p className={styles[stock]}>
          <Icon name={stock === 'none' ? 'close' : 'check'} size="small" />
          <Live>{stockText}</Live>
          {stock !== 'none' && (
            <Link className={styles.inStore} to={storeTo}>
              в этом магазине
            </Link>
          )}
        </p>
      )}
      {children}
      {can && (
        <Button type="button" variant="secondary" size="small" icon="share" onClick={share}>
          {can === 'share' ? 'Поделиться' : isCopied ? 'Ссылка скопирована' : 'Скопировать ссылку'}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {isCopied ? 'Ссылка скопирована' : ''}
      </span>
      <div role="status">
        {hasFailed && (
          <>
            <p>Если поделиться не удалось, скопируйте адрес — он выделен:</p>
            <p className={styles.address} ref={source}>
              {url}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
