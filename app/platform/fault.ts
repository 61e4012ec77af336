/** Where in the browser something went wrong. */
export const faultPlaces = [
  'script',
  'screen',
  'missing chunk',
  'card record',
  'card code',
  'bonuses',
  'service worker',
  'push',
  'hydration',
  // Foreign nodes prevented the page from hydrating: an extension, a translator, a browser.
  'changed page',
] as const
export type FaultPlace = (typeof faultPlaces)[number]

/** A fault of the browser as it is posted to `/errors`: no address, no value, no id of anyone. */
export interface Fault {
  where: 'browser' | 'worker'
  what: FaultPlace
  name: string
  message: string
  stack: string
  /** Which build of the application the browser runs. */
  build: string
}
