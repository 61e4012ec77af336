import { needOf, planFor } from './model'
import { HABITS } from './traffic'

export interface Span {
  fromMs: number
  toMs: number
}

/** Events of a day, in milliseconds since midnight. */
export interface Day extends Span {
  seed: number
  pagesPerSecond(at: number): number
  /** Pages a second in the worst minute, which gateways are built for. */
  peakPagesPerSecond: number
  push?: { perSecond(at: number): number }
  gatewaySlow?: Span
  /** A period in which some of the gateway's calls fail. */
  gatewayFlaky?: Span
  gatewayDown?: Span
  networkDown?: Span
  rolloutAtMs?: number
  zoneLostAtMs?: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Milliseconds since midnight. */
export const at = (hour: number, minute = 0) => hour * HOUR + minute * MINUTE
export const span = (from: number, minutes: number): Span => ({
  fromMs: from,
  toMs: from + minutes * MINUTE,
})

/** Visits by hour, as shares of the busiest: shops open at eight, the evening peak is at six. */
const BY_HOUR = [
  0.04, 0.02, 0.02, 0.02, 0.03, 0.08, 0.18, 0.32, 0.48, 0.54, 0.6, 0.62, 0.66, 0.6, 0.56, 0.6, 0.72,
  0.92, 1, 0.86, 0.6, 0.34, 0.15, 0.06, 0.04,
]
/** The rush of the evening with the worst minute of the day, and how fast it rises and falls. */
const RUSH = { at: at(18, 20), comesMs: 8 * MINUTE, goesMs: 15 * MINUTE }

/** Pages a second at a moment: interpolated between the hours, with a rush in the evening. */
export function ratesOf(shoppers: number) {
  const { pagesPerSecondOfHour } = needOf(planFor(shoppers))
  const usual = (moment: number) => {
    const hour = Math.floor(moment / HOUR)
    const part = moment / HOUR - hour
    return pagesPerSecondOfHour * (BY_HOUR[hour]! * (1 - part) + BY_HOUR[hour + 1]! * part)
  }
  const rush = (moment: number) => {
    const away = moment - RUSH.at
    const share = 1 - Math.abs(away) / (away < 0 ? RUSH.comesMs : RUSH.goesMs)
    return Math.max(0, share) * (HABITS.worstMinute - 1) * pagesPerSecondOfHour
  }
  return (moment: number) => usual(moment) + rush(moment)
}

/** A push to a number of devices, at a rate, from a moment on. */
export function pushTo(devices: number, perSecond: number, fromMs: number): Required<Day>['push'] {
  return {
    perSecond(moment) {
      const since = (moment - fromMs) / SECOND
      return since < 0 || since > devices / perSecond ? 0 : perSecond
    },
  }
}

/**
 * The whole day: opening, a rollout at noon, a push, a slow gateway, an evening with a lost zone, an outage.
 */
export function wholeDay(shoppers: number, pushPerSecond: number, seed = 1): Day {
  const { devices, pagesPerSecond } = needOf(planFor(shoppers))
  return {
    seed,
    fromMs: at(5),
    toMs: at(24),
    pagesPerSecond: ratesOf(shoppers),
    peakPagesPerSecond: pagesPerSecond,
    push: pushTo(devices, pushPerSecond, at(13)),
    networkDown: span(at(10), 5),
    rolloutAtMs: at(12),
    gatewaySlow: span(at(15), 10),
    gatewayFlaky: span(at(16, 30), 10),
    zoneLostAtMs: at(19, 10),
    gatewayDown: span(at(20, 30), 5),
  }
}
