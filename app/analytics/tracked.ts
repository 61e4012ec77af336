import type { BrowserEventName, EventProperties } from './catalogue.server'

/** The attribute by which the client layer knows what a tap on a link or a button is called. */
export interface Tracked {
  'data-event': string
}

/**
 * Names the event of an element: `<Link {...tracked('TabBar:Tap', { tab: 'qr' })}>`. It happens in
 * a browser with a script, after consent; without either the attribute has no effect.
 */
export function tracked<Name extends BrowserEventName>(
  name: Name,
  properties: EventProperties<Name>,
): Tracked {
  const query = new URLSearchParams(properties as Record<string, string>).toString()
  return { 'data-event': query ? `${name}?${query}` : name }
}
