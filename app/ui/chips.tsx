import type { FocusEvent, ReactNode } from 'react'

import styles from './chips.module.css'
import { Icon } from './icon'
import { Link } from './link'

/** One of several links. */
export interface LinkView {
  to: string
  label: string
  isCurrent?: boolean
  /** Attributes that count a tap in analytics. */
  event?: { 'data-event': string }
}

type ChipsProps = {
  /** Names the landmark. */
  label: string
  links: LinkView[]
  /** A list item before the links. */
  first?: ReactNode
  /** True when every chip removes a filter. */
  isRemoving?: boolean
  /** True when the links change a list on the same screen, which keeps its scroll position. */
  keepsPlace?: boolean
}

/** Scrolls a partly visible chip into view when the keyboard reaches it. */
function showWhole(event: FocusEvent): void {
  event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Links side by side; scrollable on a phone. */
export function Chips({ label, links, first, isRemoving, keepsPlace }: ChipsProps) {
  if (links.length === 0) return null
  return (
    <nav className={isRemoving ? undefined : styles.strip} aria-label={label}>
      <ul className={isRemoving ? styles.wrapped : styles.list} onFocus={showWhole}>
        {first}
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
