import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { HttpResponse } from 'msw'

import type { ReceivedCall, Service } from './calls'

export const faultModes = [
  'latency',
  'hang',
  'reset',
  'stall',
  'drip',
  'cut',
  'status',
  'malformed',
  'html',
  'empty',
  'plain',
  'encoded',
  'wrong-types',
  'changed',
  'huge',
  'flood',
  'redirect',
] as const

/** One injected fault. */
export interface Fault {
  /** As the contract writes it (`GET /v3/user/balance`), a call's own path, or `*` for all. */
  endpoint: string
  gateway?: Service
  mode: (typeof faultModes)[number]
  status?: number
  /** With `status`: the response's body; text is sent as it is, anything else as JSON. */
  body?: unknown
  /** With `status`: the seconds of `Retry-After`. */
  retryAfterSeconds?: number
  /** With `changed`: changes the JSON of the correct response. For tests in this process. */
  change?: (response: unknown) => unknown
  latencyMs?: number
  /** Calls that pass first. */
  after?: number
  /** Calls that it affects; all when left out. */
  times?: number
  /** Affects this shopper's calls only. */
  phone?: string
}

/** The active faults. The first fault that fits a call, after the calls that it lets pass, applies. */
export interface Faults {
  add(fault: Fault): void
  list(): Fault[]
  clear(): void
  /** The fault of this call; counts the call. */
  take(call: ReceivedCall, phone: string | undefined): Fault | undefined
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  return {
    add: (fault) => void faults.push({ ...fault }),
    list: () => faults.map((fault) => ({ ...fault })),
    clear() {
      faults = []
    },
    take(call, phone) {
      const fitting = faults.filter(
        ({ endpoint, gateway, phone: only }) =>
          (gateway === undefined || gateway === call.gateway) &&
          (only === undefined || only === phone) &&
          (endpoint === '*' || endpoint === call.endpoint || endpoint === ownPath(call)),
      )
      const fault = fitting.find(({ after = 0, times = 1 }) => after === 0 && times > 0)
      for (const each of fitting) if (each.after) each.after -= 1
      if (fault?.times !== undefined) {
        fault.times -= 1
        faults = faults.filter(({ times }) => times === undefined || times > 0)
      }
      return fault && { ...fault }
    },
  }
}

/** `/webgate/v2/goods/1` is called `GET /v2/goods/1` in the contract. */
function ownPath({ method, path }: ReceivedCall): string {
  return `${method} ${path.replace(/^\/[^/]+/, '')}`
}

const HUGE_BYTES = 5_000_000
const FLOOD_CHUNK_BYTES = 64_000
const DRIP_MS = 200
const DEFAULT_LATENCY_MS = 3000

/** Responds as the fault says; `response` is the one without the fault. */
export async function spoil(
  fault: Fault,
  request: Request,
  response: () => Promise<Response>,
): Promise<Response> {
  const status = fault.status ?? 200
  const json = { 'Content-Type': 'application/json' }
  switch (fault.mode) {
    case 'latency':
      await wait(fault.latencyMs ?? DEFAULT_LATENCY_MS)
      return response()
    case 'hang':
      await goneAway(request.signal)
      return HttpResponse.error()
    case 'reset':
      return HttpResponse.error()
    case 'stall':
      return streamed(['{"items":['])
    case 'drip':
      return streamed(endlessly(' '), DRIP_MS)
    case 'cut':
      return streamed([half(await (await response()).text())], 0, 'broken')
    case 'status':
      return statusResponse(fault)
    case 'malformed':
      return new HttpResponse('{"items":[{"id":"1","name":"Молоко', { status, headers: json })
    case 'html':
      return new HttpResponse(
        '<!doctype html><html><head><title>Сервис недоступен</title></head><body><h1>Сервис недоступен</h1></body></html>',
        { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
      )
    case 'empty':
      return new HttpResponse(null, { status })
    case 'plain':
      return new HttpResponse(await (await response()).text(), {
        status,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
    case 'encoded':
      return new HttpResponse(gzipSync(await (await response()).text()), {
        status,
        headers: { ...json, 'Content-Encoding': 'gzip' },
      })
    case 'wrong-types':
      return changed(await response(), swapped)
    case 'changed':
      return changed(await response(), fault.change ?? ((same) => same))
    case 'huge':
      return new HttpResponse(`{"padding":"${'x'.repeat(HUGE_BYTES)}"}`, { status, headers: json })
    case 'flood':
      return streamed(endlessly('x'.repeat(FLOOD_CHUNK_BYTES)))
    case 'redirect':
      return new HttpResponse(null, {
        status: fault.status ?? 302,
        headers: {
          Location:
            typeof fault.body === 'string'
              ? fault.body
              : new URL('/webgate/redirected', request.url).href,
        },
      })
  }
}

const WITHOUT_BODY = [204, 205, 304]

function statusResponse(fault: Fault): Response {
  const status = fault.status ?? 500
  if (WITHOUT_BODY.includes(status)) return new HttpResponse(null, { status })
  const body = 'body' in fault ? fault.body : { code: 'requestError', message: 'Сбой песочницы' }
  const { retryAfterSeconds } = fault
  const headers: Record<string, string> = {}
  if (retryAfterSeconds) headers['Retry-After'] = String(retryAfterSeconds)
  return typeof body === 'string'
    ? new HttpResponse(body, {
        status,
        headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
      })
    : HttpResponse.json(body as null, { status, headers })
}

function* endlessly(text: string): Generator<string> {
  for (;;) yield text
}

const half = (text: string) => text.slice(0, Math.max(1, text.length / 2))

/**
 * Sends headers, then the parts of the body, then nothing, or with `broken` resets the connection. A chunked
 * response is sent part by part.
 */
function streamed(pieces: Iterable<string>, pauseMs = 0, end: 'silent' | 'broken' = 'silent') {
  const rest = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = rest.next()
      if (!done) {
        await wait(pauseMs)
        controller.enqueue(encoder.encode(value))
      } else if (end === 'broken') {
        // Flushes before the connection is reset.
        await wait(20)
        controller.error(new Error('cut off'))
      } else {
        await new Promise(() => undefined)
      }
    },
  })
  return new HttpResponse(body, {
    headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
  })
}

function goneAway(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function changed(response: Response, change: (json: unknown) => unknown): Promise<Response> {
  const text = await response.text()
  if (text === '') return response
  const json = JSON.stringify(change(JSON.parse(text)))
  return new HttpResponse(json ?? null, {
    status: response.status,
    headers: { 'Content-Type': 'application/json' },
  })
}

function swapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(swapped)
  if (value === null) return 0
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, swapped(inner)]))
  }
  return typeof value === 'string' ? 12345 : `не то: ${String(value)}`
}
