import { Link } from '~/ui/link'
import { Figures } from '~/ui/figures'

import styles from './deadline-hint.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** The most urgent deadline in one sentence, for the card and the main screen. */
export function DeadlineHint({ deadlines }: { deadlines: DeadlinesView | null }) {
  if (!deadlines) return null
  const { first } = deadlines
  // Only points burn, and they are spent with the card.
  const verb = first.to === '/qr' ? 'Сгорит' : 'Закончится'
  const zone = deadlines.isMoscowTime ? ' (по Москве)' : ''
  const [when = ''] = first.text.split(/, | · /)
  return (
    <Link className={styles.hint} to="/deadlines">
      <span className="clamped">
        <Figures>{`${verb} ${when}${zone}: ${first.title}`}</Figures>
      </span>
    </Link>
  )
}
