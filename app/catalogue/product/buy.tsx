import { type ReactNode, useCallback, useEffect, useState } from 'react'

import { tracked } from '~/analytics/tracked'
import { classes } from '~/ui/classes'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Price } from '~/ui/price'
import { Tag } from '~/ui/tag'
import { Figures } from '~/ui/figures'
import { Live } from '~/ui/live'
import { useCopy } from '~/ui/copy'
import { track } from '~/analytics/events'

import { Rating } from './rating'
import styles from './product.module.css'
import type { ProductView } from './product.server'

/** After this time without a result of the share sheet, the page also shows the address. */
const LATE_MS = 3000

/** The share sheet was closed without a choice. */
const isClosed = (error: unknown) => (error as Error | null)?.name === 'AbortError'

/**
 * Shares a page with the system's sheet, or copies its address. When both fail, `hasFailed` shows
 * the address in the element of `source`.
 */
function useShare({ title, url }: { title: string; url: string }) {
  const { canCopy, isCopied, hasFailed, copy, showSource, source } =
    useCopy<HTMLParagraphElement>(url)
  const [hasSheet, setHasSheet] = useState(false)
  useEffect(() => setHasSheet('share' in navigator), [])

  const share = useCallback(async () => {
    track('Product:Share', { way: hasSheet ? 'share' : 'copy' })
    if (!hasSheet) return copy()
    const late = setTimeout(showSource, LATE_MS, true)
    try {
      await navigator.share({ title, url })
      showSource(false)
    } catch (error) {
      if (isClosed(error)) showSource(false)
      else await copy()
    } finally {
      clearTimeout(late)
    }
  }, [hasSheet, copy, showSource, title, url])

  const can: 'share' | 'copy' | null = hasSheet ? 'share' : canCopy ? 'copy' : null
  return { can, isCopied, hasFailed, share, source }
}

interface BuyProps {
  product: ProductView
  /** The page of the store with this stock. */
  storeHref: string
  children: ReactNode
}

/** Price, stock, points and the share button. */
export function Buy({ product, storeHref, children }: BuyProps) {
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
            <Link className={styles.inStore} to={storeHref}>
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
