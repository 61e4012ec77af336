/** The place of an error in the browser. */
export const errorPlaces = [
  'script',
  'screen',
  'missing chunk',
  'card record',
  'card code',
  'bonuses',
  'service worker',
  'push',
  'hydration',
  // An extension, translator or browser changed the page and prevented hydration.
  'changed page',
] as const
export type ErrorPlace = (typeof errorPlaces)[number]

/** An error of the browser as posted to `/errors`: no address, value or id of a person. */
export interface PostedError {
  where: 'browser' | 'worker'
  what: ErrorPlace
  name: string
  message: string
  stack: string
  /** The id of the build in the browser. */
  build: string
}
