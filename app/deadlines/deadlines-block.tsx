import { Block, BlockLink } from '~/ui/block'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'

import styles from './deadlines-block.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** What ends soon, a line each, and what to do about it; no block where nothing does. */
export function DeadlinesBlock({ deadlines }: { deadlines: DeadlinesView | null }) {
  if (!deadlines) return null
  const { lines, all, isMoscowTime } = deadlines
  return (
    <Block
      title="Скоро сгорит"
      id="deadlines"
      action={
        <BlockLink to="/deadlines" of="Скоро сгорит">
          {all}
        </BlockLink>
      }
    >
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
    </Block>
  )
}
