import { SearchForm } from '~/catalogue/search-form'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'

import styles from './today.module.css'

const shortcuts: [to: string, icon: IconName, title: string][] = [
  ['/catalog', 'basket', 'Каталог'],
  ['/actions', 'gift', 'Акции'],
  ['/stores', 'store', 'Магазины'],
]

/** The entry to the shop: a search and three shortcuts. */
export function ShopEntry() {
  return (
    <section className={styles.notices} aria-label="Покупки">
      <SearchForm action="/search" label="Найти товар" placeholder="Молоко, хлеб, сыр" />
      <ul className={styles.shortcuts}>
        {shortcuts.map(([to, icon, title]) => (
          <li key={to}>
            <Link className={styles.shortcut} to={to}>
              <Icon name={icon} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
