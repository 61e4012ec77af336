import { Figures } from '~/ui/figures'
import styles from './overview.module.css'

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
  return (
    <div className={`plate ${styles.totals}`}>
      <dl>
        <div className={styles.main}>
          <dt>{spent.title}</dt>
          <dd>
            <Figures>{spent.sum}</Figures>
          </dd>
        </div>
        <div>
          <dt>Покупок</dt>
          <dd>
            <Figures>{purchases}</Figures>
          </dd>
        </div>
        <div>
          <dt>Получено</dt>
          <dd>
            <Figures>{earned}</Figures>
          </dd>
        </div>
        <div>
          <dt>Списано и сгорело</dt>
          <dd>
            <Figures>{gone}</Figures>
          </dd>
        </div>
      </dl>
      {cut && (
        <p className={styles.cut}>
          {`Операций больше ${cut}: ранние месяцы не посчитаны, откройте каждый отдельно.`}
        </p>
      )}
    </div>
  )
}
