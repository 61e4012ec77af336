import { ListRow, RowList } from '~/ui/list-row'
import { SearchForm } from '~/catalogue/search-form'
import { currency } from '~/lib/currency'

import styles from './today.module.css'

/** The entry to the shop: a search and two lists. */
export function ShopEntry() {
  return (
    <section className={styles.notices} aria-label="Покупки">
      <SearchForm action="/search" label="Найти товар" placeholder="Молоко, хлеб, сыр" />
      <RowList>
        <ListRow
          to="/catalog"
          icon="basket"
          title="Каталог"
          text="Цены и наличие в вашем магазине"
        />
        <ListRow
          to="/actions"
          icon="gift"
          title="Акции"
          text={`${currency.Plural} за покупки, личные цены`}
        />
        <ListRow to="/stores" icon="store" title="Магазины" text="Адреса, часы работы, карта" />
      </RowList>
    </section>
  )
}
