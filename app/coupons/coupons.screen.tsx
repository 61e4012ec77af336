import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/domain/page-title'
import { requirePage } from '~/platform/not-found.server'
import { ListForm } from '~/forms/list-form'
import { hasListForms } from '~/forms/list-form.server'
import { EmptyState } from '~/ui/block'
import { ListFailed } from '~/ui/failed'
import { ButtonLink } from '~/ui/button'
import { Chips } from '~/ui/chips'
import { atTheTill } from './coupon-toggle'
import { CouponTile } from './coupon-tile'
import { Link } from '~/ui/link'
import { PageHeader } from '~/ui/page-header'
import { Pager } from '~/ui/pager'
import { TicketList } from '~/ui/ticket'
import { currency } from '~/domain/currency'
import { tabName } from '~/domain/shown-brand'

import { loadCoupons, readListAddress, type Tab } from './coupons.server'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, tabName('coupons'))]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { tab, page } = readListAddress(request.url)
  const found = await loadCoupons(context, tab, page)
  if (found) requirePage(request, found.pages)
  const path = new URL(request.url).pathname
  const mayActivateAll = hasListForms() && tab === 'all' && found?.hasSeveral === true
  return { tab, page, found, mayActivateAll, path }
}

/** The list's second address under the promotions. */
const UNDER_ACTIONS = '/actions/coupons'

const tabTexts: Record<Tab, { label: string; empty: string; advice: string }> = {
  all: {
    label: 'Доступные',
    empty: 'Доступных купонов пока нет',
    advice: 'Новые появятся здесь — загляните позже.',
  },
  mine: {
    label: 'Активные',
    empty: 'Активных купонов нет',
    advice: `Здесь будут купоны, которые вы активируете. ${atTheTill}`,
  },
  used: {
    label: 'Прошедшие',
    empty: 'Прошедших купонов нет',
    advice: 'Здесь появятся использованные и те, срок которых истёк.',
  },
}

export default function CouponsScreen() {
  const { tab, page, found, mayActivateAll, path } = useLoaderData<typeof loader>()
  const address = (to: Tab, number = 1) => {
    const search = new URLSearchParams()
    if (to !== 'all') search.set('tab', to)
    if (number > 1) search.set('page', String(number))
    const query = search.toString()
    return query ? `${path}?${query}` : path
  }
  const links = (Object.keys(tabTexts) as Tab[]).map((each) => ({
    to: address(each),
    label: tabTexts[each].label,
    isCurrent: each === tab,
  }))
  const texts = tabTexts[tab]
  return (
    <div className="stack gap-5">
      <PageHeader
        title={tabName('coupons')}
        {...(path === UNDER_ACTIONS && { backHref: '/actions', backLabel: 'Акции' })}
        action={
          mayActivateAll && (
            <ListForm
              action="/coupons/activate-all"
              writes={['activate-all-coupons', 'activate-coupon']}
              label="Активировать все"
              underWay="Активируем…"
              returnTo={address(tab, page)}
            />
          )
        }
      />
      <Chips label="Какие купоны показать" links={links} />
      {found === null && (
        <ListFailed retryHref={address(tab, page)} title="Купоны не&nbsp;загрузились" />
      )}
      {found?.coupons.length === 0 && (
        <EmptyState
          title={page > 1 ? 'Здесь купоны уже закончились' : texts.empty}
          text={texts.advice}
          action={tab !== 'all' && <ButtonLink to={path}>Доступные купоны</ButtonLink>}
        />
      )}
      {found && found.coupons.length > 0 && (
        <TicketList>
          {found.coupons.map((coupon) => (
            <li key={coupon.id}>
              <CouponTile
                coupon={coupon}
                list={path}
                headingLevel={2}
                returnTo={address(tab, page)}
              />
            </li>
          ))}
        </TicketList>
      )}
      {found && (
        <Pager
          page={page}
          pages={found.pages}
          moreHref={page < found.pages ? address(tab, page + 1) : null}
          previousHref={page > 1 ? address(tab, page - 1) : null}
          moreLabel="Следующие купоны"
        />
      )}
      {found?.isCut && (
        <p className="muted">Показаны не&nbsp;все купоны: список слишком длинный.</p>
      )}
      {path !== UNDER_ACTIONS && (
        <p className="muted">
          {`${currency.Plural} за\u00a0покупки и\u00a0личные цены\u00a0— в\u00a0разделе `}
          <Link to="/actions">Акции</Link>
        </p>
      )}
    </div>
  )
}
