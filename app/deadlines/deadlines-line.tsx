import { Figures } from '~/ui/figures'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

import { DeadlineLines } from './deadline-lines'
import styles from './deadlines-line.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** The first deadline in one line that expands without a script; nothing without any. */
export function DeadlinesLine({ deadlines }: { deadlines: DeadlinesView | null }) {
  const [first] = deadlines?.lines ?? []
  if (!deadlines || !first) return null
  const [when = ''] = first.text.split(' · ')
  return (
    <section aria-label="Скоро сгорит">
      <details className={styles.line}>
        <summary className={styles.summary}>
          <span className={styles.icon}>
            <Icon name="clock" />
          </span>
          <span className={styles.what}>
            <span className={styles.label}>Скоро сгорит</span>
            <span className={styles.first}>
              <Figures>{`${first.title} — ${when}`}</Figures>
            </span>
          </span>
          <span className={styles.chevron}>
            <Icon name="chevron-down" size="small" />
          </span>
        </summary>
        <div className={styles.body}>
          <DeadlineLines {...deadlines} />
          <p className={styles.all}>
            <Link to="/deadlines" aria-label={`${deadlines.all}: Скоро сгорит`}>
              {deadlines.all}
            </Link>
          </p>
        </div>
      </details>
    </section>
  )
}
