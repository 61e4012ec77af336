import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'

import styles from './deadline-lines.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** A line for each deadline with advice. */
export function DeadlineLines({ lines, isMoscowTime }: DeadlinesView) {
  return (
    <>
      <ul className={styles.lines}>
        {lines.map(({ title, text, to }, place) => (
          <li key={place}>
            <Link to={to}>
              <Figures>{title}</Figures>
              <small>{text}</small>
            </Link>
          </li>
        ))}
      </ul>
      {isMoscowTime && <small className={styles.foot}>По московскому времени</small>}
    </>
  )
}
