import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/lib/page-title'
import { plural } from '~/lib/plural'
import { requireShopper } from '~/session/guards.server'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { Details } from '~/ui/details'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { Stars } from '~/ui/stars'
import { Tag } from '~/ui/tag'

import styles from './stars.module.css'
import { starsView, type Portion } from './stars.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Звёзды')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const { balance } = await loadBlocks(
    { balance: context.gateways.account.getBalance() },
    { balance: BUDGET_MS.critical },
  )
  return { stars: balance ? starsView(balance) : null }
}

export default function StarsScreen() {
  const { stars } = useLoaderData<typeof loader>()
  return (
    <div className={styles.screen}>
      <PageHeader title="Звёзды" backTo="/profile" backLabel="Профиль" />
      <div className={styles.main}>
        {stars === null ? (
          <BlockError retryHref="/profile/stars" title="Баланс не загрузился" />
        ) : (
          <>
            <dl className={`plate ${styles.balance}`}>
              <div>
                <dt>Всего</dt>
                <dd>
                  <Stars amount={stars.total} size="large" />
                </dd>
              </div>
              {stars.express > 0 && (
                <div>
                  <dt>Экспресс-звёзды</dt>
                  <dd>
                    <Stars amount={stars.express} />
                  </dd>
                </div>
              )}
            </dl>
            <Burning soon={stars.soon} later={stars.later} />
          </>
        )}
      </div>
      <HowStarsWork />
    </div>
  )
}

function Burning({ soon, later }: { soon: Portion[]; later: Portion[] }) {
  if (soon.length === 0)
    return (
      <EmptyState
        illustration="stars"
        title="Звёзд пока нет"
        text="Покажите карту на кассе — начислим за покупку."
      />
    )
  const more = plural(later.length, 'срок', 'срока', 'сроков')
  return (
    <Block title="Что и когда сгорит" id="burning">
      <Portions portions={soon} />
      {later.length > 0 && (
        <Details summary={`Ещё ${later.length} ${more}`}>
          <Portions portions={later} />
        </Details>
      )}
    </Block>
  )
}

function Portions({ portions }: { portions: Portion[] }) {
  return (
    <ul className={styles.portions}>
      {portions.map(({ amount, isExpress, day }) => (
        <li key={`${isExpress} ${day}`}>
          <span className={styles.when}>
            {day ? `До ${day}` : 'Не сгорают'}
            {isExpress && <Tag tone="warning">Экспресс</Tag>}
          </span>
          <Stars amount={amount} />
        </li>
      ))}
    </ul>
  )
}

function HowStarsWork() {
  return (
    <Block title="Как устроены звёзды" id="how">
      <ol className={styles.how}>
        <li>
          <strong>Копите.</strong> Показывайте карту на кассе до оплаты: звёзды придут за покупку,
          за купоны и за выполненные предложения.
        </li>
        <li>
          <strong>Тратьте.</strong> Скажите кассиру, сколько звёзд списать, — чек станет меньше.
        </li>
        <li>
          <strong>Успевайте.</strong> У звёзд есть срок. Первыми списываются те, что сгорят раньше;
          экспресс-звёзды живут меньше обычных.
        </li>
      </ol>
      <p className={styles.rules}>
        <Link to="/program-loyalty" reloadDocument>
          Правила программы
        </Link>
      </p>
    </Block>
  )
}
