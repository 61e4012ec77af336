import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Everything that Prometheus is told. No label ever holds a value of a visitor. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

export const metrics = {
  gatewayCalls: new Histogram({
    name: 'april_gateway_call_duration_seconds',
    help: 'Each try of each call to a gateway; status is none when no answer came.',
    labelNames: ['endpoint', 'status', 'attempt'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  }),
  limitsHit: new Counter({
    name: 'april_limits_hit_total',
    help: 'Requests that a limit refused.',
    labelNames: ['limit'] as const,
    registers,
  }),
  analyticsEvents: new Counter({
    name: 'april_analytics_events_total',
    help: 'Events by what became of them: sent, dropped, or unknown to the catalogue.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  analyticsQueue: new Gauge({
    name: 'april_analytics_queue_events',
    help: 'Events that wait to be sent.',
    registers,
  }),
}
