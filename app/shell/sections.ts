import type { EventProperties } from '~/analytics/catalogue.server'

export type TabName = EventProperties<'TabBar:Tap'>['tab']

const ofToday = /^\/(today|deadlines|search|categories|catalog|product|stores|actions)(\/|$)/
const ofAnother = /^\/(coupons|qr|profile)(\/|$)/

/** The tab that a screen belongs to (specification, section 2); null for an address of none. */
export function tabOf(pathname: string): TabName | null {
  if (ofToday.test(pathname)) return 'today'
  return (ofAnother.exec(pathname)?.[1] ?? null) as TabName | null
}
