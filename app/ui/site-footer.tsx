import { classes } from './classes'
import { PhoneLink, EmailLink, hasSupport, type Support } from './support'
import styles from './site-footer.module.css'

type SiteFooterProps = {
  brand: string
  support: Support
  /** The retailer's own page of the personal data policy; null: ours. */
  policyUrl: string | null
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

/** Contacts and documents of public pages. Documents load as whole pages. */
export function SiteFooter({ brand, support, policyUrl }: SiteFooterProps) {
  const { phone, email, botUrl } = support
  return (
    <div className={classes('stack gap-8', styles.footer)}>
      {hasSupport(support) && (
        <div className={styles.contacts}>
          <p className={styles.title}>Поможем</p>
          <ul className={styles.list}>
            {phone && (
              <li>
                <PhoneLink className={styles.phone} phone={phone} />
              </li>
            )}
            {email && (
              <li>
                <EmailLink className={styles.link} email={email} />
              </li>
            )}
            {botUrl && (
              <li>
                <a className={styles.link} href={botUrl}>
                  Чат с поддержкой
                </a>
              </li>
            )}
          </ul>
        </div>
      )}
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
      <p className={styles.owner}>© {brand}. Программа лояльности</p>
    </div>
  )
}
