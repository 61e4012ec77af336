import type { Rules } from './rules'

interface Seen {
  /** Containers that exist, without leaving ones. */
  present: number
  ready: number
  /** Mean metrics of the ready containers, as multiples of their targets. */
  signals: readonly number[]
}

/** Kubernetes' tolerance: smaller differences change nothing. */
const TOLERANCE = 0.1

/**
 * Replicas that one metric requires. Containers that are not ready count as idle, so that the number does not
 * overshoot.
 */
function wishOf(ratio: number, present: number, ready: number): number {
  const ofAll = (ratio * ready) / present
  if (Math.abs(ratio - 1) <= TOLERANCE || (ratio > 1 && ofAll <= 1 + TOLERANCE)) return present
  return Math.ceil(ratio > 1 ? present * ofAll : ready * ratio)
}

/** Decides as Kubernetes' HorizontalPodAutoscaler does, every fifteen seconds. */
export function createAutoscaler({ minReplicas, maxReplicas, up, down }: Rules['autoscaler']) {
  let wishes: { at: number; wanted: number }[] = []
  let sizes: { at: number; present: number }[] = []
  const within = (value: number) => Math.min(maxReplicas, Math.max(minReplicas, value))

  /** Containers that a policy may add or remove, relative to the start of its period. */
  const step = ({ type, value }: typeof up, from: number) =>
    type === 'Pods' ? value : Math.max(1, Math.ceil((from * value) / 100))

  return {
    wanted(now: number, { present, ready, signals }: Seen): number {
      const wish = within(Math.max(...signals.map((ratio) => wishOf(ratio, present, ready))))
      sizes = [...sizes.filter(({ at }) => now - at < 120_000), { at: now, present }]
      wishes = [
        ...wishes.filter(({ at }) => now - at < down.stabilizationSeconds * 1000),
        { at: now, wanted: wish },
      ]
      const before = (seconds: number) =>
        (sizes.find(({ at }) => now - at < seconds * 1000) ?? { present }).present
      if (wish > present) {
        const from = before(up.periodSeconds)
        return Math.max(present, Math.min(wish, from + step(up, from)))
      }
      const stable = Math.max(...wishes.map(({ wanted }) => wanted))
      const from = before(down.periodSeconds)
      return Math.min(present, Math.max(stable, from - step(down, from)))
    },
  }
}
