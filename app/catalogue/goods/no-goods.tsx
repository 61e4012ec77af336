import type { GoodsListView } from './good-view'
import { EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'

/** Says why a part of the catalogue shows no goods, and where to go on. */
export function NoGoods({
  list,
}: {
  list: Pick<GoodsListView, 'chosen' | 'resetTo'> & { hiddenAdultGoods: number }
}) {
  if (list.chosen.length > 0)
    return (
      <EmptyState
        illustration="not-found"
        title="С такими фильтрами ничего нет"
        text="Уберите часть фильтров."
        action={
          <ButtonLink to={list.resetTo} variant="secondary">
            Сбросить фильтры
          </ButtonLink>
        }
      />
    )
  // The gate below says where the goods are.
  if (list.hiddenAdultGoods > 0) return null
  return (
    <EmptyState
      illustration="basket"
      title="Здесь пока пусто"
      text="В выбранном магазине таких товаров нет."
      action={
        <ButtonLink to="/categories" variant="secondary">
          Все категории
        </ButtonLink>
      }
    />
  )
}
