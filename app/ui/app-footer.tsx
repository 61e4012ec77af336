import { PhoneLink, type Support } from './support'
import styles from './app-footer.module.css'

/** Help and documents of signed-in screens, in one line; public pages list all of both. */
export function AppFooter() {
  return (
    <p className={styles.small}>
      <a className={styles.link} href="/contacts">
        Помощь
      </a>
      <a className={styles.link} href="/terms">
        Документы
      </a>
    </p>
  )
}

/** The telephone and the chat, for screens of one task. */
export function TaskFooter({ support: { phone, botUrl } }: { support: Support }) {
  return (
    <p className={styles.small}>
      {phone && <PhoneLink className={styles.link} phone={phone} />}
      {botUrl && (
        <a className={styles.link} href={botUrl}>
          Чат с поддержкой
        </a>
      )}
    </p>
  )
}
