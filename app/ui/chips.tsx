import type { FocusEvent } from 'react'

import styles from './chips.module.css'
import { Icon } from './icon'
import { Link } from './link'

/** One of several links to choose among. */
export interface LinkView {
  to: string
  label: string
  isCurrent?: boolean
  /** Attributes by which a tap on it is counted. */
  event?: { 'data-event': string }
}

type ChipsProps = {
  /** What one chooses among; names the landmark. */
  label: string
  links: LinkView[]
  /** Every chip takes something away. */
  isRemoving?: boolean
  /** The list on the same screen changes: the page stays where it is. */
  keepsPlace?: boolean
}

/** A browser leaves a chip that is seen in part where it is; the keyboard wants all of it. */
function showWhole(event: FocusEvent): void {
  event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Links side by side; on a phone they are pushed aside like a strip. */
export function Chips({ label, links, isRemoving, keepsPlace }: ChipsProps) {
  if (links.length === 0) return null
  return (
    <nav className={isRemoving ? undefined : styles.strip} aria-label={label}>
      <ul className={isRemoving ? styles.wrapped : styles.list} onFocus={showWhole}>
        {links.map(({ to, label: text, isCurrent, event }) => (
          <li className={styles.item} key={to + text}>
            <Link
              className={styles.chip}
              to={to}
              aria-current={isCurrent ? 'true' : undefined}
              preventScrollReset={keepsPlace}
              {...event}
            >
              {isRemoving && <span className="visually-hidden">Убрать: </span>}
              <span className={styles.text}>{text}</span>
              {isRemoving && <Icon name="close" size="small" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
