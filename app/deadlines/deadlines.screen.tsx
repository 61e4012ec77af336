import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { spoken } from '~/lib/numbers'
import { pageTitle } from '~/domain/page-title'
import { withHeavyPageSlot } from '~/limits/heavy-page-slots.server'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/block'
import { PartsFailed } from '~/ui/failed'
import { DownloadHint } from '~/ui/download-hint'
import { Figures } from '~/ui/figures'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { tabName } from '~/domain/shown-brand'

import { CalendarLink } from './calendar-link'
import { listDeadlines } from './deadlines.server'
import styles from './deadlines.module.css'
import {
  isMoscowTime,
  getLine,
  loadWholeLists,
  getZone,
  type DeadlineLine,
} from './load-deadlines.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Скоро закончится')]

/** The limit of a page; later deadlines appear in time. */
const MOST = 50

export async function loader({ context }: LoaderFunctionArgs) {
  const lists = await withHeavyPageSlot(context, () => loadWholeLists(context))
  const found = listDeadlines(lists, { now: new Date(), zone: getZone(context) })
  return {
    lines: found.slice(0, MOST).map((deadline) => ({ id: deadline.id, ...getLine(deadline) })),
    more: Math.max(0, found.length - MOST),
    isMoscowTime: isMoscowTime(context),
    isCut: lists.isCut,
    missing: {
      stars: !lists.balance?.items,
      coupons: !lists.coupons,
      offers: !lists.offers,
    },
  }
}

export default function DeadlinesScreen() {
  const { lines, more, isMoscowTime: isMoscow, isCut, missing } = useLoaderData<typeof loader>()
  const isMissing = missing.stars || missing.coupons || missing.offers
  return (
    <div className="stack">
      <PageHeader
        title="Скоро закончится"
        backHref="/today"
        backLabel={tabName('today')}
        lead={
          isMoscow
            ? 'В\u00a0ближайшие семь дней, по\u00a0московскому времени.'
            : 'В\u00a0ближайшие семь дней.'
        }
      />
      {isMissing && <PartsFailed retryHref="/deadlines" />}
      {lines.length === 0 && !isMissing && !isCut && (
        <EmptyState
          illustration="stars"
          title="Ничего не&nbsp;заканчивается"
          text="В ближайшие семь дней можно не торопиться."
        />
      )}
      {lines.length > 0 && (
        <>
          <ul className={classes('stack', styles.lines)}>
            {lines.map((line) => (
              <DeadlineRow key={line.id} {...line} />
            ))}
          </ul>
          {more > 0 && (
            <p className="muted">{`И ещё ${more}. Показаны те, что закончатся раньше.`}</p>
          )}
          <DownloadHint />
        </>
      )}
      {isCut && (
        <p className="muted">
          Просмотрены не&nbsp;все купоны и&nbsp;задания: список слишком длинный.
        </p>
      )}
      <p className="muted">
        Эту подсказку можно выключить в разделе{' '}
        <Link to="/profile/notification#device">Уведомления</Link>.
      </p>
    </div>
  )
}

function DeadlineRow({ id, title, text, to }: DeadlineLine & { id: string }) {
  return (
    <li>
      <Link className={styles.title} to={to}>
        <span className="clamped">
          <Figures>{title}</Figures>
        </span>
      </Link>
      <p className="muted">{text}</p>
      <CalendarLink item={id} title={spoken(title)} />
    </li>
  )
}
