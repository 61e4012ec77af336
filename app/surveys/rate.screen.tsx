import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { loadBlocks } from '~/gateways/load-blocks.server'
import { pageTitle } from '~/lib/page-title'
import { readOffset } from '~/lib/paging'
import { requireShopper } from '~/session/guards.server'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Figures } from '~/ui/figures'
import { ListRow, RowList } from '~/ui/list-row'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/lib/shown-brand'

import styles from './rate.module.css'
import { loadRateable, type Rateable } from './rate.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Оценки и опросы')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShopper(request, context)
  const offset = readOffset(new URL(request.url).searchParams)
  const [rateable, { polls = null }] = await Promise.all([
    loadRateable(context.gateways, offset),
    loadBlocks({ polls: context.gateways.purchases.listOpenPolls() }),
  ])
  return { rateable, offset, polls }
}

export default function RateScreen() {
  const { rateable, offset, polls } = useLoaderData<typeof loader>()
  const isNothing =
    rateable?.purchases.length === 0 && polls?.length === 0 && !rateable.nextOffset && offset === 0
  return (
    <div className={styles.screen}>
      <PageHeader title="Оценки и опросы" backTo="/profile" backLabel={tabName('profile')} />
      {isNothing ? (
        <EmptyState
          title="Пока всё оценено"
          text="После следующей покупки спросим, как всё прошло."
        />
      ) : (
        <>
          <Block title="Оцените покупку" id="purchases">
            {rateable === null ? (
              <BlockError retryHref="/profile/rate" title="Покупки не загрузились" />
            ) : (
              <Purchases {...rateable} />
            )}
          </Block>
          <Block title="Опросы" id="polls">
            {polls === null ? (
              <BlockError retryHref="/profile/rate" title="Опросы не загрузились" />
            ) : polls.length === 0 ? (
              <p className="muted">Новых опросов нет.</p>
            ) : (
              <RowList>
                {polls.map(({ id, title, description }) => (
                  <ListRow
                    key={id}
                    to={`/profile/survey/${encodeURIComponent(id)}`}
                    icon="heart"
                    title={<span className={classes('clamped', styles.short)}>{title}</span>}
                    text={
                      description && (
                        <span className={classes('clamped', styles.short)}>{description}</span>
                      )
                    }
                  />
                ))}
              </RowList>
            )}
          </Block>
        </>
      )}
    </div>
  )
}

function Purchases({
  purchases,
  nextOffset,
}: {
  purchases: Rateable[]
  nextOffset: number | null
}) {
  return (
    <div className="stack-tight">
      {purchases.length === 0 ? (
        <p className="muted">Среди этих покупок оценивать нечего.</p>
      ) : (
        <RowList>
          {purchases.map(({ id, title, when, place, sum }) => (
            <ListRow
              key={id}
              to={`/profile/rate/${id}`}
              icon="star"
              title={<span className={classes('clamped', styles.short)}>{title}</span>}
              text={
                <>
                  <span className={styles.line}>
                    <Figures>{[sum, when].filter(Boolean).join(' · ')}</Figures>
                  </span>
                  {place && <span className={styles.line}>{place}</span>}
                </>
              }
            />
          ))}
        </RowList>
      )}
      {nextOffset !== null && (
        <div>
          <ButtonLink to={`/profile/rate?offset=${nextOffset}`} variant="secondary" size="small">
            Более ранние покупки
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
