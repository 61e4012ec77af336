import type { BrowserEventName, EventProperties } from './catalogue.server'
import { hasConsent } from '~/domain/consent'
import type { StoredName } from '~/domain/storage-catalogue'

const KEY = 'v1_events' satisfies StoredName
const GATHER_MS = 3000
const MAX_IN_BATCH = 25

interface Batch {
  /** The id of the batch, because a batch that arrives twice counts once. */
  batch: string
  events: { id: string; at: number; name: string; properties: object }[]
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Queues an event of this browser; ignored without consent. No page waits for it. */
export function track<Name extends BrowserEventName>(
  name: Name,
  properties: EventProperties<Name>,
): void {
  note(name, properties as object)
}

export function note(name: string, properties: object): void {
  if (!hasConsent(document.cookie)) return
  try {
    const stored = sessionStorage.getItem(KEY)
    const batch = (
      stored ? JSON.parse(stored) : { batch: crypto.randomUUID(), events: [] }
    ) as Batch
    batch.events.push({ id: crypto.randomUUID(), at: Date.now(), name, properties })
    sessionStorage.setItem(KEY, JSON.stringify(batch))
    if (batch.events.length >= MAX_IN_BATCH) sendEvents()
    else timer ??= setTimeout(sendEvents, GATHER_MS)
  } catch {
    // Without storage or random ids in the browser the event is dropped.
  }
}

/** Sends the queued events. Removes them from storage first, so that no event is sent twice. */
export function sendEvents(): void {
  clearTimeout(timer)
  timer = undefined
  try {
    const stored = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (!stored || !hasConsent(document.cookie)) return
    const whole = JSON.stringify({ ...(JSON.parse(stored) as Batch), sentAt: Date.now() })
    const body = new Blob([whole], { type: 'application/json' })
    if (!navigator.sendBeacon?.('/events', body))
      void fetch('/events', { method: 'POST', body, keepalive: true }).catch(() => undefined)
  } catch {
    // Without storage there are no queued events.
  }
}

/** Listens to taps on elements with an event, and to completed fields. */
export function watchEvents(): void {
  window.addEventListener('pagehide', sendEvents)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) sendEvents()
  })
  document.addEventListener(
    'click',
    ({ target }) => {
      const element = target instanceof Element ? target.closest('[data-event]') : null
      const [name = '', query] = element?.getAttribute('data-event')?.split('?') ?? []
      if (name) note(name, Object.fromEntries(new URLSearchParams(query)))
    },
    true,
  )
  document.addEventListener('change', ({ target }) => {
    const { form: owner, name: field } = target as HTMLInputElement
    const form = owner?.dataset.form
    if (form) note('Field:Change', { form, field })
  })
  // Sends events that an earlier page has queued.
  timer = setTimeout(sendEvents, GATHER_MS)
}
