import type { Gateways } from '~/gateways/gateways.server'
import { readEnds } from '~/gateways/history.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { getTillClock } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { maskPhone } from '~/lib/phone'
import { plural } from '~/lib/plural'
import { currency } from '~/lib/currency'

/** Only their number is shown, and an unreadable coupon must not lose it. */
const FEW_COUPONS = { limit: 5, offset: 0 } as const

/** A shopper's stored data as text; a part that failed to load is null. */
export async function loadMyData(gateways: Gateways) {
  const { account, identity, promotions } = gateways
  const loaded = await loadBlocks(
    {
      profile: identity.getProfile(),
      cards: account.listCards(),
      balance: account.getBalance(),
      coupons: promotions.listCoupons(FEW_COUPONS),
      history: loadExtent(gateways),
      consents: account.getPermissions(),
    },
    { history: BUDGET_MS.critical },
  )
  const { profile, cards, balance, coupons, history = null, consents } = loaded
  const answered = Object.values(consents ?? {}).filter((given) => given !== undefined)
  return {
    person: profile
      ? [profile.firstName, profile.phone && maskPhone(profile.phone)].filter(Boolean).join(', ')
      : null,
    cards: cards ? counted(cards.length, 'карта', 'карты', 'карт') : null,
    points: balance
      ? counted(balance.totalPointBalance, currency.one, currency.few, currency.many)
      : null,
    coupons: coupons ? counted(coupons.pagination.totalCount, 'купон', 'купона', 'купонов') : null,
    history,
    consents: consents ? `Дано ${answered.filter(Boolean).length} из ${answered.length}` : null,
  }
}

export type MyData = Awaited<ReturnType<typeof loadMyData>>

/** The number of operations and the first year. */
async function loadExtent(gateways: Pick<Gateways, 'purchases'>): Promise<string> {
  const { oldest, totalCount } = await readEnds(gateways)
  const text = counted(totalCount, 'операция', 'операции', 'операций')
  return oldest ? `${text} с ${getTillClock(oldest.createdAt, null).year} года` : text
}

function counted(count: number, one: string, few: string, many: string): string {
  return `${formatNumber(count)} ${plural(count, one, few, many)}`
}
