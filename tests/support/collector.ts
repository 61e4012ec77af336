import { createServer, type ServerResponse } from 'node:http'

import { close, listen } from './listen'

/** A received event. */
export interface ArrivedEvent {
  type: 'track' | 'page'
  event?: string
  name?: string
  anonymousId: string
  messageId: string
  timestamp: string
  properties: Record<string, unknown>
  context: Record<string, unknown>
}

/** A Segment-compatible collector over HTTP, which stores received events. */
export interface Collector {
  url: string
  events: ArrivedEvent[]
  /** Whole request bodies, to search for secrets. */
  bodies: string[]
  authorizations: (string | undefined)[]
  /** How it responds: well, with a status, or never. */
  mode: 'ok' | 'hang' | number
  /** Responds again, also to waiting requests. */
  recover(): void
  close(): Promise<void>
}

/** A body without random ids, which may contain any few digits. */
export const withoutIds = (body: string) =>
  body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')

/** `page:today` or `Coupon:Activate`. */
export const getName = ({ type, event, name }: ArrivedEvent) =>
  type === 'page' ? `page:${name}` : (event ?? '')

export async function startCollector(): Promise<Collector> {
  const hanging = new Set<ServerResponse>()
  const collector: Collector = {
    url: '',
    events: [],
    bodies: [],
    authorizations: [],
    mode: 'ok',
    recover() {
      collector.mode = 'ok'
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    async close() {
      collector.recover()
      await close(server)
    },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      collector.bodies.push(body)
      collector.authorizations.push(request.headers.authorization)
      if (collector.mode === 'hang') return void hanging.add(response)
      if (collector.mode === 'ok') collector.events.push(...JSON.parse(body).batch)
      response.writeHead(collector.mode === 'ok' ? 200 : collector.mode).end('{}')
    })
  })
  collector.url = `http://127.0.0.1:${await listen(server)}/v1/batch`
  return collector
}
