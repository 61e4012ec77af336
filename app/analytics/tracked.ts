import type { BrowserEventName, EventProperties } from './catalogue.server'

/** The attribute that names a tap on a link or button for the client layer. */
interface Tracked {
  'data-event': string
}

/**
 * Names the event of an element: `<Link {...tracked('TabBar:Tap', { tab: 'qr' })}>`. Needs a script
 * and consent; otherwise the attribute has no effect.
 */
export function tracked<Name extends BrowserEventName>(
  name: Name,
  properties: EventProperties<Name>,
): Tracked {
  const query = new URLSearchParams(properties as Record<string, string>).toString()
  return { 'data-event': query ? `${name}?${query}` : name }
}
