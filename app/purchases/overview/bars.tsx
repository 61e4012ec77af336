import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'

import styles from './overview.module.css'
import type { Sums } from './overview.server'

type BarsProps = Pick<Sums, 'sentence' | 'rows'> & { caption: string }

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

/** The sums of a period. */
export function Totals({ totals, cut }: Pick<Sums, 'totals' | 'cut'>) {
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
