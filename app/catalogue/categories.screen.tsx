import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { categoryLink } from './categories.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/domain/page-title'
import { listShopCategories } from '~/catalogue/products/product-list.server'
import { BlockError, EmptyState } from '~/ui/block'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { SearchForm } from './search-form'
import { StoreLine } from './store-line'

import styles from './catalogue.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Категории')]

export async function loader({ context }: LoaderFunctionArgs) {
  const { chosen: store } = await context.chosenStore()
  const { tree } = await loadBlocks(
    { tree: listShopCategories(context, store) },
    { tree: BUDGET_MS.critical },
  )
  return {
    store,
    departments:
      tree?.map((department) => ({
        ...categoryLink(department),
        shelves: department.children.map(categoryLink),
      })) ?? null,
  }
}

export default function CategoriesScreen() {
  const { store, departments } = useLoaderData<typeof loader>()
  return (
    <div className="stack gap-4">
      <PageHeader title="Категории" backHref="/catalog" backLabel="Каталог" />
      <SearchForm action="/search" label="Что найти" placeholder="Молоко, хлеб, сыр" />
      <StoreLine store={store} returnTo="/categories" />
      {departments === null && <BlockError retryHref="/categories" />}
      {departments?.length === 0 && (
        <EmptyState
          title="Категорий пока нет"
          text="Загляните позже или выберите другой магазин."
        />
      )}
      <div className={styles.departments}>
        {departments?.map(({ to, label, shelves }) => (
          <section className={styles.department} key={to}>
            <h2>
              <Link to={to}>{label}</Link>
            </h2>
            <ul className={styles.shelves}>
              {shelves.map((shelf) => (
                <li key={shelf.to}>
                  <Link className={styles.shelf} to={shelf.to}>
                    {shelf.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
