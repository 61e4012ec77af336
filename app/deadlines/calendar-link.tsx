import styles from './calendar-link.module.css'

interface CalendarLinkProps {
  /** The id of one deadline, or a kind; all of them when absent. */
  item?: string
  /** The title of the deadline, for screen readers. */
  title?: string
}

/** A link to a file that the phone's calendar opens. */
export function CalendarLink({ item, title }: CalendarLinkProps) {
  const href = item ? `/deadlines/calendar/${item}` : '/deadlines/calendar'
  return (
    <a
      className={styles.calendar}
      href={href}
      type="text/calendar"
      aria-label={title && `В календарь: ${title}`}
    >
      В календарь
    </a>
  )
}
