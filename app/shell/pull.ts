/** Pull-to-refresh (specification 4.32 and 9.7). */
type PullPhase = 'pending' | 'pulling' | 'releasing' | 'refreshing'
export interface Pull {
  phase: PullPhase
  /** How far the indicator has come down, in pixels. */
  distance: number
}

const THRESHOLD_PX = 60
const MAX_PX = 80
const RELOAD_PX = 50
export const REFRESH_TIMEOUT_MS = 500

export const noPull: Pull = { phase: 'pending', distance: 0 }

export const pullTexts: Record<PullPhase, string> = {
  pending: '',
  pulling: 'Потяните, чтобы обновить',
  releasing: 'Отпустите, чтобы обновить',
  refreshing: 'Обновляем…',
}

/** The indicator follows the finger with growing resistance, up to its limit. */
export function pullTo(fingerPx: number): Pull {
  if (fingerPx <= 0) return noPull
  const resistance = Math.min(1, fingerPx / THRESHOLD_PX / 2.5)
  const distance = resistance * Math.min(MAX_PX, fingerPx)
  return { phase: distance > THRESHOLD_PX ? 'releasing' : 'pulling', distance }
}

/** The finger is lifted; a pull beyond the threshold refreshes the page. */
export function letGo({ phase }: Pull): Pull {
  return phase === 'releasing' ? { phase: 'refreshing', distance: RELOAD_PX } : noPull
}
