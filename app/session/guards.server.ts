import { redirect, redirectDocument, type AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS } from '~/gateways/load-blocks.server'
import { safeReturnTo, withReturnTo } from '~/lib/return-to'
import { ownReferrer } from '~/lib/way-back.server'
import { env } from '~/platform/env.server'
import { inSpan } from '~/platform/tracing.server'

import type { Flash, LoyaltyCode, Session } from './session.server'

/** Where a shopper says what the profile lacks. */
export const INCOMPLETE_SCREEN = '/profile/incomplete'

/** A form that was filled in too late is not swallowed without a word. */
const confirmAnew: Flash = {
  type: 'warning',
  title: 'Подтвердите номер ещё раз',
  description: 'Прошёл час, и подтверждение больше не действует. Пришлём новый код.',
}

/** The path and query of a page that was asked for by GET; null for a form's own address. */
function pageOf(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/**
 * The way to the sign-in of whoever has no session any longer, as a new document: the next shopper
 * begins without anything that the last one's screens keep in the page's memory.
 * @param page the path and query to return to; null: nowhere in particular
 */
export function toSignIn(page: string | null): Response {
  return redirectDocument(withReturnTo('/login', page))
}

/** What was filled in while the session ended elsewhere is not swallowed without a word. */
const sendAgain: Flash = {
  type: 'warning',
  title: 'Войдите и отправьте ещё раз',
  description: 'Пока страница была открыта, вход закончился: то, что вы отправили, не сохранилось.',
}

/** The way to the sign-in from a form after its session ended: it says so, and leads back to the form's page. */
export function toSignInAgain(session: Session, headers: Headers): Response {
  session.flash(sendAgain)
  const from = ownReferrer(headers.get('Referer'), env().PUBLIC_ORIGIN)
  return toSignIn(from ? safeReturnTo(from.pathname + from.search, '') || null : null)
}

/**
 * Lets signed-in shoppers pass. Every loader and action of a personal screen calls it first: a
 * parent's guard does not run when its child alone is asked for.
 * @throws Response to `/login` for a guest, to `/profile/incomplete` while the profile lacks
 * what the programme needs (section 2, guards)
 */
export function requireShopper(request: Request, context: AppLoadContext): Promise<void> {
  return inSpan('guard shopper', {}, () => letShopperPass(request, context))
}

async function letShopperPass(request: Request, context: AppLoadContext): Promise<void> {
  const page = pageOf(request)
  if (!(await context.session.isSignedIn()))
    throw page === null ? toSignInAgain(context.session, request.headers) : toSignIn(page)
  if (page === null || page.startsWith(INCOMPLETE_SCREEN)) return
  if ((await context.completeness()) === 'incomplete')
    throw redirect(withReturnTo(INCOMPLETE_SCREEN, page))
}

/**
 * Asks whether the profile is complete, unless the flag says so already. While the gateway
 * cannot tell, the flag stays as it is and no visitor is blocked.
 */
export async function checkCompleteness({
  session,
  gateways,
}: Pick<AppLoadContext, 'session' | 'gateways'>): Promise<'valid' | 'incomplete' | null> {
  if (session.completeness === 'valid') return 'valid'
  try {
    const deadlineMs = BUDGET_MS.optional
    session.completeness = await gateways.account.checkProfileComplete({ deadlineMs })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
  }
  return session.completeness
}

/**
 * Lets guests pass.
 * @throws Response for a signed-in shopper, who may have signed in in another tab: to where the
 * address was to lead, else to `/today`
 */
export function requireGuest(request: Request, context: AppLoadContext): Promise<void> {
  return inSpan('guard guest', {}, async () => {
    if (!(await context.session.isSignedIn())) return
    throw redirect(safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '/today'))
  })
}

/**
 * The proven phone's code that registration needs.
 * @throws Response onward for a signed-in shopper, to `/login` without a code
 */
export async function requireRegistrationCode(
  request: Request,
  context: AppLoadContext,
): Promise<LoyaltyCode> {
  await requireGuest(request, context)
  const code = context.session.loyaltyCode
  if (code) return code
  // What was sealed may have run out; the address still says where the way was to lead.
  const asked = new URL(request.url).searchParams.get('returnTo')
  const returnTo = safeReturnTo(context.session.returnTo ?? asked, '')
  if (request.method === 'POST') context.session.flash(confirmAnew)
  throw redirect(withReturnTo('/login', returnTo || null))
}
