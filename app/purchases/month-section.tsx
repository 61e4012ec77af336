import { receiptHref } from '~/domain/hrefs'
import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import type { IconName } from '~/ui/icon'
import { ListRow, RowList } from '~/ui/list-row'
import { Live } from '~/ui/live'

import styles from './transactions.module.css'
import type { Month, Row } from './transactions.server'

const icons: Record<NonNullable<Row['type']>, IconName> = {
  PURCHASE: 'basket',
  REFUND: 'refresh',
  ACCRUAL: 'currency',
  WRITE_OFF: 'gift',
  EXPIRATION: 'clock',
}

/** A month with a heading that stays visible during scrolling. */
export function MonthSection({ month: { key, title, totals, rows } }: { month: Month }) {
  return (
    <section className={styles.month} aria-labelledby={`month-${key}`}>
      <div className={styles.head}>
        <h2 id={`month-${key}`}>{title}</h2>
        {totals && (
          <p className={styles.totals}>
            <span>
              <Figures>{totals.money}</Figures>
            </span>
            {totals.points.map((points) => (
              <span key={points}>
                <Figures>{points}</Figures>
              </span>
            ))}
          </p>
        )}
      </div>
      <OperationRows rows={rows} />
    </section>
  )
}

/** Rows of operations, each with a link to its receipt. */
function OperationRows({ rows }: { rows: Row[] }) {
  return (
    <RowList>
      {rows.map((row) => (
        <ListRow
          key={row.id}
          to={receiptHref(row.id)}
          icon={row.type ? icons[row.type] : 'info'}
          title={
            <span className={styles.row}>
              <span className={classes('clamped', styles.title)}>
                <Live>{row.title}</Live>
              </span>
              {row.money && (
                <span className={styles.money}>
                  <Figures>{row.money}</Figures>
                </span>
              )}
            </span>
          }
          text={
            <>
              <span className={styles.row}>
                <span>{row.when}</span>
                <span className={styles.points}>
                  <Figures>{row.points.join(' ')}</Figures>
                </span>
              </span>
              {row.what && <span className={styles.line}>{row.what}</span>}
              {row.place && (
                <span className={styles.line}>
                  <Live>{row.place}</Live>
                </span>
              )}
            </>
          }
        />
      ))}
    </RowList>
  )
}
