import type { ReactNode } from 'react'

import { asOf } from '~/lib/dates'

import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import styles from './loyalty-card.module.css'
import { Stars } from '~/ui/stars'

type LoyaltyCardPanelProps = {
  /** Made by our own server; nothing a shopper typed is in it. */
  qrSvg?: string
  qrLabel: string
  /** null: it could not be loaded; undefined: not shown here. */
  balance?: number | null
  /** What this browser knew last; null: nothing. */
  lastBalance?: { stars: number; at: string } | null
  children?: ReactNode
  size?: 'compact' | 'full'
}

/**
 * The card: the code the till scans, and the stars on it. The code stays black on white in every
 * theme, because the camera does not know about themes; the SVG brings its quiet zone of four
 * modules.
 */
export function LoyaltyCardPanel({
  qrSvg,
  qrLabel,
  balance,
  lastBalance,
  children,
  size = 'compact',
}: LoyaltyCardPanelProps) {
  return (
    <div className={classes('plate', styles.panel, styles[size])}>
      {balance !== undefined && (
        <div className={styles.balance}>
          <p className={styles.caption}>Ваши звёзды</p>
          {balance !== null && <Stars amount={balance} size="large" />}
          {balance === null && lastBalance && <Stars amount={lastBalance.stars} size="large" />}
          {balance === null && (
            <p className={styles.unknown}>
              {lastBalance ? `Так было ${asOf(lastBalance.at)}` : 'Баланс пока не загрузился'}
            </p>
          )}
        </div>
      )}
      <div className={styles.paper}>
        {qrSvg ? (
          <div
            className={styles.code}
            role="img"
            aria-label={qrLabel}
            dangerouslySetInnerHTML={{ __html: qrSvg }}
          />
        ) : (
          <p className={styles.missing}>
            <Icon name="card" size="large" />
            Код не загрузился. На кассе можно назвать номер карты.
          </p>
        )}
      </div>
      {children && <div className={styles.rest}>{children}</div>}
    </div>
  )
}
