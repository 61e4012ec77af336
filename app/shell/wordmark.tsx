import styles from './wordmark.module.css'

/** The mark of two young leaves, and the name beside it. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className={styles.wordmark}>
      <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <rect className={styles.ground} width="40" height="40" rx="12" />
        <path className={styles.stem} d="M20 34C20 30 20.3 26.5 21.3 23" />
        <path
          className={styles.leaf}
          d="M20.6 24.5C18.6 14.5 23.5 7.8 33 7c1 9.6-3.2 16.3-12.4 17.5Z"
        />
        <path
          className={styles.leafSmall}
          d="M19.8 31.5C18.9 23.5 14.3 19.2 6.8 19.3c.2 7.5 5 12.5 13 12.2Z"
        />
        <path className={styles.vein} d="M22 22.3C23.5 18.3 25.5 15.3 28.3 12.5" />
      </svg>
      <span className={styles.name}>{name}</span>
    </span>
  )
}
