import { redirect, redirectDocument, type AppLoadContext } from '@remix-run/node'

import { GatewayError } from '~/gateways/gateway-error.server'
import { BUDGET_MS } from '~/gateways/load-blocks.server'
import { safeReturnTo, withReturnTo } from '~/domain/return-to'
import { ownReferrer } from '~/domain/way-back.server'
import { env } from '~/platform/env.server'
import { inSpan } from '~/platform/tracing.server'

import type { Flash, LoyaltyCode, Session } from './session.server'

/** The screen for missing profile fields. */
export const INCOMPLETE_SCREEN = '/profile/incomplete'

/**
 * Shown when a registration form is sent after the phone's confirmation expired, to explain why its input is
 * lost.
 */
const confirmAnew: Flash = {
  type: 'warning',
  title: 'Подтвердите номер ещё раз',
  description: 'Прошёл час, и подтверждение больше не действует. Пришлём новый код.',
}

/** The path and query of a page requested by GET; null for other methods. */
function getPage(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/**
 * Redirects a visitor without a session to sign-in, as a new document. A new document discards the
 * last shopper's data in the page's memory.
 * @param page the path and query to return to; null without one
 */
export function toSignIn(page: string | null): Response {
  return redirectDocument(withReturnTo('/login', page))
}

/** Shown when the session ended elsewhere while a form was filled in. */
const sendAgain: Flash = {
  type: 'warning',
  title: 'Войдите и отправьте ещё раз',
  description: 'Пока страница была открыта, вход закончился: то, что вы отправили, не сохранилось.',
}

/**
 * Redirects a form to sign-in after its session ended, with a notice; sign-in then returns to the
 * form's page.
 */
export function toSignInAgain(session: Session, headers: Headers): Response {
  session.flash(sendAgain)
  const from = ownReferrer(headers.get('Referer'), env().PUBLIC_ORIGIN)
  return toSignIn(from ? safeReturnTo(from.pathname + from.search, '') || null : null)
}

/** The product's scripts get the reason: they cannot follow a redirect to a form. */
const refuse = (error: 'signIn' | 'profile', status: number) => Response.json({ error }, { status })

/**
 * Lets signed-in shoppers pass.
 * @throws Response to `/login` for a guest, to `/profile/incomplete` while required profile fields are missing
 * (specification 4.6); for a script of the product JSON with 401 or 403
 */
export function requireShopper(request: Request, context: AppLoadContext): Promise<void> {
  return inSpan('guard shopper', {}, () => letShopperPass(request, context))
}

async function letShopperPass(request: Request, context: AppLoadContext): Promise<void> {
  const page = getPage(request)
  const isScript = request.headers.get('Accept') === 'application/json'
  if (!(await context.session.isSignedIn())) {
    if (isScript) throw refuse('signIn', 401)
    throw page === null ? toSignInAgain(context.session, request.headers) : toSignIn(page)
  }
  if (page === null || page.startsWith(INCOMPLETE_SCREEN)) return
  if ((await context.completeness()) === 'incomplete')
    throw isScript ? refuse('profile', 403) : redirect(withReturnTo(INCOMPLETE_SCREEN, page))
}

/**
 * Asks the gateway whether the profile is complete, unless the session already says so. If the call
 * fails, the flag stays and the visitor passes.
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
 * @throws Response for a signed-in shopper, perhaps from another tab: to `returnTo`, else to
 * `/today`
 */
export function requireGuest(request: Request, context: AppLoadContext): Promise<void> {
  return inSpan('guard guest', {}, async () => {
    if (!(await context.session.isSignedIn())) return
    throw redirect(safeReturnTo(new URL(request.url).searchParams.get('returnTo'), '/today'))
  })
}

/**
 * Returns the loyalty-ID code of a confirmed phone, which registration needs.
 * @throws Response to `returnTo` for a signed-in shopper, to `/login` without a code
 */
export async function requireRegistrationCode(
  request: Request,
  context: AppLoadContext,
): Promise<LoyaltyCode> {
  await requireGuest(request, context)
  const code = context.session.loyaltyCode
  if (code) return code
  // The sealed state may have expired; the address still has `returnTo`.
  const asked = new URL(request.url).searchParams.get('returnTo')
  const returnTo = safeReturnTo(context.session.returnTo ?? asked, '')
  if (request.method === 'POST') context.session.flash(confirmAnew)
  throw redirect(withReturnTo('/login', returnTo || null))
}
