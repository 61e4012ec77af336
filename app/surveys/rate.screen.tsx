import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { loadBlocks } from '~/gateways/load-blocks.server'
import { nameOrFallback } from '~/domain/fallback-name.server'
import { pageTitle } from '~/domain/page-title'
import { readOffset } from '~/lib/paging'
import { clockNote } from '~/lib/dates'
import { classes } from '~/ui/classes'
import { Block, BlockError, EmptyState } from '~/ui/block'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'

import styles from './rate.module.css'
import { loadRateable } from './rate.server'
import { PollList, RateableList } from './rate-lists'
import { listUnanswered } from './survey.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Оценки и опросы')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const offset = readOffset(new URL(request.url).searchParams)
  const [rateable, { polls = null }] = await Promise.all([
    loadRateable(context, offset),
    loadBlocks({ polls: listUnanswered(context) }),
  ])
  return {
    rateable,
    offset,
    polls:
      polls &&
      polls.map((poll) => ({
        ...poll,
        title: nameOrFallback('survey', poll.title),
      })),
    here: offset > 0 ? `/profile/rate?offset=${offset}` : '/profile/rate',
    clock: rateable?.haveTillZones ? null : clockNote(context.device.timeZone),
  }
}

export default function RateScreen() {
  const { rateable, offset, polls, here, clock } = useLoaderData<typeof loader>()
  const isNothing =
    rateable?.purchases.length === 0 && polls?.length === 0 && !rateable.nextOffset && offset === 0
  return (
    <div className={classes('stack', styles.screen)}>
      <PageHeader title="Оценки и&nbsp;опросы" backHref="/profile" backLabel={tabName('profile')} />
      {isNothing ? (
        <EmptyState
          title="Пока всё оценено"
          text="После следующей покупки спросим, как всё прошло."
        />
      ) : (
        <>
          <Block title="Оцените покупку" id="purchases">
            {rateable === null ? (
              <BlockError retryHref={here} title="Покупки не загрузились" />
            ) : (
              <RateableList {...rateable} isFirst={offset === 0} clock={clock} />
            )}
          </Block>
          <Block title="Опросы" id="polls">
            {polls === null ? (
              <BlockError retryHref={here} title="Опросы не загрузились" />
            ) : polls.length === 0 ? (
              <p className="muted">Новых опросов нет.</p>
            ) : (
              <PollList polls={polls} />
            )}
          </Block>
        </>
      )}
    </div>
  )
}
