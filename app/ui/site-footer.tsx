import styles from './site-footer.module.css'

type SiteFooterProps = {
  brand: string
  support: { phone: string; email: string; botUrl: string }
  /** Where the retailer publishes the personal data policy; null: our own is it. */
  policyUrl: string | null
  /** The signed-in screens have one line of contacts and one of documents. */
  isSmall?: boolean
}

const documents = [
  { path: '/program-loyalty', title: 'Правила программы' },
  { path: '/terms', title: 'Пользовательское соглашение' },
  { path: '/pdn', title: 'Персональные данные' },
  { path: '/cookie-policy', title: 'Политика cookie' },
  { path: '/details', title: 'Реквизиты' },
  { path: '/accessibility', title: 'Доступность' },
  { path: '/contacts', title: 'Контакты' },
]

/**
 * A number that a tap calls, written as the configuration writes it.
 * @param phone e.g. `8 800 000-00-00`
 */
export function PhoneLink({ phone, className }: { phone: string; className?: string | undefined }) {
  return (
    <a className={className} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )
}

/** Contacts and documents, in the same place on every page. Documents load as whole pages. */
export function SiteFooter({ brand, support, policyUrl, isSmall = false }: SiteFooterProps) {
  return (
    <div className={isSmall ? styles.small : styles.footer}>
      <div className={styles.contacts}>
        {!isSmall && <p className={styles.title}>Поможем</p>}
        <ul className={styles.list}>
          <li>
            <PhoneLink className={isSmall ? styles.link : styles.phone} phone={support.phone} />
          </li>
          <li>
            <a className={styles.link} href={`mailto:${support.email}`}>
              {support.email}
            </a>
          </li>
          <li>
            <a className={styles.link} href={support.botUrl}>
              Чат с поддержкой
            </a>
          </li>
        </ul>
      </div>
      <nav className={styles.documents} aria-label="Документы">
        <ul className={styles.list}>
          {documents.map(({ path, title }) => (
            <li key={path}>
              <a className={styles.link} href={path}>
                {title}
              </a>
            </li>
          ))}
          {policyUrl && (
            <li>
              <a className={styles.link} href={policyUrl} rel="noreferrer">
                Политика персональных данных
              </a>
            </li>
          )}
        </ul>
      </nav>
      {!isSmall && <p className={styles.owner}>© {brand}. Программа лояльности</p>}
    </div>
  )
}
