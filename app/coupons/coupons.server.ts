import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { env } from '~/platform/env.server'
import { couponView, listAllCoupons, type CouponView } from './coupon-view.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { safeReturnTo } from '~/lib/return-to'
import { requireShopper } from '~/session/guards.server'
import { formIdField, once } from '~/forms/once.server'
import type { Flash } from '~/session/session.server'

export const tabs = ['all', 'mine', 'used'] as const
export type Tab = (typeof tabs)[number]

const PAGE = 24
const LAST_PAGE = 1000

/** Which list an address asks for; anything odd is the first page of all. */
export function readListAddress(url: string): { tab: Tab; page: number } {
  const { searchParams } = new URL(url)
  const asked = searchParams.get('page') ?? ''
  return {
    tab: tabs.find((tab) => tab === searchParams.get('tab')) ?? 'all',
    page: /^[1-9]\d{0,3}$/.test(asked) ? Math.min(Number(asked), LAST_PAGE) : 1,
  }
}

export interface CouponPage {
  coupons: CouponView[]
  pages: number
}

/** One page of one tab; null when it could not be loaded. */
export async function loadCoupons(
  { gateways }: Pick<AppLoadContext, 'gateways'>,
  tab: Tab,
  page: number,
): Promise<CouponPage | null> {
  const view = (coupon: Parameters<typeof couponView>[0]) => couponView(coupon, env().IMAGE_ORIGINS)
  const cut = (coupons: CouponView[]): CouponPage => ({
    coupons: coupons.slice((page - 1) * PAGE, page * PAGE),
    pages: Math.ceil(coupons.length / PAGE),
  })
  const load = async (): Promise<CouponPage> => {
    if (tab === 'mine') return cut((await gateways.promotions.listFavouriteCoupons()).map(view))
    if (tab === 'used') {
      const all = (await listAllCoupons(gateways)).map(view)
      return cut(all.filter(({ state }) => state === 'USED' || state === 'EXPIRED'))
    }
    const offset = (page - 1) * PAGE
    const found = await gateways.promotions.listCoupons({ limit: PAGE, offset })
    const pages = Math.ceil(found.pagination.totalCount / PAGE)
    return { coupons: found.coupons.map(view), pages }
  }
  const { found } = await loadBlocks({ found: load() }, { found: BUDGET_MS.critical })
  return found ?? null
}

type ChangeOutcome = 'done' | 'over' | 'unknown' | 'unavailable'

const flashes: Record<'activate' | 'remove', Record<ChangeOutcome, Flash>> = {
  activate: {
    done: {
      type: 'success',
      title: 'Купон активирован',
      description: 'Скидка применится, когда покажете карту на кассе.',
    },
    over: { type: 'warning', title: 'Этот купон уже использован или его срок истёк' },
    unknown: { type: 'warning', title: 'Такого купона больше нет' },
    unavailable: { type: 'error', title: 'Активировать купон не получилось. Попробуйте ещё раз' },
  },
  remove: {
    done: { type: 'success', title: 'Купон убран из моих' },
    over: { type: 'warning', title: 'Этот купон уже использован или его срок истёк' },
    unknown: { type: 'warning', title: 'Такого купона больше нет' },
    unavailable: { type: 'error', title: 'Убрать купон не получилось. Попробуйте ещё раз' },
  },
}

/** Activates a coupon or lets it go, once per form, and leads back to where the form was. */
export async function changeCoupon(
  { request, params, context }: ActionFunctionArgs,
  verb: 'activate' | 'remove',
): Promise<never> {
  await requireShopper(request, context)
  const { promotions } = context.gateways
  const favoriteId = params.favoriteId ?? ''
  const form = await readFormData(request, ['formId', 'returnTo'])
  const { data: formId } = formIdField.formId.safeParse(form.get('formId'))
  const write = async (): Promise<ChangeOutcome> => {
    const result = await change()
    const name = verb === 'activate' ? 'Coupon:Activate' : 'Coupon:Remove'
    context.analytics.track(name, { coupon_id: favoriteId, result })
    return result
  }
  const change = async (): Promise<ChangeOutcome> => {
    try {
      await (verb === 'activate'
        ? promotions.activateCoupon(favoriteId)
        : promotions.deactivateCoupon(favoriteId))
      return 'done'
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.status === 422) return 'over'
      return error.status === 404 || error.kind === 'invalid' ? 'unknown' : 'unavailable'
    }
  }
  const outcome = await once<ChangeOutcome>(context, {
    name: verb,
    formId,
    values: favoriteId,
    write,
    otherwise: 'unavailable',
  })
  context.session.flash(flashes[verb][outcome])
  throw redirect(safeReturnTo(form.get('returnTo'), '/coupons'), 303)
}
