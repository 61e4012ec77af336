import { createBreaker, type Breaker } from '../../app/gateways/breaker.server'
import {
  ALWAYS_TAKEN,
  LONGEST_DELAY_MS,
  MOST_UNDER_WAY,
  WINDOW_MS,
  WINDOWS_AT_FIRST,
} from '../../edge/overload'
import { readMeasured } from '../bench/measured'
import type { Rules } from './rules'

export interface Container {
  zone: number
  state: 'starting' | 'ready' | 'draining' | 'lost'
  /** Time at which its processor is free, in milliseconds. */
  freeAt: number
  /** Since when requests wait longer than load shedding allows. */
  lateSince: number
  underWay: number
  answered: number
  /** Work and longest wait since the autoscaler's last decision. */
  usedMs: number
  delayMs: number
  breaker: Breaker
}

const START_MS = 10_000
/** Time until a lost node is noticed, and until a draining container has stopped. */
const UNNOTICED_MS = 40_000
const DRAIN_MS = 15_000
/** Pages that the containers of the evening before have served. */
const MANY_PAGES = 5000
const ZONES = [0, 1, 2]
/** A queue up to this length, in milliseconds, is not long enough to count its requests. */
const SHORT_QUEUE_MS = 500

const { warmth } = readMeasured().container

/** Processor time of a page as a multiple of its time in a warm container. */
export const factorOf = ({ answered }: Container) =>
  warmth.find(([pages]) => answered < pages)?.[1] ?? 1

interface FleetOptions {
  rules: Rules
  now(): number
  /** Runs something after a time in milliseconds. */
  later(ms: number, run: () => void): void
}

/** The containers, with what starts, replaces and loses them. */
export function createFleet({ rules, now, later }: FleetOptions) {
  const all: Container[] = []

  const inState = (state: Container['state']) => all.filter((each) => each.state === state)

  function start(zone: number, delayMs = START_MS): Container {
    const made: Container = {
      ...{ zone, state: 'starting', freeAt: 0, lateSince: Infinity, underWay: 0 },
      ...{ usedMs: 0, delayMs: 0, answered: 0, breaker: createBreaker(now) },
    }
    all.push(made)
    later(delayMs, () => {
      if (made.state === 'starting') made.state = 'ready'
    })
    return made
  }

  /** The zone with the fewest containers, as the manifests spread them. */
  function emptiestZone(): number {
    const sizes = ZONES.map((zone) => all.filter((each) => each.zone === zone).length)
    return sizes.indexOf(Math.min(...sizes))
  }

  const drop = (container: Container) => all.splice(all.indexOf(container), 1)

  function remove(container: Container): void {
    container.state = 'draining'
    later(DRAIN_MS, () => drop(container))
  }

  for (let index = 0; index < rules.autoscaler.minReplicas; index += 1)
    Object.assign(start(index % ZONES.length, 0), { answered: MANY_PAGES, state: 'ready' })

  return {
    all: all as readonly Container[],
    ready: () => inState('ready'),
    /** Starts and removes containers until the wanted number is present. */
    resize(wanted: number): void {
      const serving = inState('ready')
      const present = all.length - inState('draining').length
      for (let missing = wanted - present; missing > 0; missing -= 1) start(emptiestZone())
      for (const each of serving.slice(0, Math.max(0, present - wanted))) remove(each)
    },
    /** Replaces one old container at a time by a new one. */
    roll(): void {
      for (const [index, old] of inState('ready').entries())
        later(index * (START_MS + DRAIN_MS), () => {
          start(old.zone)
          later(START_MS + rules.minReadySeconds * 1000, () => {
            if (old.state === 'ready') remove(old)
          })
        })
    },
    loseZone(): void {
      for (const lost of inState('ready').filter(({ zone }) => zone === 1)) {
        lost.state = 'lost'
        later(UNNOTICED_MS, () => {
          drop(lost)
          start(0, rules.tolerationSeconds * 1000 + START_MS)
        })
      }
    },
    /** Requests that the guard of `edge/overload.ts` admits. */
    admitted(container: Container, count: number, ms: number): number {
      const lateMs = container.freeAt - now()
      if (lateMs <= LONGEST_DELAY_MS) container.lateSince = Infinity
      else container.lateSince = Math.min(container.lateSince, now())
      const isLate = now() - container.lateSince >= WINDOWS_AT_FIRST * WINDOW_MS
      const isBusy = lateMs > SHORT_QUEUE_MS && lateMs / ms >= rules.overloadRequests
      const places = isLate || isBusy ? ALWAYS_TAKEN : MOST_UNDER_WAY
      return Math.min(count, Math.max(0, places - container.underWay))
    },
  }
}
