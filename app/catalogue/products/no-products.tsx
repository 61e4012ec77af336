import type { ProductsListView } from './product-list-view.server'
import { EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'

interface NoProductsProps {
  list: Pick<ProductsListView, 'isFiltered' | 'resetHref'> & { hiddenAdultProducts: number }
  /** Shown when neither filters nor the age are the reason. */
  illustration?: 'basket' | 'not-found'
  title?: string
  text?: string
}

/** Explains a list without products and suggests where to go on. */
export function NoProducts({
  list,
  illustration = 'basket',
  title = 'Здесь пока пусто',
  text = 'В выбранном магазине таких товаров нет.',
}: NoProductsProps) {
  if (list.isFiltered)
    return (
      <EmptyState
        illustration="not-found"
        title="С&nbsp;такими фильтрами ничего нет"
        text="Уберите часть фильтров."
        action={
          <ButtonLink to={list.resetHref} variant="secondary">
            Сбросить фильтры
          </ButtonLink>
        }
      />
    )
  // The age gate below explains the empty list.
  if (list.hiddenAdultProducts > 0) return null
  return (
    <EmptyState
      illustration={illustration}
      title={title}
      text={text}
      action={
        <ButtonLink to="/categories" variant="secondary">
          Все категории
        </ButtonLink>
      }
    />
  )
}
