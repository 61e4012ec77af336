import { useEffect, useRef, useState } from 'react'

import type { MapPoint } from './map-point'

import { track } from '~/analytics/events'
import type { MapOptions } from './leaflet-map'

type Points = MapPoint[] | { from: string }

async function read(points: Points): Promise<MapPoint[]> {
  if (Array.isArray(points)) return points
  const response = await fetch(points.from, { headers: { Accept: 'application/json' } })
  if (!response.ok || response.redirected) throw new Error('no points')
  return ((await response.json()) as { points: MapPoint[] }).points
}

/**
 * A map that is loaded when it is asked for: the library, its styles and the points. `canShow` is
 * false until a script runs, so that no dead button is rendered on the server.
 */
export function useStoreMap(points: Points, options: Omit<MapOptions, 'points'>) {
  const place = useRef<HTMLDivElement>(null)
  const remove = useRef<(() => void) | null>(null)
  const [canShow, setCanShow] = useState(false)
  const [state, setState] = useState<'none' | 'loading' | 'shown' | 'failed'>('none')
  useEffect(() => {
    setCanShow(true)
    return () => remove.current?.()
  }, [])

  async function show() {
    setState('loading')
    track('Map:Open', {})
    try {
      const [{ drawMap }, all] = await Promise.all([import('./leaflet-map'), read(points)])
      if (!place.current) return
      remove.current?.()
      place.current.hidden = false
      remove.current = drawMap(place.current, { ...options, points: all })
      // The button that was pressed goes.
      place.current.focus({ preventScroll: true })
      setState('shown')
    } catch {
      setState('failed')
    }
  }

  return { place, canShow, state, show }
}
