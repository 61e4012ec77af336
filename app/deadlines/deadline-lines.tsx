import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'

import styles from './deadline-lines.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** What ends soon, a line each, and what to do about it; then the file of it for a calendar. */
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
      <p className={styles.foot}>
        {/* calendar-link, which would be a file of its own to every page with a block. */}
        <a href="/deadlines/calendar" type="text/calendar">
          В календарь
        </a>
        {isMoscowTime && <small>По московскому времени</small>}
      </p>
    </>
  )
}
