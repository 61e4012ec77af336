import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node'

import { readFormData } from '~/forms/form.server'
import { env } from '~/platform/env.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS, loadBlocks } from '~/gateways/load-blocks.server'
import { getOffer, offerView, type OfferView } from './offer-view.server'
import { safeReturnTo } from '~/lib/return-to'
import { requireShopper } from '~/session/guards.server'
import { formIdField, once } from '~/forms/once.server'
import type { Flash } from '~/session/session.server'

const PAGE = 24

export interface OfferPage {
  offers: OfferView[]
  pages: number
}

/** One page of the shopper's offers; null when it could not be loaded. */
export async function loadOffers(
  { gateways }: Pick<AppLoadContext, 'gateways'>,
  page: number,
  limit = PAGE,
): Promise<OfferPage | null> {
  const offset = (page - 1) * limit
  const { found } = await loadBlocks(
    { found: gateways.promotions.listOffers({ limit, offset }) },
    { found: BUDGET_MS.critical },
  )
  if (!found) return null
  const { offers, pagination } = found
  return {
    offers: offers.map((offer) => offerView(offer, env().IMAGE_ORIGINS)),
    pages: Math.ceil(pagination.totalCount / limit),
  }
}

/** Whether an address can name an offer at all. */
export function isOfferCode(code: string | undefined): code is string {
  return code !== undefined && /^[\w.~-]{1,128}$/.test(code)
}

/** Null for a code that names no offer of this shopper, undefined when it could not be loaded. */
export async function loadOffer({ gateways }: Pick<AppLoadContext, 'gateways'>, code: string) {
  const { offer } = await loadBlocks(
    { offer: getOffer(gateways, code) },
    { offer: BUDGET_MS.critical },
  )
  return (
    offer && {
      ...offerView(offer, env().IMAGE_ORIGINS),
      description: offer.description ?? null,
      terms: (offer.terms ?? '').split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
    }
  )
}

type OptInOutcome = 'done' | 'closed' | 'unknown' | 'unavailable'

const flashes: Record<OptInOutcome, Flash> = {
  done: { type: 'success', title: 'Вы участвуете', description: 'Покупки с картой уже считаются.' },
  closed: { type: 'warning', title: 'В этом предложении уже нельзя участвовать' },
  unknown: { type: 'warning', title: 'Такого предложения больше нет' },
  unavailable: { type: 'error', title: 'Не получилось. Попробуйте ещё раз' },
}

/** Joins an offer, once per form, and leads back to where the form was. */
export async function joinOffer({ request, params, context }: ActionFunctionArgs): Promise<never> {
  await requireShopper(request, context)
  const code = params.code ?? ''
  const form = await readFormData(request, ['formId', 'returnTo'])
  const { data: formId } = formIdField.formId.safeParse(form.get('formId'))
  const write = async (): Promise<OptInOutcome> => {
    const result = await join()
    context.analytics.track('Offer:Activate', { offer_code: code, result })
    return result
  }
  const join = async (): Promise<OptInOutcome> => {
    if (!isOfferCode(code)) return 'unknown'
    try {
      await context.gateways.promotions.activateOffer(code)
      return 'done'
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.status === 422) return 'closed'
      return error.status === 404 ? 'unknown' : 'unavailable'
    }
  }
  const outcome = await once<OptInOutcome>(context, {
    name: 'join',
    formId,
    values: code,
    write,
    otherwise: 'unavailable',
  })
  context.session.flash(flashes[outcome])
  throw redirect(safeReturnTo(form.get('returnTo'), '/actions/offers'), 303)
}
