import { useEffect, useRef, useState } from 'react'

import type { MapPoint } from './map-point'

import { track } from '~/analytics/events'
import type { MapOptions } from './leaflet-map'

export type Points = MapPoint[] | { from: string }

interface Read {
  points: MapPoint[]
  /** True when the search has more stores. */
  isCut: boolean
}

async function read(points: Points): Promise<Read> {
  if (Array.isArray(points)) return { points, isCut: false }
  const response = await fetch(points.from, { headers: { Accept: 'application/json' } })
  if (!response.ok || response.redirected) throw new Error('no points')
  return (await response.json()) as Read
}

/** As in `stores.module.css`: a screen with space for a map beside the list. */
const WIDE = '(scripting: enabled) and (min-width: 68.75em)'

/**
 * Loads a map on demand, or at once beside a list on a desktop: the library, its styles and the
 * locations. Redraws when the list changes.
 * `canShow` is false until hydration, so that the server renders no useless button.
 */
export function useStoreMap(points: Points, options: Omit<MapOptions, 'points'>, isBeside = false) {
  const place = useRef<HTMLDivElement>(null)
  const remove = useRef<(() => void) | null>(null)
  /** The latest of several drawings wins. */
  const turn = useRef(0)
  const [canShow, setCanShow] = useState(false)
  const [state, setState] = useState<'none' | 'loading' | 'shown' | 'cut' | 'failed'>('none')
  useEffect(() => {
    setCanShow(true)
    return () => remove.current?.()
  }, [])

  async function draw(takesFocus: boolean) {
    turn.current += 1
    const own = turn.current
    try {
      const [{ drawMap }, { points: all, isCut }] = await Promise.all([
        import('./leaflet-map'),
        read(points),
      ])
      const element = place.current
      if (!element || own !== turn.current) return
      remove.current?.()
      element.hidden = false
      remove.current = drawMap(element, { ...options, points: all })
      // The pressed button disappears, so the map takes the focus.
      if (takesFocus) element.focus({ preventScroll: true })
      setState(isCut ? 'cut' : 'shown')
    } catch {
      if (own !== turn.current) return
      remove.current?.()
      remove.current = null
      if (place.current) place.current.hidden = true
      setState('failed')
    }
  }

  const redraw = useRef(draw)
  useEffect(() => {
    redraw.current = draw
  })
  useEffect(() => {
    if (isBeside && window.matchMedia(WIDE).matches) void redraw.current(false)
  }, [isBeside])
  const address = 'from' in points ? points.from : null
  useEffect(() => {
    if (address && remove.current) void redraw.current(false)
  }, [address])

  function show() {
    setState('loading')
    track('Map:Open', {})
    void draw(true)
  }

  return { place, canShow, state, show }
}
