import type { ReactNode } from 'react'

import { SupportCode } from '~/ui/block'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import type { QrError } from './code-refresher'
import { DrawnBars, DrawnQr } from './drawn-code'
import styles from './loyalty-card.module.css'
import { LastPoints } from '~/ui/last-points'
import { currency } from '~/domain/currency'
import { Live } from '~/ui/live'

type LoyaltyCardPanelProps = {
  /** SVG of our own server, without input of shoppers. */
  qrSvg?: string
  qrLabel: string
  /** Number and barcode for the cashier while there is no code. */
  fallbackCard?: { number: string; barcode: string } | null
  /** The error code for support; null without an error. */
  supportCode?: string | null
  /** Why there is no code. */
  qrError?: QrError | null
  /** null: not loaded; undefined: not shown here. */
  balance?: number | null
  /** True when the balance may have changed. */
  isOldBalance?: boolean
  /** The last balance stored in this browser; null without one. */
  lastBalance?: { points: number; at: string } | null
  children?: ReactNode
  size?: 'compact' | 'full'
}

/**
 * The card with its QR code and points. The code stays black on white in every theme for scanners;
 * its SVG has the quiet zone of four modules.
 */
export function LoyaltyCardPanel({
  qrSvg,
  qrLabel,
  fallbackCard,
  supportCode,
  qrError,
  balance,
  isOldBalance = false,
  lastBalance,
  children,
  size = 'compact',
}: LoyaltyCardPanelProps) {
  return (
    <div
      className={classes(
        'plate',
        'stack gap-4',
        styles.panel,
        !qrSvg && fallbackCard && size === 'compact' ? styles.spread : styles[size],
        qrSvg && size === 'full' && styles.scanned,
      )}
    >
      {balance !== undefined && (
        <div className={styles.balance}>
          <p className={styles.caption}>{`Ваши ${currency.plural}`}</p>
          <p>
            <LastPoints amount={balance} isOld={isOldBalance} last={lastBalance} />
          </p>
        </div>
      )}
      <div className={styles.paper}>
        {qrSvg ? (
          <DrawnQr svg={qrSvg} label={qrLabel} />
        ) : fallbackCard ? (
          <FallbackNumber {...fallbackCard} supportCode={supportCode} qrError={qrError} />
        ) : (
          <p className={styles.missing}>
            <Icon name="card" size="large" />
            <Live>{`${missingQrTitle(qrError)}. ${qrError === 'refused' ? 'Позвоните нам: телефон внизу страницы.' : 'Обновите страницу.'}`}</Live>
            {supportCode && <SupportCode code={supportCode} />}
          </p>
        )}
      </div>
      {children && <div className={styles.rest}>{children}</div>}
    </div>
  )
}

/** A refused code needs another title, because a retry does not help. */
export function missingQrTitle(qrError: QrError | null | undefined): string {
  return qrError === 'refused' ? 'Код для этой карты не выдан' : 'Код не загрузился'
}

/** The number for the cashier while there is no code. */
function FallbackNumber({
  number,
  barcode,
  supportCode,
  qrError,
}: Pick<LoyaltyCardPanelProps, 'supportCode' | 'qrError'> & { number: string; barcode: string }) {
  return (
    <div className={classes('stack gap-3', styles.fallbackCard)}>
      <p>{`${missingQrTitle(qrError)}. Покажите кассиру штрихкод или назовите номер карты:`}</p>
      <p className={styles.spareNumber}>{number}</p>
      <DrawnBars svg={barcode} label="Штрихкод карты" />
      {supportCode && <SupportCode code={supportCode} />}
    </div>
  )
}
