import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { groupInFours } from '~/domain/mask'
import { pageTitle } from '~/domain/page-title'
import { BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { PageHeader } from '~/ui/page-header'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'

import styles from './cards.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Карты')]

export async function loader({ context }: LoaderFunctionArgs) {
  const { cards } = await loadBlocks(
    { cards: context.gateways.account.listCards() },
    { cards: BUDGET_MS.critical },
  )
  return { cards: cards?.map(groupInFours) ?? null }
}

export default function CardsScreen() {
  const { cards } = useLoaderData<typeof loader>()
  const add = (
    <ButtonLink to="/profile/cards/add" icon="plus">
      Привязать карту
    </ButtonLink>
  )
  return (
    <div className="stack">
      <PageHeader
        title="Карты"
        backHref="/profile"
        backLabel={tabName('profile')}
        lead={
          cards &&
          cards.length > 1 &&
          `Покупки по любой из этих карт приносят ${currency.plural} на один счёт.`
        }
      />
      {cards === null && <BlockError retryHref="/profile/cards" title="Карты не загрузились" />}
      {cards?.length === 0 && (
        <EmptyState
          illustration="card"
          title="Карт пока нет"
          text={`Есть пластиковая карта? Добавьте её — ${currency.plural} будут копиться вместе.`}
          action={add}
        />
      )}
      {cards && cards.length > 0 && (
        <ul className={styles.cards}>
          {cards.map((number) => (
            <li key={number}>
              <Icon name="card" />
              <span className={styles.number}>{number}</span>
            </li>
          ))}
        </ul>
      )}
      {cards?.length !== 0 && <div>{add}</div>}
    </div>
  )
}
