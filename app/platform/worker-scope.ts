/** Types of the service worker's global scope; the DOM library only describes pages. */
interface LateEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends LateEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

export interface MessageFromPage extends LateEvent {
  readonly data: unknown
  readonly source: { readonly url: string; postMessage(message: unknown): void } | null
}

export interface PushEvent extends LateEvent {
  readonly data: { json(): unknown } | null
}

export interface NotificationEvent extends LateEvent {
  readonly notification: Notification
}

export interface SubscriptionChangeEvent extends LateEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

export interface WindowClient {
  readonly id: string
  readonly url: string
  focus(): Promise<WindowClient>
  postMessage(message: unknown, transfer: Transferable[]): void
  navigate(url: string): Promise<WindowClient | null>
}

interface WorkerEvents {
  install: LateEvent
  activate: LateEvent
  fetch: FetchEvent
  message: MessageFromPage
  error: ErrorEvent
  unhandledrejection: PromiseRejectionEvent
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: SubscriptionChangeEvent
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  readonly navigator: Navigator
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

export const scope = globalThis as unknown as WorkerScope
