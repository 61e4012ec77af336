import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { readEnds, readPeriod } from '~/gateways/history.server'
import { loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/domain/page-title'
import { withHeavyPageSlot } from '~/limits/heavy-page-slots.server'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'
import { Live } from '~/ui/live'

import { findPath } from '../find-query.server'
import { Bars, Totals } from './bars'
import { MAX_OPERATIONS, overviewView, type Sums } from './overview.server'
import styles from './overview.module.css'
import {
  getBorders,
  getDays,
  getHref,
  getReadPeriod,
  getSteps,
  getToday,
  periodName,
} from './period.server'

/** A year long ago needs a binary search and many pages: more than a screen's usual budget. */
const LIST_MS = 5000

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => [
  pageTitle(
    matches,
    loaded ? `Траты и экономия, ${loaded.heading.toLocaleLowerCase('ru')}` : 'Траты и экономия',
  ),
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const today = getToday(new Date())
  const period = getReadPeriod(new URL(request.url).searchParams, today)
  return withHeavyPageSlot(context, async () => {
    // Aborts after the budget of the block: an earlier abort would count as a gateway error.
    const signal = AbortSignal.timeout(LIST_MS + 500)
    const { read, ends } = await loadBlocks(
      {
        read: readPeriod(context.gateways, {
          ...getBorders(period),
          most: MAX_OPERATIONS,
          signal,
        }),
        ends: readEnds(context.gateways),
      },
      { read: LIST_MS, ends: LIST_MS },
    )
    const year = getHref({ ...period, month: null })
    return {
      heading: periodName(period),
      isMonth: period.month !== null,
      here: getHref(period),
      operations: findPath(getDays(period), null),
      up: period.month === null ? null : { to: year, year: period.year },
      ...getSteps(period, ends?.oldest?.createdAt ?? null, today),
      /** True when the history has no operations; false when it failed to load. */
      isNew: ends !== undefined && !ends.oldest,
      /** Null when the history failed to load. */
      sums: read ? overviewView(read, period) : null,
    }
  })
}

export default function OverviewScreen() {
  const shown = useLoaderData<typeof loader>()
  const { sums, up } = shown
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader
        title="Траты и&nbsp;экономия"
        backHref={up ? up.to : '/profile'}
        backLabel={up ? `${up.year}\u00a0год` : tabName('profile')}
      />
      {!shown.isNew && <Periods {...shown} />}
      {sums === null && (
        <BlockError retryHref={shown.here} title="История покупок не загрузилась" />
      )}
      {sums?.isEmpty && <Nothing {...shown} />}
      {sums?.isEmpty === false && <Summed {...shown} sums={sums} />}
    </div>
  )
}

function Periods({ heading, previous, next }: Pick<Shown, 'heading' | 'previous' | 'next'>) {
  return (
    <nav
      className={classes(styles.periods, previous && next && styles.between)}
      aria-label="Период"
    >
      {previous && (
        <Link className={styles.step} to={previous.to} rel="prev">
          <Icon name="arrow-left" />
          <Live>{previous.label}</Live>
        </Link>
      )}
      <p className={styles.period} aria-current="page">
        {heading}
      </p>
      {next && (
        <Link className={styles.step} to={next.to} rel="next">
          <Live>{next.label}</Live>
          <span className={styles.forwards}>
            <Icon name="arrow-left" />
          </span>
        </Link>
      )}
    </nav>
  )
}

function Nothing({ isNew, isMonth }: Pick<Shown, 'isNew' | 'isMonth'>) {
  if (isNew)
    return (
      <EmptyState
        illustration="basket"
        title="Покупок пока нет"
        text={`Покажите карту на кассе — здесь появятся траты, ${currency.plural} и скидки по месяцам.`}
        action={<ButtonLink to="/qr">Открыть карту</ButtonLink>}
      />
    )
  return (
    <EmptyState
      illustration="basket"
      title={isMonth ? 'В этом месяце покупок нет' : 'В этом году покупок нет'}
      action={
        <ButtonLink to="/profile/transactions" variant="secondary">
          Все покупки и чеки
        </ButtonLink>
      }
    />
  )
}

function Summed({
  sums,
  isMonth,
  heading,
  operations,
}: Pick<Shown, 'isMonth' | 'heading' | 'operations'> & { sums: Sums }) {
  const title = isMonth ? 'Траты по\u00a0дням' : 'Траты по\u00a0месяцам'
  return (
    <>
      <Totals {...sums} />
      <Block title={title} id="spending">
        <Bars caption={title} {...sums} />
      </Block>
      <p className={styles.all}>
        <Link to={operations}>{`Все операции: ${heading.toLocaleLowerCase('ru')}`}</Link>
      </p>
    </>
  )
}
