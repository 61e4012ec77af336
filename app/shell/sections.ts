import type { EventProperties } from '~/analytics/catalogue.server'
import type { IconName } from '~/ui/icon'

export type TabName = EventProperties<'TabBar:Tap'>['tab']

const ofToday = /^\/(today|deadlines|search|categories|catalog|product|stores|actions)(\/|$)/
const ofAnother = /^\/(coupons|qr|profile)(\/|$)/

/** The tab of a screen (specification 2.53); null without one. */
export function getTab(pathname: string): TabName | null {
  if (ofToday.test(pathname)) return 'today'
  return (ofAnother.exec(pathname)?.[1] ?? null) as TabName | null
}

/** Sections of the shop under the tabs on a wide screen, with the addresses of each. */
export const sections: { to: string; label: string; icon: IconName; holds: RegExp }[] = [
  {
    to: '/catalog',
    label: 'Каталог',
    icon: 'basket',
    holds: /^\/(catalog|categories|search|product)(\/|$)/,
  },
  { to: '/actions', label: 'Акции', icon: 'gift', holds: /^\/actions(\/|$)/ },
  { to: '/stores', label: 'Магазины', icon: 'store', holds: /^\/stores(\/|$)/ },
]

/** The first address of a screen's section; null without one. */
export function getSection(pathname: string): string | null {
  return sections.find(({ holds }) => holds.test(pathname))?.to ?? null
}
