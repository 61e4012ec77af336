import { Link } from '~/ui/link'
import { Figures } from '~/ui/figures'

import styles from './deadline-hint.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/**
 * The most urgent deadline in one line, for the card and the main screen. Screen readers always hear the advice;
 * it is visible when the line has space.
 */
export function DeadlineHint({ deadlines }: { deadlines: DeadlinesView | null }) {
  if (!deadlines) return null
  const { first } = deadlines
  // Only stars burn, and they are spent with the card.
  const verb = first.to === '/qr' ? 'сгорит' : 'закончится'
  const zone = deadlines.isMoscowTime ? ' (по Москве)' : ''
  const [when = '', ...advice] = first.text.split(' · ')
  return (
    <Link className={styles.hint} to="/deadlines">
      <span className={styles.what}>
        <Figures>{`${when.charAt(0).toUpperCase()}${when.slice(1)} ${verb}: ${first.title}`}</Figures>
      </span>
      <span className={styles.advice}>{` · ${advice.join(' · ')}${zone}`}</span>
    </Link>
  )
}
