import { setTimeout as wait } from 'node:timers/promises'

import { HttpResponse } from 'msw'

import type { ReceivedCall, Service } from './calls'

export const faultModes = [
  'latency',
  'hang',
  'reset',
  'status',
  'malformed',
  'html',
  'empty',
  'wrong-types',
  'huge',
  'redirect',
] as const

/** One thing that goes wrong. */
export interface Fault {
  /** As the contract writes it (`GET /v3/user/balance`), a call's own path, or `*` for all. */
  endpoint: string
  gateway?: Service
  mode: (typeof faultModes)[number]
  status?: number
  /** With `status`: the answer's body; text is sent as it is, anything else as JSON. */
  body?: unknown
  latencyMs?: number
  /** How many calls it spoils; all of them when left out. */
  times?: number
  /** Only the calls of this shopper. */
  phone?: string
}

/** The faults in force, the first that fits a call is the one that happens. */
export interface Faults {
  add(fault: Fault): void
  list(): Fault[]
  clear(): void
  /** The fault of this call, which is counted. */
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
      const fault = faults.find(
        ({ endpoint, gateway, phone: only, times }) =>
          (times === undefined || times > 0) &&
          (gateway === undefined || gateway === call.gateway) &&
          (only === undefined || only === phone) &&
          (endpoint === '*' || endpoint === call.endpoint || endpoint === ownPath(call)),
      )
      if (fault?.times !== undefined) {
        fault.times -= 1
        faults = faults.filter(({ times }) => times === undefined || times > 0)
      }
      return fault && { ...fault }
    },
  }
}

/** `/webgate/v2/goods/1` is called `GET /v2/goods/1` in the contract's words. */
function ownPath({ method, path }: ReceivedCall): string {
  return `${method} ${path.replace(/^\/[^/]+/, '')}`
}

const HUGE_BYTES = 5_000_000
const DEFAULT_LATENCY_MS = 3000

/** Answers as the fault says; `answer` is what would have been answered without it. */
export async function spoil(
  fault: Fault,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const status = fault.status ?? 200
  const json = { 'Content-Type': 'application/json' }
  switch (fault.mode) {
    case 'latency':
      await wait(fault.latencyMs ?? DEFAULT_LATENCY_MS)
      return answer()
    case 'hang':
      await goneAway(request.signal)
      return HttpResponse.error()
    case 'reset':
      return HttpResponse.error()
    case 'status':
      return statusAnswer(fault)
    case 'malformed':
      return new HttpResponse('{"items":[{"id":"1","name":"Молоко', { status, headers: json })
    case 'html':
      return new HttpResponse(
        '<!doctype html><html><head><title>Сервис недоступен</title></head><body><h1>Сервис недоступен</h1></body></html>',
        { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
      )
    case 'empty':
      return new HttpResponse(null, { status })
    case 'wrong-types':
      return withWrongTypes(await answer())
    case 'huge':
      return new HttpResponse(`{"padding":"${'x'.repeat(HUGE_BYTES)}"}`, { status, headers: json })
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

function statusAnswer(fault: Fault): Response {
  const status = fault.status ?? 500
  if (WITHOUT_BODY.includes(status)) return new HttpResponse(null, { status })
  const body = 'body' in fault ? fault.body : { code: 'requestError', message: 'Сбой песочницы' }
  return typeof body === 'string'
    ? new HttpResponse(body, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    : HttpResponse.json(body as null, { status })
}

function goneAway(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function withWrongTypes(answer: Response): Promise<Response> {
  const text = await answer.text()
  if (text === '') return answer
  return HttpResponse.json(swapped(JSON.parse(text)) as object, { status: answer.status })
}

function swapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(swapped)
  if (value === null) return 0
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, swapped(inner)]))
  }
  return typeof value === 'string' ? 12345 : `не то: ${String(value)}`
}
