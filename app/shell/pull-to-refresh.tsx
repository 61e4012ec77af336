import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

import { useLaterIcon } from '~/ui/icon'
import { IconButton } from '~/ui/icon-button'

import { useHydrated } from 'remix-utils/use-hydrated'
import styles from './pull-to-refresh.module.css'
import { letGo, noPull, pullTexts, pullTo, REFRESH_TIMEOUT_MS, type Pull } from './pull'

/** Fetches the screen's data again: by a pull from the top, and by a button for everyone else. */
export function Refresh() {
  const { revalidate, state } = useRevalidator()
  const { phase, distance } = usePull(revalidate)
  const isHydrated = useHydrated()
  useLaterIcon('refresh')
  const text = phase === 'pending' && state === 'loading' ? pullTexts.refreshing : pullTexts[phase]
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
 * Whether a finger may go down for another reason: in a page that is zoomed in, or in what can be scrolled up itself,
 * such as a long text in its field.
 */
function isScrolled(target: EventTarget | null): boolean {
  if ((window.visualViewport?.scale ?? 1) > 1) return true
  for (let each = target as Element | null; each; each = each.parentElement)
    if (each.scrollTop > 0) return true
  return false
}

/** Follows a finger that pulls a page down which stands at its top. */
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

    function onStart({ touches, target }: TouchEvent) {
      // A second finger gives up what the first one pulls.
      if (start) change(noPull)
      const finger = touches.length === 1 ? touches[0] : null
      const isFree = current.phase !== 'refreshing' && window.scrollY <= 0 && !isScrolled(target)
      start = finger && isFree ? { x: finger.clientX, y: finger.clientY } : null
    }
    function onMove(event: TouchEvent) {
      if (!start) return
      const { clientX = 0, clientY = 0 } = event.touches[0] ?? {}
      const down = clientY - start.y
      // Whoever begins sideways, or upwards, pushes something aside or scrolls: that is the browser's.
      if (current.phase === 'pending' && down <= Math.abs(clientX - start.x)) {
        start = null
        return
      }
      const next = pullTo(down)
      if (next.phase !== 'pending' && event.cancelable) event.preventDefault()
      change(next)
    }
    function onEnd() {
      if (!start) return
      start = null
      change(letGo(current))
      if (current.phase !== 'refreshing') return
      timer = setTimeout(() => {
        refresh.current()
        change(noPull)
      }, REFRESH_TIMEOUT_MS)
    }

    document.addEventListener('touchstart', onStart, { passive: true })
    document.addEventListener('touchmove', onMove, { passive: false })
    document.addEventListener('touchend', onEnd)
    document.addEventListener('touchcancel', onEnd)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('touchstart', onStart)
      document.removeEventListener('touchmove', onMove)
      document.removeEventListener('touchend', onEnd)
      document.removeEventListener('touchcancel', onEnd)
    }
  }, [])
  return pull
}
