import { at, ratesOf, wholeDay, type Day } from './day'
import { needOf, planFor } from './model'
import { formerRules, productRules, type Rules, type Signal } from './rules'
import { simulate, type Minute } from './simulation'

/** Shoppers of the simulated day. */
export const SHOPPERS = 10_000_000
/** Duration of a push. */
const HOUR_SECONDS = 3600
/** Containers that were needed this long ago may still run, otherwise the number would go up and down. */
const LOOK_BACK_MINUTES = 15
const FLAP_MINUTES = 10

/** The day of ten million shoppers, with a push to everybody within an hour. */
export const shownDay = (seed = 1): Day => {
  const { devices } = needOf(planFor(SHOPPERS))
  return wholeDay(SHOPPERS, devices / HOUR_SECONDS, seed)
}

/** A day with shoppers only, without incidents. */
export const quietDay = (seed = 1): Day => ({
  seed,
  fromMs: at(5),
  toMs: at(24),
  pagesPerSecond: ratesOf(SHOPPERS),
  peakPagesPerSecond: needOf(planFor(SHOPPERS)).pagesPerSecond,
})

/** The sums of a day. */
export interface Sums {
  refused: number
  broken: number
  /** Hours of all containers, and hours of the needed ones. */
  hours: number
  neededHours: number
  /**
   * Most containers in a minute, as a multiple of those needed around it; one extra container does not count.
   */
  surplus: number
  /** Removals of containers that were needed again within ten minutes. */
  flaps: number
}

export function sumsOf(minutes: readonly Minute[]): Sums {
  const total = (name: keyof Minute) => minutes.reduce((all, minute) => all + minute[name], 0)
  const surplus = minutes.map(({ containers }, index) => {
    const around = minutes.slice(Math.max(0, index - LOOK_BACK_MINUTES), index + 2)
    const most = Math.max(...around.map(({ needed }) => needed))
    // One extra container is the smallest possible surplus.
    return containers - most <= 1 ? 1 : containers / most
  })
  return {
    refused: Math.round(total('refused')),
    broken: Math.round(total('broken')),
    hours: total('containers') / 60,
    neededHours: total('needed') / 60,
    surplus: Math.max(...surplus),
    flaps: flapsIn(minutes),
  }
}

/** Removals of containers that were needed again within ten minutes. */
function flapsIn(minutes: readonly Minute[]): number {
  const turns = minutes.flatMap(({ minute, wanted }, index) => {
    const change = Math.sign(wanted - (minutes[index - 1]?.wanted ?? wanted))
    return change === 0 ? [] : [{ minute, change }]
  })
  return turns.filter(({ minute, change }, index) => {
    const before = turns[index - 1]
    return change > 0 && before && before.change < 0 && minute - before.minute < FLAP_MINUTES
  }).length
}

/** Gateway calls in the minutes after an event, as a multiple of the usual ones at that hour. */
export function herdAfter(
  minutes: readonly Minute[],
  usual: readonly Minute[],
  minute: number,
): number {
  const callsAt = (list: readonly Minute[]) =>
    list.find((each) => each.minute === minute)?.gatewayCalls ?? NaN
  return callsAt(minutes) / callsAt(usual)
}

const signalled = (...signals: Signal[]): Rules => ({
  ...productRules,
  autoscaler: { ...productRules.autoscaler, signals },
})

/** The tried rules of the autoscaler. */
export const tried: readonly [name: string, rules: Rules][] = [
  ['the former rules: 0.55 of a processor, two containers at least', formerRules],
  ['processor', productRules],
  ['event-loop delay', signalled('delay')],
  ['requests under way', signalled('underWay')],
  ['processor and event-loop delay', signalled('processor', 'delay')],
]

const days = new Map<Rules, Minute[]>()

/** The shown day under these rules; each is simulated once. */
export function dayUnder(rules: Rules): Minute[] {
  const minutes = days.get(rules) ?? simulate(shownDay(), rules)
  days.set(rules, minutes)
  return minutes
}
