import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import type { IconName } from '~/ui/icon'
import { ListRow, RowList } from '~/ui/list-row'
import { Live } from '~/ui/live'

import styles from './transactions.module.css'
import type { Month, Row } from './transactions.server'
import { markTerms } from './search-terms'

const icons: Record<NonNullable<Row['type']>, IconName> = {
  PURCHASE: 'basket',
  REFUND: 'refresh',
  ACCRUAL: 'currency',
  WRITE_OFF: 'gift',
  EXPIRATION: 'clock',
}

type MonthSectionProps = {
  month: Month
  /** The search terms to highlight. */
  terms?: readonly string[]
}

/** A month with a heading that stays visible during scrolling. */
export function MonthSection({
  month: { key, title, totals, rows },
  terms = [],
}: MonthSectionProps) {
  return (
    <section className={styles.month} aria-labelledby={`month-${key}`}>
      <div className={styles.head}>
        <h2 id={`month-${key}`}>{title}</h2>
        {totals && (
          <p className={styles.totals}>
            <span>
              <Figures>{totals.money}</Figures>
            </span>
            {totals.stars.map((terms) => (
              <span key={terms}>
                <Figures>{terms}</Figures>
              </span>
            ))}
          </p>
        )}
      </div>
      <OperationRows rows={rows} terms={terms} />
    </section>
  )
}

/** Rows of operations, each with a link to its receipt. */
export function OperationRows({ rows, terms = [] }: { rows: Row[]; terms?: readonly string[] }) {
  return (
    <RowList>
      {rows.map((row) => (
        <ListRow
          key={row.id}
          to={`/profile/transactions/${row.id}`}
          icon={row.type ? icons[row.type] : 'info'}
          title={
            <span className={styles.row}>
              <span className={classes('clamped', styles.title)}>
                <Marked text={row.title} terms={terms} />
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
                <span className={styles.stars}>
                  <Figures>{row.stars.join(' ')}</Figures>
                </span>
              </span>
              {row.what && <span className={styles.line}>{row.what}</span>}
              {row.place && (
                <span className={styles.line}>
                  <Marked text={row.place} terms={terms} />
                </span>
              )}
              {row.goods?.map((name) => (
                <span className={styles.good} key={name}>
                  <Marked text={name} terms={terms} />
                </span>
              ))}
            </>
          }
        />
      ))}
    </RowList>
  )
}

interface MonthRowsProps {
  months: { name: string; to: string; spent: string; text: string[] }[]
}

/** Months with their operations. */
export function MonthRows({ months }: MonthRowsProps) {
  return (
    <RowList>
      {months.map(({ name, to, spent, text }) => (
        <ListRow
          key={to}
          to={to}
          title={name}
          text={<Figures>{text.join(' · ')}</Figures>}
          end={<Figures>{spent}</Figures>}
        />
      ))}
    </RowList>
  )
}

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return <Live>{text}</Live>
  // Other terms split the text differently, so the key renders it anew.
  return (
    <span key={terms.join(' ')}>
      {markTerms(text, terms).map(({ text: piece, isHit }, index) =>
        isHit ? (
          <mark key={index} className={styles.mark}>
            {piece}
          </mark>
        ) : (
          <Live key={index}>{piece}</Live>
        ),
      )}
    </span>
  )
}
