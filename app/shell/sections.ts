import type { EventProperties } from '~/analytics/catalogue.server'

export type TabName = EventProperties<'TabBar:Tap'>['tab']

const ofToday = /^\/(today|deadlines|search|categories|catalog|product|stores|actions)(\/|$)/
const ofAnother = /^\/(coupons|qr|profile)(\/|$)/

/** The tab that a screen belongs to (specification, section 2); null for an address of none. */
export function tabOf(pathname: string): TabName | null {
  if (ofToday.test(pathname)) return 'today'
  return (ofAnother.exec(pathname)?.[1] ?? null) as TabName | null
}

/** The parts of the shop that a wide screen names under the tabs, and the addresses within each. */
export const sections = [
  { to: '/catalog', label: 'Каталог', holds: /^\/(catalog|categories|search|product)(\/|$)/ },
  { to: '/actions', label: 'Акции', holds: /^\/actions(\/|$)/ },
  { to: '/stores', label: 'Магазины', holds: /^\/stores(\/|$)/ },
]

/** Where the section begins that a screen belongs to; null for a screen of none. */
export function sectionOf(pathname: string): string | null {
  return sections.find(({ holds }) => holds.test(pathname))?.to ?? null
}
