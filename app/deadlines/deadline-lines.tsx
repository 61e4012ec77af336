import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'

import styles from './deadline-lines.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** A line for each deadline with advice, and a link to the calendar file. */
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
        {/* Not calendar-link, which would add a file to every page with a block. */}
        <a href="/deadlines/calendar" type="text/calendar">
          В календарь
        </a>
        {isMoscowTime && <small>По московскому времени</small>}
      </p>
    </>
  )
}
