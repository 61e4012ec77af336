import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from 'vitest'
import webpush from 'web-push'

import { createSealer } from '../../../app/session/seal.server'
import { SECRET } from '../../support/app-process'
import { startCollector, type Collector } from '../../support/collector'
import { pushSettings } from '../../support/push-settings'
import { ledTo, startTlsFront, type TlsFront } from '../../support/tls-front'
import { startGate, type Gate } from '../../support/gate'
import { startLocalGateway } from '../../support/local-gateway'
import { startTraceCollector } from '../../support/trace-collector'
import type { Incident } from './site'

const HOST = 'push.example'
let gate: Gate
let front: TlsFront
let collector: Collector

const device = () => {
  const { publicKey } = webpush.generateVAPIDKeys()
  const keys = { p256dh: publicKey, auth: 'A'.repeat(22) }
  return createSealer([SECRET]).seal('push', { endpoint: `https://${HOST}/device`, keys })
}

/** Services beside the site: pushes and events. */
export const aside: Incident = {
  name: 'egress to push services is blocked, and the collector of events refuses its key',
  async settings() {
    const service = await startLocalGateway()
    service.response((response) => void response.writeHead(201).end())
    gate = await startGate(service.url)
    front = await startTlsFront(gate.url, [HOST])
    collector = await startCollector()
    return {
      ...pushSettings,
      PUSH_SERVICES: HOST,
      NODE_EXTRA_CA_CERTS: front.authority,
      NODE_OPTIONS: `--max-old-space-size=384 ${ledTo(front, HOST)}`,
      ANALYTICS_URL: collector.url,
      ANALYTICS_WRITE_KEY: 'key',
    }
  },
  alerts: {
    async AprilPushFailing(site) {
      expect(await site.metric(/^april_push_messages_total\{outcome="failed"/)).toBeGreaterThan(0)
      expect(site.complaints()).toEqual([])
    },
    async AprilAnalyticsDropped(site) {
      expect(site.log()).toContain('analytics events were dropped')
      expect(site.complaints()).toEqual([])
    },
  },
  async breaks(site) {
    const visitor = await site.shopper()
    visitor().cookies.set('v1_consent', 'accepted')
    site.keep(300, () => visitor().get('/coupons'))
    const send = () =>
      site
        .stranger()
        .postJson(
          '/push/messages',
          { tokens: [device()], notification: { title: 'x', text: 'x' } },
          { authorization: `Bearer ${pushSettings.PUSH_RELAY_TOKEN}` },
        )
    expect(await (await send()).json()).toEqual({ results: ['sent'] })
    collector.mode = 401
    await gate.stop()
    site.keep(300, send)
  },
  async mends() {
    collector.recover()
    await gate.open()
  },
}

let traces: Gate

export const lostTraces: Incident = {
  name: 'the collector of traces is away',
  async settings() {
    traces = await startGate((await startTraceCollector()).url)
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      // A closed port refuses at once; a running collector may be slow, because all collectors are in this
      // process.
      OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
      OTEL_BSP_SCHEDULE_DELAY: '500',
    }
  },
  alerts: {
    async AprilTracesLost(site) {
      expect(site.log()).toContain('traces cannot be delivered')
      expect(site.complaints()).toEqual([])
    },
  },
  breaks: () => traces.stop(),
  mends: () => traces.open(),
}

const content = mkdtempSync(join(tmpdir(), 'april-content-'))
const notice = join(content, 'notice.json')

export const badFile: Incident = {
  name: 'a file of the operator is bad',
  async settings() {
    writeFileSync(notice, JSON.stringify({ text: 'Касса закрыта' }))
    return { CONTENT_DIR: content }
  },
  alerts: {
    async AprilFileBad(site, { labels }) {
      expect(labels.file).toBe('notice.json')
      expect(site.log()).toContain('a file of the operator is bad')
      // Shoppers see the last good version.
      expect(await (await site.stranger().get('/')).text()).toContain('Касса закрыта')
    },
  },
  async breaks(site) {
    expect(await (await site.stranger().get('/')).text()).toContain('Касса закрыта')
    writeFileSync(notice, '{"text":')
  },
  async mends() {
    writeFileSync(notice, '{}')
  },
}
