import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { CalendarLink } from '~/deadlines/calendar-link'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { withErrorCode } from '~/gateways/named-failure.server'
import { pageTitle } from '~/domain/page-title'
import { plural } from '~/lib/numbers'
import { useLastBalance } from '~/session/last-balance'
import { userHash } from '~/session/user-hash.server'
import { classes } from '~/ui/classes'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { Details } from '~/ui/details'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { LastPoints } from '~/ui/last-points'
import { Points } from '~/ui/points'
import { ListRow, RowList } from '~/ui/list-row'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'
import { Live } from '~/ui/live'

import styles from './points.module.css'
import { pointsView, type Portion } from './points.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, currency.Plural)]

export async function loader({ context }: LoaderFunctionArgs) {
  const named = withErrorCode('balance', context.visit, context.gateways.account.getBalance())
  const { balance } = await loadBlocks({ balance: named.call }, { balance: BUDGET_MS.critical })
  return {
    owner: await userHash(context),
    points: balance ? pointsView(balance, context.device.timeZone) : null,
    supportCode: balance ? null : named.errorCode(),
  }
}

export default function PointsScreen() {
  const { owner, points, supportCode } = useLoaderData<typeof loader>()
  const isOld = points?.isOld ?? false
  const last = useLastBalance(owner, points?.total ?? null, isOld)
  return (
    <div className={classes('stack gap-8', styles.screen)}>
      <PageHeader title={currency.Plural} backHref="/profile" backLabel={tabName('profile')} />
      <div className="stack gap-8">
        {(points || last) && (
          <dl className={`plate ${styles.balance}`}>
            <div>
              <dt>{`Ваши ${currency.plural}`}</dt>
              <dd>
                <LastPoints amount={points?.total ?? null} isOld={isOld} last={last} />
              </dd>
            </div>
            {points && points.express > 0 && (
              <div>
                <dt>{`Из них экспресс-${currency.plural}`}</dt>
                <dd>
                  <Points amount={points.express} />
                  <small>живут меньше и&nbsp;списываются первыми</small>
                </dd>
              </div>
            )}
          </dl>
        )}
        {points === null && (
          <BlockError
            retryHref="/profile/stars"
            title={last ? `${currency.Plural} не обновились` : 'Баланс не загрузился'}
            supportCode={supportCode}
          />
        )}
        {points?.burning === null && (
          <BlockError retryHref="/profile/stars" title="Сроки не загрузились" />
        )}
        {points?.burning && <Burning {...points.burning} isBelow={points.total < 0} />}
        <RowList>
          <ListRow
            to="/profile/transactions"
            icon="receipt"
            title="Покупки и&nbsp;чеки"
            text={`Сколько ${currency.many} пришло и\u00a0списано`}
          />
        </RowList>
      </div>
      <HowPointsWork />
    </div>
  )
}

interface BurningProps {
  soon: Portion[]
  later: Portion[]
  /** True when the balance is negative: a refund took back points that were already spent. */
  isBelow: boolean
}

function Burning({ soon, later, isBelow }: BurningProps) {
  if (soon.length === 0)
    return (
      <EmptyState
        illustration="stars"
        title={isBelow ? 'Баланс ниже нуля' : `${currency.Many} пока нет`}
        text={
          isBelow
            ? `Так бывает после возврата товара: ${currency.plural}, которые за него пришли, уже потрачены. Баланс восполнят следующие покупки.`
            : `Покажите карту на кассе — ${currency.plural} придут за покупку.`
        }
      />
    )
  const item = soon[0]?.item
  const more = plural(later.length, 'срок', 'срока', 'сроков')
  return (
    <Block
      title="Что и&nbsp;когда сгорит"
      id="burning"
      action={item && <CalendarLink item={item} title="ближайший срок" />}
    >
      <Portions portions={soon} />
      {later.length > 0 && (
        <Details summary={`Ещё ${later.length} ${more}`}>
          <Portions portions={later} />
        </Details>
      )}
    </Block>
  )
}

/** «сгорят 30 ноября», «сгорит в 06:59 1 декабря»; «не сгорают» without a day. */
function whenText(amount: number, day: string | null): string {
  if (!day) return plural(amount, 'не сгорает', 'не сгорают', 'не сгорают')
  const verb = plural(amount, 'сгорит', 'сгорят', 'сгорят')
  return `${verb} ${/^\d\d:/.test(day) ? 'в\u00a0' : ''}${day}`
}

function Portions({ portions }: { portions: Portion[] }) {
  return (
    <ul className={styles.portions}>
      {portions.map(({ amount, isExpress, day }) => (
        <li key={`${isExpress} ${day}`}>
          <Points amount={amount} />
          <span className={styles.when}>
            <Live>{whenText(amount, day)}</Live>
            {isExpress && <small>экспресс</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function HowPointsWork() {
  return (
    <Block title={`Как устроены ${currency.plural}`} id="how">
      <ol className={classes('stack gap-4', styles.how)}>
        <li>
          <strong>Копите.</strong>
          {` Показывайте карту на кассе до оплаты: ${currency.plural} придут за покупку, за купоны и за выполненные задания.`}
        </li>
        <li>
          <strong>Тратьте.</strong>
          {` Скажите кассиру, сколько ${currency.many} списать, — чек станет меньше.`}
        </li>
        <li>
          <strong>Успевайте.</strong>
          {` У ${currency.many} есть срок. Первыми списываются те, что сгорят раньше; экспресс-${currency.plural} живут меньше обычных.`}
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
