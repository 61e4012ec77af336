import type { Gateways } from '~/gateways/gateways.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { clockOf } from '~/lib/dates'
import { maskPhone } from '~/lib/phone'

/** What is kept of a shopper, in figures; a part that could not be loaded is null. */
export async function loadMyData(gateways: Gateways) {
  const { account, identity, promotions } = gateways
  const came = await loadBlocks(
    {
      profile: identity.getProfile(),
      cards: account.listCards(),
      balance: account.getBalance(),
      coupons: promotions.listCoupons({ limit: 1, offset: 0 }),
      history: loadExtent(gateways),
      consents: account.getPermissions(),
    },
    { history: BUDGET_MS.critical },
  )
  const { profile, cards, balance, coupons, history = null, consents } = came
  const known = Object.values(consents ?? {}).filter((given) => given !== undefined)
  return {
    person: profile
      ? { name: profile.firstName, phone: profile.phone && maskPhone(profile.phone) }
      : null,
    cards: cards?.length ?? null,
    stars: balance?.totalPointBalance ?? null,
    coupons: coupons?.pagination.totalCount ?? null,
    history,
    consents: consents ? { given: known.filter(Boolean).length, of: known.length } : null,
  }
}

export type MyData = Awaited<ReturnType<typeof loadMyData>>

/** How long the history is, and the years that it has, the last one first. */
async function loadExtent({ purchases }: Pick<Gateways, 'purchases'>) {
  const first = await purchases.listTransactions({ limit: 1, offset: 0 })
  const { totalCount } = first.pagination
  const [newest] = first.transactions
  if (!newest) return { count: totalCount, years: [] }
  const last = await purchases.listTransactions({ limit: 1, offset: totalCount - 1 })
  const [oldest = newest] = last.transactions
  const end = Number(clockOf(newest.createdAt).year)
  const begin = Number(clockOf(oldest.createdAt).year)
  const years = Array.from({ length: Math.max(1, end - begin + 1) }, (_, back) => end - back)
  return { count: totalCount, years }
}
