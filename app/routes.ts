import type { RouteConfig } from '@remix-run/route-config'

import { index, layout, route, type AddressIn, type ParamIn } from './framework/typed-routes'

/**
 * Every address of the product with its file. The folder is the feature, which the address need not
 * contain: `profile/stars` belongs to purchases. `screens.server.ts` has further facts about each
 * address.
 */
const routes = [
  layout('shell/landing-layout.tsx', [
    index('welcome/landing.screen.tsx'),
    route('program-loyalty', 'welcome/document.screen.tsx', { id: 'legal/program-loyalty' }),
    route('terms', 'welcome/document.screen.tsx', { id: 'legal/terms' }),
    route('pdn', 'welcome/document.screen.tsx', { id: 'legal/pdn' }),
    route('details', 'welcome/document.screen.tsx', { id: 'legal/details' }),
    route('contacts', 'welcome/document.screen.tsx', { id: 'legal/contacts' }),
    route('cookie-policy', 'welcome/document.screen.tsx', { id: 'legal/cookie-policy' }),
    route('accessibility', 'welcome/document.screen.tsx', { id: 'legal/accessibility' }),
  ]),
  route('consent', 'welcome/consent.action.ts'),
  route('notice/dismiss', 'shell/dismiss-notice.action.ts'),

  layout('shell/focus-layout.tsx', [
    route('login', 'sign-in/login.screen.tsx'),
    route('login/code', 'sign-in/code.screen.tsx'),
    route('login/pause', 'sign-in/pause.screen.tsx'),
    route('install', 'install/install.screen.tsx'),
    route('registration', 'sign-in/registration.screen.tsx'),
    route('profile/incomplete', 'sign-in/incomplete.screen.tsx'),
    route('onboarding/:step?', 'welcome/onboarding.screen.tsx'),
  ]),
  route('login/resend', 'sign-in/resend.action.ts'),
  route('logout', 'sign-in/logout.action.ts'),

  layout('shell/app-layout.tsx', [
    route('today', 'today/today.screen.tsx'),
    route('qr', 'card/card.screen.tsx'),
    route('qr/elsewhere', 'card/elsewhere.screen.tsx'),
    route('coupons', 'coupons/coupons.screen.tsx'),
    route('coupons/:favoriteId', 'coupons/coupon.screen.tsx'),
    route('actions', 'offers/actions.screen.tsx'),
    route('actions/offers', 'offers/offers.screen.tsx'),
    route('actions/offers/:code', 'offers/offer.screen.tsx'),
    route('actions/coupons', 'coupons/coupons.screen.tsx', { id: 'actions-coupons' }),
    route('actions/coupons/:favoriteId', 'coupons/coupon.screen.tsx', { id: 'actions-coupon' }),
    route('deadlines', 'deadlines/deadlines.screen.tsx'),
    route('profile', 'profile/profile.screen.tsx'),
    route('search', 'catalogue/search.screen.tsx'),
    route('categories', 'catalogue/categories.screen.tsx'),
    route('catalog', 'catalogue/catalogue.screen.tsx'),
    route('catalog/:category', 'catalogue/category.screen.tsx'),
    route('product/:product', 'catalogue/product/product.screen.tsx'),
    route('product/:product/reviews', 'catalogue/product/reviews.screen.tsx'),
    route('stores', 'stores/stores.screen.tsx'),
    route('stores/:storeCode', 'stores/store.screen.tsx'),
    route('profile/not-me', 'account-watch/not-me.screen.tsx'),
    route('profile/my-data', 'my-data/my-data.screen.tsx'),
    route('profile/edit', 'profile/edit.screen.tsx'),
    route('profile/stars', 'purchases/points.screen.tsx'),
    route('profile/cards', 'profile/cards.screen.tsx'),
    route('profile/cards/add', 'profile/cards-add.screen.tsx'),
    route('profile/notification', 'push/notification.screen.tsx'),
    route('profile/push-instruction', 'push/push-instruction.screen.tsx'),
    route('profile/legal', 'profile/legal.screen.tsx'),
    route('profile/purchases', 'purchases/overview/overview.screen.tsx'),
    route('profile/transactions', 'purchases/transactions.screen.tsx'),
    route('profile/transactions/search', 'purchases/find.screen.tsx'),
    route('profile/transactions/:id', 'purchases/transaction.screen.tsx'),
    route('profile/transactions/:id/again', 'buy-again/again.screen.tsx'),
    route('profile/rate', 'surveys/rate.screen.tsx'),
    route('profile/rate/:id', 'surveys/rate-purchase.screen.tsx'),
    route('profile/survey/:surveyId', 'surveys/survey.screen.tsx'),
  ]),
  route('qr/till', 'card/till.screen.tsx'),
  route('qr/print', 'card/print.screen.tsx'),
  route('qr/pass', 'card/pass.resource.ts'),
  route('qr/code', 'card/card-code.resource.ts'),
  route('today/dismiss', 'today/dismiss.action.ts'),
  route('today/it-was-me', 'account-watch/it-was-me.action.ts'),
  route('today/not-me', 'account-watch/not-me.action.ts'),
  route('coupons/activate-all', 'coupons/activate-all.action.ts'),
  route('actions/offers/join-all', 'offers/activate-all.action.ts'),
  route('coupons/:favoriteId/activate', 'coupons/change.action.ts'),
  route('coupons/:favoriteId/remove', 'coupons/change.action.ts', { id: 'coupons/remove.action' }),
  route('actions/offers/:code/join', 'offers/activate.action.ts'),
  route('profile/confirm-email', 'profile/confirm-email.action.ts'),
  route('catalog/confirm-age', 'catalogue/confirm-age.action.ts'),
  route('stores/choose', 'stores/choose.action.ts'),
  route('stores/points', 'stores/points.resource.ts'),
  route('deadlines/calendar/:item', 'deadlines/calendar.resource.ts'),
  route('profile/my-data/:file', 'my-data/take.action.ts'),
  route('profile/theme', 'profile/theme.action.ts'),
  route('profile/start', 'profile/start.action.ts'),
  route('profile/notification/change', 'push/change.action.ts'),
  route('profile/notification/quiet', 'push/quiet.action.ts'),
  route('profile/illegal', 'profile/illegal.resource.ts'),

  route('events', 'analytics/events.resource.ts'),
  route('errors', 'platform/errors.resource.ts'),
  route('csp-reports', 'platform/csp-reports.resource.ts'),
  route('push/enrol', 'push/enrol.resource.ts'),
  route('push/messages', 'push/messages.resource.ts'),

  route('manifest.webmanifest', 'install/manifest.resource.ts'),
  route('robots.txt', 'welcome/robots.resource.ts'),
  route('sitemap.xml', 'welcome/sitemap.resource.ts'),
  route('.well-known/security.txt', 'welcome/security-txt.resource.ts'),
  route('reload', 'framework/reload.resource.ts'),
  route('builds/meta/:file', 'operator/build-meta.resource.ts'),
  route('*', 'framework/not-found.screen.tsx'),
] satisfies RouteConfig

export default routes

type Address = AddressIn<typeof routes>
type IdOf<Each> = Each extends { id: infer Id } ? Id : never

/** The id of an address: its file without the extension, or the `id` above. */
export type RouteId = Address['id']
export type ScreenId = IdOf<Extract<Address, { file: `${string}.screen.tsx` }>>
export type ActionId = IdOf<Extract<Address, { file: `${string}.action.ts` }>>
export type ResourceId = IdOf<Extract<Address, { file: `${string}.resource.ts` }>>
export type ParamName = ParamIn<Address['path']>
