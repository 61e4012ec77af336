import { RECONNECT_SPREAD_MS } from '../../app/card/code-refresher'
import { RETRY_BUDGET } from '../../app/gateways/retry-budget.server'
import { spreadRetryAfter } from '../../edge/retry-later'
import { OVERLOAD_RETRY_SECONDS } from '../../edge/overload'
import { production } from '../../app/platform/settings.server'
import { manifest } from './manifest'

const OVERLOAD_REQUESTS = production.shape.OVERLOAD_REQUESTS.parse(undefined)

/** Metrics of an autoscaler: used processors, event-loop delay, requests under way. */
export type Signal = 'processor' | 'delay' | 'underWay'

/** Targets that were tried, and are in no manifest. */
const OTHER_TARGETS = { targetDelayMs: 100, targetUnderWay: 12 }

/** Rules of the simulated day, taken from the product's own constants. */
export interface Rules {
  /** `Retry-After` of a refused request in seconds; `chance` is random, from 0 to 1. */
  retryAfter(chance: number): number
  /** Milliseconds over which phones retry after their network returned. */
  reconnectSpreadMs: number
  /** Share of a window's calls that may be retried. */
  retryShare: number
  /** The balancer's algorithm: fewest connections, or round robin. */
  balance: 'leastConnections' | 'roundRobin'
  /** `OVERLOAD_REQUESTS`. */
  overloadRequests: number
  minReadySeconds: number
  /** How long the balancer waits for a dead container. */
  connectSeconds: number
  autoscaler: Pick<
    typeof manifest,
    'minReplicas' | 'maxReplicas' | 'targetCores' | 'up' | 'down'
  > & { signals: readonly Signal[]; targetDelayMs: number; targetUnderWay: number }
  tolerationSeconds: number
}

/** The present rules of the product. */
export const productRules: Rules = {
  retryAfter: (chance) => spreadRetryAfter(OVERLOAD_RETRY_SECONDS, chance),
  reconnectSpreadMs: RECONNECT_SPREAD_MS,
  retryShare: RETRY_BUDGET.share,
  balance: 'leastConnections',
  overloadRequests: OVERLOAD_REQUESTS,
  minReadySeconds: manifest.minReadySeconds,
  connectSeconds: 1,
  autoscaler: { ...manifest, signals: ['processor'], ...OTHER_TARGETS },
  tolerationSeconds: manifest.tolerationSeconds,
}

/** The rules before the first simulated day; docs/reference/capacity.md says what broke under them. */
export const formerRules: Rules = {
  retryAfter: () => 3,
  reconnectSpreadMs: 0,
  retryShare: 1,
  balance: 'roundRobin',
  overloadRequests: OVERLOAD_REQUESTS,
  minReadySeconds: manifest.minReadySeconds,
  connectSeconds: 5,
  autoscaler: {
    ...{ ...manifest, signals: ['processor'], ...OTHER_TARGETS },
    minReplicas: 2,
    maxReplicas: 12,
    targetCores: 0.55,
    up: { type: 'Percent', value: 100, periodSeconds: 30 },
    down: { type: 'Pods', value: 1, periodSeconds: 60, stabilizationSeconds: 300 },
  },
  tolerationSeconds: 300,
}
