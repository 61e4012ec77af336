import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { Analytics } from './analytics.server'
import { GatewayError } from '~/gateways/gateway-error.server'
import type { Gateways } from '~/gateways/gateways.server'

import type { CookieJar } from '~/session/cookies.server'
import type { Device } from '~/session/device.server'
import type { SharedStore, StoreKey } from '~/shared-state/shared-store.server'

/** The features under experiment with their variants; the first variant is the default. */
const features = {
  /** `test` shows new coupons before the activated ones, on the main screen. */
  today_order: ['control', 'test'],
} as const

type Feature = keyof typeof features
type Variant<Name extends Feature> = (typeof features)[Name][number]

const names = Object.keys(features) as Feature[]
const STORED_MS = 30 * 24 * 3_600_000

/** The gateway's assignment for one visitor: feature to variant. */
const shape = z.record(z.string(), z.string())
type Assignments = z.output<typeof shape>

/** Reads stored assignments, perhaps of an earlier release; unreadable text counts as none. */
function readAssignments(text: string | null): Assignments {
  try {
    return shape.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

interface ExperimentsOptions {
  cookies: CookieJar
  device: Device
  analytics: Analytics
  store: SharedStore
  gateways: Pick<Gateways['account'], 'getExperiments'>
}

/**
 * The visitor's variants of screens (specification 4.27). Loaded once in a
 * browser session and stored in a cookie such as `today_order.test`. A page waits at most 300 ms;
 * when the gateway fails, the last response stays valid.
 */
export class Experiments {
  readonly #options: ExperimentsOptions
  #assigned: Promise<Assignments> | undefined

  constructor(options: ExperimentsOptions) {
    this.#options = options
  }

  /**
   * The visitor's variant of a feature; the default without a uuid or a response. Sends an exposure
   * event once in a session.
   */
  async variant<Name extends Feature>(feature: Name): Promise<Variant<Name>> {
    const variants: readonly Variant<Name>[] = features[feature]
    const [standard] = features[feature]
    if (!this.#options.device.uuid) return standard
    this.#assigned ??= this.#load()
    const named = (await this.#assigned)[feature]
    const variant = variants.find((each) => each === named)
    if (!variant) return standard
    this.#noteExposure(feature, variant)
    return variant
  }

  async #load(): Promise<Assignments> {
    const stored = this.#read()
    if (stored) return stored.assigned
    const { device, gateways, store } = this.#options
    const uuid = device.uuid ?? ''
    const key: StoreKey = `experiments:${createHash('sha256').update(uuid).digest('base64url')}`
    // The last stored response loads in parallel with the gateway call; it is used only when the call fails.
    const last = store.get(key)
    try {
      const asked = await gateways.getExperiments(uuid)
      const assigned = Object.fromEntries(
        asked.features.map(({ feature_name, group_name }) => [feature_name, group_name]),
      )
      this.#write(assigned, [])
      void store.set(key, JSON.stringify(assigned), STORED_MS)
      return assigned
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return readAssignments(await last)
    }
  }

  #noteExposure(feature: Feature, variant: Variant<Feature>): void {
    const { analytics } = this.#options
    const { assigned, exposed } = this.#read() ?? { assigned: { [feature]: variant }, exposed: [] }
    if (!analytics.isAllowed || exposed.includes(feature)) return
    analytics.track('Experiment:Exposure', { feature, variant })
    this.#write(assigned, [...exposed, feature])
  }

  /** `today_order.test`, and `today_order.test.1` once the exposure was sent. */
  #write(assigned: Assignments, exposed: readonly Feature[]): void {
    const parts = names.flatMap((name) => {
      const variant = features[name].find((each) => each === assigned[name])
      return variant ? [`${name}.${variant}${exposed.includes(name) ? '.1' : ''}`] : []
    })
    this.#options.cookies.set('v1_variants', parts.join('~') || 'none')
  }

  #read(): { assigned: Assignments; exposed: Feature[] } | null {
    const stored = this.#options.cookies.get('v1_variants')
    if (!stored) return null
    const assigned: Assignments = {}
    const exposed: Feature[] = []
    for (const part of stored.split('~')) {
      const [name, variant, isExposed] = part.split('.')
      const feature = names.find((each) => each === name)
      if (!feature || !variant) continue
      assigned[feature] = variant
      if (isExposed) exposed.push(feature)
    }
    return { assigned, exposed }
  }
}
