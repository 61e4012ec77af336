import { Block } from '~/ui/block'
import { Link } from '~/ui/link'
import { ListRow, RowList } from '~/ui/list-row'

import { CalendarLink } from './calendar-link'
import styles from './deadlines.module.css'
import type { DeadlinesView } from './load-deadlines.server'

/** What ends soon, a line each, and what to do about it; no block where nothing does. */
export function DeadlinesBlock({ deadlines }: { deadlines: DeadlinesView | null }) {
  if (!deadlines) return null
  const { lines, more, isMoscowTime } = deadlines
  return (
    <Block
      title="Скоро сгорит"
      id="deadlines"
      action={<Link to="/deadlines">{more ? `Ещё ${more}` : 'Все'}</Link>}
    >
      <RowList>
        {lines.map(({ id, title, when, advice, to }) => (
          <ListRow
            key={id}
            to={to}
            title={<span className="clamped">{title}</span>}
            text={`${when} · ${advice}`}
          />
        ))}
      </RowList>
      <p className={styles.foot}>
        <CalendarLink />
        {isMoscowTime && <small>По московскому времени</small>}
      </p>
    </Block>
  )
}

/** The most urgent of it in one line, for the card: it takes no more room than that. */
export function DeadlineHint({ deadlines }: { deadlines: DeadlinesView | null }) {
  const first = deadlines?.lines[0]
  if (!first) return null
  return (
    <p className={styles.hint}>
      <Link className={styles.hintLink} to="/deadlines">
        Скоро сгорит: {first.title} — {first.when}
        {deadlines.isMoscowTime && ' (МСК)'}
      </Link>
    </p>
  )
}
