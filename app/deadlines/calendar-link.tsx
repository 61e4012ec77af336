import styles from './calendar-link.module.css'

interface CalendarLinkProps {
  /** The id of the deadline. */
  item: string
  /** The title of the deadline, for screen readers. */
  title?: string
}

/** A link to a file that the phone's calendar opens. */
export function CalendarLink({ item, title }: CalendarLinkProps) {
  return (
    <a
      className={styles.calendar}
      href={`/deadlines/calendar/${item}`}
      type="text/calendar"
      aria-label={title && `В календарь: ${title}`}
    >
      В календарь
    </a>
  )
}
