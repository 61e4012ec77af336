import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

import { cacheUse } from '~/lib/byte-cache.server'

/** Every metric for Prometheus. Labels never hold a visitor's data. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
  new Counter({ name, help, labelNames, registers })

const gauge = <Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
) => new Gauge({ name, help, labelNames, registers })

export const metrics = {
  requests: new Histogram({
    name: 'april_http_request_duration_seconds',
    help: 'Requests by the route that answered, or asset, moved or refused; status is aborted when the visitor left first.',
    labelNames: ['route', 'method', 'status'] as const,
    // Includes 2, an alert's threshold, because Prometheus only interpolates between bounds.
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10],
    registers,
  }),
  requestsUnderWay: gauge('april_http_requests_under_way', 'Admitted requests without an answer.'),
  bodyBytes: gauge('april_http_body_bytes_held', 'What requests under way hold of what they sent.'),
  connectionsEnded: counter(
    'april_http_connections_ended_total',
    'Connections that we ended: pipelined sent many requests ahead, unread left answers unread, late took too long over a file.',
    ['reason'],
  ),
  gatewayCalls: new Histogram({
    name: 'april_gateway_call_duration_seconds',
    help: 'Each try of each call that was made to a gateway; status is none when no answer came.',
    labelNames: ['endpoint', 'status', 'attempt'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  }),
  gatewayFailures: counter(
    'april_gateway_failures_total',
    'Failed tries by kind; open and busy were never sent: the breaker, the slots of the endpoint or a shopper’s own turns refused.',
    ['endpoint', 'kind'],
  ),
  operationFailures: counter(
    'april_operation_failures_total',
    'QR codes, balances and card merges that failed, by the code of the gateway or requestError.',
    ['operation', 'code'],
  ),
  breakerOpen: gauge(
    'april_gateway_breaker_open',
    '1 while a breaker leaves an endpoint, or all of a gateway, alone or only probes it.',
    ['gateway', 'endpoint'],
  ),
  callsUnderWay: gauge('april_gateway_calls_under_way', 'Calls that wait for a gateway.', [
    'gateway',
  ]),
  codesRequested: counter('april_codes_requested_total', 'SMS with a code, by outcome.', [
    'outcome',
  ]),
  codesChecked: counter('april_codes_checked_total', 'Typed codes, by outcome.', ['outcome']),
  signIns: counter('april_sign_ins_total', 'Codes exchanged for a session, by outcome.', [
    'outcome',
  ]),
  refreshes: counter(
    'april_token_refreshes_total',
    'Refreshes of tokens: renewed, rejected, failed, or shared with another request.',
    ['outcome'],
  ),
  accountsDenied: counter(
    'april_account_changes_denied_total',
    'Shoppers who said of a change of their account that it was somebody else, by what changed.',
    ['kind'],
  ),
  storeRestoresFailed: counter(
    'april_store_restores_failed_total',
    'Chosen stores for which the default stood in, by why: unknown to the gateway, or unavailable.',
    ['reason'],
  ),
  limitsHit: counter('april_limits_hit_total', 'Requests that a limit refused.', ['limit']),
  pushMessages: counter(
    'april_push_messages_total',
    'Pushes by outcome: sent, gone, failed, too_large or not_tried; with the service, and its status or the cause.',
    ['outcome', 'service', 'reason'],
  ),
  analyticsEvents: counter(
    'april_analytics_events_total',
    'Events by what became of them: sent, dropped, or unknown to the catalogue.',
    ['outcome'],
  ),
  analyticsQueue: gauge('april_analytics_queue_events', 'Events that wait to be sent.'),
  errors: counter(
    'april_faults_total',
    'Errors that somebody has to look at, by where: page, gateway, request, process, browser or worker; visitor: a page that others changed.',
    ['where'],
  ),
  tracesLost: counter(
    'april_traces_lost_total',
    'Batches of spans that no collector took, and other errors of tracing.',
    [],
  ),
  cspReports: counter(
    'april_csp_reports_total',
    'What browsers refused by our policy; anybody can post a report.',
    ['directive'],
  ),
  redisUp: gauge(
    'april_redis_up',
    '1 while Redis carries commands out in time, by role: state or cache; absent where there is none.',
    ['role'],
  ),
  redisRefused: counter(
    'april_redis_refused_writes_total',
    'Commands that Redis refused, by its own code, such as OOM or READONLY; this container did them alone.',
    ['role', 'code'],
  ),
  redisSlow: counter(
    'april_redis_slow_total',
    'Commands that Redis did not answer in time; this container went on alone.',
    ['role'],
  ),
  redisMemory: gauge('april_redis_memory_bytes', 'What Redis holds, by its own word.', ['role']),
  redisMemoryLimit: gauge('april_redis_memory_limit_bytes', 'Its maxmemory; 0: none.', ['role']),
  redisLeftAlone: gauge(
    'april_redis_left_alone',
    '1 while Redis answers nothing and is not asked.',
    ['role'],
  ),
  redisEvicted: gauge(
    'april_redis_evicted_keys',
    'Keys that Redis has evicted since its start; of the state it must be none.',
    ['role'],
  ),
  denialsUnsaved: gauge('april_denials_unsaved', 'Sign-outs that Redis does not know of yet.'),
  fileReloads: counter(
    'april_file_reloads_total',
    'Versions of the operator’s files that were looked at, by outcome: good came into force, bad did not.',
    ['file', 'outcome'],
  ),
  fileBad: gauge(
    'april_file_bad',
    '1 while the newest version of a file is bad: the last good one stays in force, or ours where there was none.',
    ['file'],
  ),
  logDropped: counter(
    'april_log_lines_dropped_total',
    'Log lines that standard output did not take: its reader stalls or has closed, or its disk is full.',
    [],
  ),
  filesChecked: gauge(
    'april_files_checked_timestamp_seconds',
    'When the operator’s files were last looked at; 0: there are none. It stands still while their volume hangs.',
  ),
  secretsInfo: gauge(
    'april_secrets_info',
    'Always 1: the fingerprint of SESSION_SECRETS, which must be the same in all containers.',
    ['fingerprint'],
  ),
  buildInfo: gauge('april_build_info', 'Always 1: which build answers.', [
    'version',
    'release',
    'node',
  ]),
}

// Starts the series at 0, so that alerts see the first event as a rise.
metrics.limitsHit.inc({ limit: 'overload' }, 0)
for (const role of ['state', 'cache']) {
  metrics.redisRefused.inc({ role, code: 'OOM' }, 0)
  metrics.redisSlow.inc({ role }, 0)
}

for (const [name, help, of] of [
  ['april_cache_bytes', 'What a cache of this process holds, by its own count.', 'bytes'],
  ['april_cache_budget_bytes', 'What it may hold at most.', 'budgetBytes'],
] as const)
  new Gauge({
    name,
    help,
    labelNames: ['cache'] as const,
    registers,
    collect() {
      for (const use of cacheUse()) this.set({ cache: use.cache }, use[of])
    },
  })
