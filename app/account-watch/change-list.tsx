import { Link } from '~/ui/link'

import type { AccountWatchView } from './account-watch.server'

/** Each change with its time, place, sum and number, and a link to it. */
export function ChangeList({ watch: { lines, more } }: { watch: AccountWatchView }) {
  return (
    <ul className="stack-tight">
      {lines.map(({ title, facts, to }) => (
        <li key={title + facts}>
          <Link to={to}>{title}</Link>: {facts}
        </li>
      ))}
      {more && (
        <li>
          <Link to="/profile/transactions">{more}</Link>
        </li>
      )}
    </ul>
  )
}
