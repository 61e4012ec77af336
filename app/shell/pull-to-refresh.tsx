import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

import { IconButton } from '~/ui/icon-button'

import styles from './pull-to-refresh.module.css'

/** Pull-to-refresh (specification 4.32 and 9.7). */
type PullPhase = 'pending' | 'pulling' | 'releasing' | 'refreshing'
interface Pull {
  phase: PullPhase
  /** How far the indicator has come down, in pixels. */
  distance: number
}

const THRESHOLD_PX = 60
const MAX_PX = 80
const RELOAD_PX = 50
const REFRESH_TIMEOUT_MS = 500

const noPull: Pull = { phase: 'pending', distance: 0 }

const pullTexts: Record<PullPhase, string> = {
  pending: '',
  pulling: 'Потяните, чтобы обновить',
  releasing: 'Отпустите, чтобы обновить',
  refreshing: 'Обновляем…',
}

/** The indicator follows the finger with growing resistance, up to its limit. */
function pullTo(fingerPx: number): Pull {
  if (fingerPx <= 0) return noPull
  const resistance = Math.min(1, fingerPx / THRESHOLD_PX / 2.5)
  const distance = resistance * Math.min(MAX_PX, fingerPx)
  return { phase: distance > THRESHOLD_PX ? 'releasing' : 'pulling', distance }
}

/** Reloads the screen's data by a pull from the top, or by a button. */
export function Refresh() {
  const { revalidate, state } = useRevalidator()
  const { phase, distance } = usePull(revalidate)
  const isHydrated = useHydrated()
  const text = pullTexts[phase] || (state === 'loading' && pullTexts.refreshing)
  if (!isHydrated) return null
  return (
    <>
      <IconButton icon="refresh" label="Обновить страницу" onClick={revalidate} />
      <div
        className={styles.pull}
        role="status"
        data-phase={phase}
        ref={(element) => element?.style.setProperty('--distance', `${Math.round(distance)}px`)}
      >
        {text && <span className={styles.text}>{text}</span>}
      </div>
    </>
  )
}

/**
 * True when a downward swipe has another meaning: a zoomed page, a page below its top, or a
 * scrolled element such as a long text field.
 */
const isScrolled = (event: TouchEvent) =>
  (visualViewport?.scale ?? 1) > 1 ||
  event.composedPath().some((each) => (each as Element).scrollTop > 0)

/** Follows a finger that pulls down a page at its top. */
function usePull(onRefresh: () => void): Pull {
  const [pull, setPull] = useState(noPull)
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  }, [onRefresh])

  useEffect(() => {
    let start: { x: number; y: number } | null = null
    let current = noPull
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = (next: Pull) => {
      current = next
      setPull(next)
    }

    function onStart(event: TouchEvent) {
      // A second finger cancels the pull.
      if (start) change(noPull)
      const finger = event.touches.length > 1 ? null : event.touches[0]
      const isFree = finger && current.phase !== 'refreshing' && !isScrolled(event)
      start = isFree ? { x: finger.clientX, y: finger.clientY } : null
    }
    function onMove(event: TouchEvent) {
      const finger = event.touches[0]
      if (!start || !finger) return
      const down = finger.clientY - start.y
      // A sideways or upward start is a swipe or a scroll, which the browser handles.
      if (current === noPull && down <= Math.abs(finger.clientX - start.x)) {
        start = null
        return
      }
      const next = pullTo(down)
      if (next !== noPull && event.cancelable) event.preventDefault()
      change(next)
    }
    function onEnd() {
      if (!start) return
      start = null
      if (current.phase !== 'releasing') return change(noPull)
      change({ phase: 'refreshing', distance: RELOAD_PX })
      timer = setTimeout(() => {
        refresh.current()
        change(noPull)
      }, REFRESH_TIMEOUT_MS)
    }

    // The system took the touch: a call, a gesture of its own, or another window.
    function onCancel() {
      if (start) change(noPull)
      start = null
    }

    document.addEventListener('touchstart', onStart, { passive: true })
    document.addEventListener('touchmove', onMove, { passive: false })
    document.addEventListener('touchend', onEnd)
    document.addEventListener('touchcancel', onCancel)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('touchstart', onStart)
      document.removeEventListener('touchmove', onMove)
      document.removeEventListener('touchend', onEnd)
      document.removeEventListener('touchcancel', onCancel)
    }
  }, [])
  return pull
}
