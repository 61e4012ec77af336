import { randomUUID } from 'node:crypto'

import { env } from '~/platform/env.server'
import type { CollectedEvent } from '~/gateways/collector.server'
import { log } from '~/platform/log.server'
import type { CookieJar } from '~/session/cookies.server'
import type { Device } from '~/session/device.server'
import type { SharedStore } from '~/shared-state/shared-store.server'

import {
  anonymousAddress,
  events,
  viewOfRoute,
  viewProperties,
  type BrowserEventName,
  type EventName,
  type EventProperties,
  type OtherViewName,
  type OtherViewProperties,
  type ServerEventName,
  type ViewName,
} from './catalogue.server'
import type { EventQueue, EventSender } from './queue.server'

type Crossing =
  | { name: 'Navigation:BackToProfile'; properties: { from: 'stars' | 'cards-add' | 'legal' } }
  | { name: 'Navigation:RegistrationToLogin'; properties: Record<never, never> }

/** The screens where a navigation event can begin. */
const crossingStarts = ['/profile/stars', '/profile/legal', '/profile/cards/add', '/registration']

/**
 * The navigation event from one screen to another (specification 2.46); null for most pairs.
 * The way back from adding a card leads to the list of cards, which then counts as the profile.
 */
function getCrossing(from: string | null, view: ViewName): Crossing | null {
  const back = (place: 'stars' | 'cards-add' | 'legal'): Crossing => ({
    name: 'Navigation:BackToProfile',
    properties: { from: place },
  })
  if (from === '/profile/stars' && view === 'profile') return back('stars')
  if (from === '/profile/legal' && view === 'profile') return back('legal')
  if (from === '/profile/cards/add' && (view === 'cards' || view === 'profile'))
    return back('cards-add')
  if (from === '/registration' && view === 'login')
    return { name: 'Navigation:RegistrationToLogin', properties: {} }
  return null
}

const CROSSING_MS = 3_600_000

interface AnalyticsOptions {
  cookies: CookieJar
  device: Device
  requestId: string
  /** True when this request follows a form, so that the referrer is no link. */
  isAfterForm: boolean
  store: SharedStore
  /** The visitor's address. */
  address: string
  /** null without a collector: events then go to the log at debug level. */
  queue: Pick<EventQueue, 'add'> | null
}

/** The time, the id (a collector counts an id once) and the sender of an event. */
export interface Stamp {
  id: string
  at: Date
  sender: EventSender
}

/** A page view, by a document or a client-side navigation. */
interface Arrival {
  /** The innermost route. */
  routeId: string
  url: URL
  /** The page with the link: a path of ours or another site's origin; null after a form. */
  from: string | null
  /** The status of the error screen; absent for a normal page. */
  failure?: number | undefined
}

const now = (): Stamp => ({ id: randomUUID(), at: new Date(), sender: 'server' })

/**
 * The analytics events of one request. Events are only sent after consent, with a random id of the
 * browser and names of the catalogue. Its methods never throw or wait.
 */
export class Analytics {
  readonly #options: AnalyticsOptions

  constructor(options: AnalyticsOptions) {
    this.#options = options
  }

  /** True with the visitor's consent; without it every method does nothing. */
  get isAllowed(): boolean {
    return this.#options.cookies.read('v1_consent') === 'accepted'
  }

  /** Sends an action of the visitor. */
  track<Name extends ServerEventName>(name: Name, properties: EventProperties<Name>): void {
    if (!this.#record('track', name, properties, now())) this.#complain(name)
  }

  /** Sends a view that has no address of its own. */
  view<Name extends OtherViewName>(name: Name, properties: OtherViewProperties<Name>): void {
    if (!this.#record('page', name, properties, now())) this.#complain(name)
  }

  /**
   * Sends an event of the browser's script; false when the catalogue has no such browser event or refuses the
   * event's properties.
   */
  trackBrowser(name: string, properties: unknown, stamp: Stamp): boolean {
    const isBrowserEvent =
      Object.hasOwn(events, name) && events[name as EventName].from === 'browser'
    return isBrowserEvent && this.#record('track', name as BrowserEventName, properties, stamp)
  }

  /**
   * Sends the view of a document. A refused form and a prefetched page show no new page and send
   * none.
   */
  arriveByDocument(request: Request, { routeId, failure }: Pick<Arrival, 'routeId' | 'failure'>) {
    const isAhead = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
    if (isAhead || (request.method !== 'GET' && failure === undefined)) return
    const from = this.#options.isAfterForm ? null : linkedFrom(request)
    this.arrive({ routeId, failure, url: new URL(request.url), from })
  }

  /**
   * Sends the view of a page and the navigation event that led to it (specification 2.46).
   */
  arrive({ routeId, url, from, failure }: Arrival, stamp = now()): void {
    if (failure === 404) {
      const referrer = from?.startsWith('/') ? anonymousAddress(from) : from
      this.#record('page', 'not_found', { url: anonymousAddress(url.pathname), referrer }, stamp)
      return
    }
    if (failure !== undefined) {
      this.#record('page', 'error', { status: failure }, stamp)
      return
    }
    const shown = viewOfRoute(routeId, url)
    if (!shown) return
    this.#record('page', shown.view, shown.properties, stamp)
    if (this.isAllowed) void this.#cross(url.pathname, from, shown.view, stamp)
  }

  /**
   * Sends a navigation event once. A reload has the same referrer, so the start screen must have
   * been viewed since.
   */
  async #cross(path: string, from: string | null, view: ViewName, stamp: Stamp): Promise<void> {
    const { store, device } = this.#options
    const key = `crossing:${device.assignUuid()}` as const
    if (crossingStarts.includes(path)) await store.set(key, path, CROSSING_MS)
    const crossing = getCrossing(from, view)
    if (!crossing || !from || (await store.get(key)) !== from) return
    await store.release(key, from)
    this.#record('track', crossing.name, crossing.properties, { ...stamp, id: randomUUID() })
  }

  /** Logs an invalid event of our own code; invalid events of browsers are no errors. */
  #complain(name: string): void {
    log.error(
      { requestId: this.#options.requestId, name },
      'analytics event is not in the catalogue',
    )
  }

  /**
   * Queues an event for the collector; without consent it does nothing. Returns false when the properties do
   * not fit the catalogue.
   */
  #record(
    ...[type, name, given, stamp]:
      ['track', EventName, unknown, Stamp] | ['page', ViewName, unknown, Stamp]
  ): boolean {
    const { device, requestId, address, queue } = this.#options
    if (!this.isAllowed) return true
    const shape = type === 'track' ? events[name].properties : viewProperties(name)
    const { success, data: properties } = shape.safeParse(given)
    if (!success) return false
    if (!queue) {
      log.debug({ requestId, event: { type, name, properties } }, 'analytics event')
      return true
    }
    const event: CollectedEvent = {
      ...(type === 'track' ? { type, event: name } : { type, name }),
      anonymousId: device.assignUuid(),
      messageId: stamp.id,
      timestamp: stamp.at.toISOString(),
      properties,
      context: {
        app: { name: 'web', version: env().APP_VERSION },
        os: { name: device.info.osName },
        browser: { name: device.info.browserName },
      },
    }
    queue.add(event, stamp.sender, address)
    return true
  }
}

/** The page with the link: a path of this site, or another site's origin. */
function linkedFrom(request: Request): string | null {
  const referrer = request.headers.get('Referer') ?? ''
  if (!URL.canParse(referrer)) return null
  const { origin, pathname } = new URL(referrer)
  if (origin === new URL(request.url).origin) return pathname
  return origin === 'null' ? null : origin
}
