import styles from './wordmark.module.css'

/** The mark of two young leaves, and the name beside it. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <rect className={styles.ground} width="40" height="40" rx="12" />
        <path
          className={styles.leaf}
          d="M20 24.5C18.6 14.5 23.5 8.3 32.5 7.5c.9 9.3-3.5 15.9-12.5 17Z"
        />
        <path
          className={styles.leafSmall}
          d="M18.8 28.3C17.7 21.5 13.8 17.8 7.2 18c.3 6.5 4.7 10.5 11.6 10.3Z"
        />
        <path className={styles.stem} d="M26.3 14.2C21.5 19.5 19.3 25 19.3 33" />
      </svg>
      <span className={styles.name}>{name}</span>
    </span>
  )
}
