import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'

import styles from './overview.module.css'

interface BarsProps {
  caption: string
  sentence: string | null
  rows: {
    name: string
    to: string | null
    spent: string
    /** «13 чеков». */
    receipts: string
    /** The length in percent of the longest bar. */
    bar: number
    isReturn: boolean
  }[]
}

/** A table of sums with a bar in each row. */
export function Bars({ caption, sentence, rows }: BarsProps) {
  return (
    <div className={classes('stack gap-3', styles.bars)}>
      {sentence && (
        <p className={styles.sentence}>
          <Figures>{sentence}</Figures>
        </p>
      )}
      <table className={styles.numbers}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Когда</th>
            <th scope="col">Сумма</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, to, spent, receipts, bar, isReturn }) => (
            <tr key={name}>
              <th scope="row">
                {to ? <Link to={to}>{name}</Link> : name}
                <small>{` · ${receipts}`}</small>
                <svg className={styles.bar} aria-hidden="true">
                  <rect
                    className={isReturn ? styles.return : undefined}
                    width={`${bar}%`}
                    height="100%"
                    rx="2"
                  />
                </svg>
              </th>
              <td>
                <Figures>{spent}</Figures>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TotalsProps {
  totals: {
    /** Sums as text. */
    spent: { title: string; sum: string }
    purchases: string
    earned: string
    gone: string
  }
  /** The number of operations read in a period that has more. */
  cut: string | null
}

/** The sums of a period. */
export function Totals({ totals, cut }: TotalsProps) {
  const { spent, purchases, earned, gone } = totals
  const figures = [
    [spent.title, spent.sum],
    ['Покупок', purchases],
    ['Получено', earned],
    ['Списано и сгорело', gone],
  ] as const
  return (
    <div className={`plate ${styles.totals}`}>
      <dl>
        {figures.map(([title, figure], place) => (
          <div key={title} className={place === 0 ? styles.main : undefined}>
            <dt>{title}</dt>
            <dd>
              <Figures>{figure}</Figures>
            </dd>
          </div>
        ))}
      </dl>
      {cut && (
        <p className={styles.cut}>
          {`Операций больше ${cut}: ранние месяцы не посчитаны, откройте каждый отдельно.`}
        </p>
      )}
    </div>
  )
}
