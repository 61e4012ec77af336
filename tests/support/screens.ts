import type { Visitor } from './visitor'

/** One kind of screen, and where a regular shopper of the sandbox finds one. */
export interface Screen {
  name: string
  /** The address, or the page whose first link of this form is followed. */
  at: string | { page: string; link: RegExp }
  /** Seen by a visitor who is not signed in. */
  isForGuests?: boolean
}

/** Every kind of screen of the product, for what looks at, weighs or measures all of them. */
export const screens: readonly Screen[] = [
  { name: 'landing', at: '/', isForGuests: true },
  { name: 'document', at: '/program-loyalty', isForGuests: true },
  { name: 'contacts', at: '/contacts', isForGuests: true },
  { name: 'login', at: '/login', isForGuests: true },
  { name: 'not found', at: '/no-such-page', isForGuests: true },
  { name: 'today', at: '/today' },
  { name: 'card', at: '/qr' },
  { name: 'till mode', at: '/qr/till' },
  { name: 'search', at: `/search?q=${encodeURIComponent('молоко')}` },
  { name: 'categories', at: '/categories' },
  { name: 'category', at: '/catalog/101-moloko' },
  { name: 'product', at: { page: '/catalog/101-moloko', link: /^\/product\/[^/]+$/ } },
  { name: 'reviews', at: { page: '/catalog/101-moloko', link: /^\/product\/[^/]+$/ } },
  { name: 'actions', at: '/actions' },
  { name: 'offers', at: '/actions/offers' },
  { name: 'offer', at: { page: '/actions/offers', link: /^\/actions\/offers\/.+/ } },
  { name: 'coupons', at: '/coupons' },
  { name: 'coupon', at: { page: '/coupons', link: /^\/coupons\/\d+$/ } },
  { name: 'stores', at: '/stores' },
  { name: 'store', at: { page: '/stores', link: /^\/stores\/\d+$/ } },
  { name: 'profile', at: '/profile' },
  { name: 'edit', at: '/profile/edit' },
  { name: 'stars', at: '/profile/stars' },
  { name: 'cards', at: '/profile/cards' },
  { name: 'add a card', at: '/profile/cards/add' },
  { name: 'notifications', at: '/profile/notification' },
  { name: 'push instruction', at: '/profile/push-instruction' },
  { name: 'legal', at: '/profile/legal' },
  { name: 'transactions', at: '/profile/transactions' },
  {
    name: 'transaction',
    at: { page: '/profile/transactions', link: /^\/profile\/transactions\/t\d+$/ },
  },
  { name: 'rate', at: '/profile/rate' },
  { name: 'rate a purchase', at: { page: '/profile/rate', link: /^\/profile\/rate\/t\d+$/ } },
  { name: 'survey', at: '/profile/survey/poll-1' },
  { name: 'onboarding', at: '/onboarding/1' },
  { name: 'install', at: '/install' },
]

/**
 * The address of a screen.
 * @throws Error when the page that should link to it does not
 */
export async function addressOf({ name, at }: Screen, shopper: Visitor): Promise<string> {
  if (typeof at === 'string') return at
  const html = await (await shopper.get(at.page)).text()
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  const found = links.find((href) => at.link.test(href))
  if (!found) throw new Error(`${at.page} has no link to «${name}»`)
  return name === 'reviews' ? `${found}/reviews` : found
}
