import styles from './calendar-link.module.css'

interface CalendarLinkProps {
  /** The id of one deadline, or a part of all; all of them when left out. */
  item?: string
  /** What it is of, for whoever hears one link among many. */
  title?: string
}

/** A plain link to a file: the browser fetches it, and the phone's calendar opens it. */
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
