import { Link } from '~/ui/link'
import { Figures } from '~/ui/figures'

import styles from './deadline-hint.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** The most urgent of what ends soon in one line, for the card: it takes no more room than that. */
export function DeadlineHint({ deadlines }: { deadlines: DeadlinesView | null }) {
  const first = deadlines?.lines[0]
  if (!first) return null
  const zone = deadlines.isMoscowTime ? ' (по Москве)' : ''
  return (
    <Link className={styles.hint} to="/deadlines">
      <Figures>{`Скоро сгорит: ${first.title} — ${first.text}${zone}`}</Figures>
    </Link>
  )
}
