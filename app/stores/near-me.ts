import { useEffect, useState, type MouseEvent } from 'react'

import { track } from '~/analytics/events'
import { withTimeout } from '~/lib/with-timeout'

const LONGEST_WAIT_MS = 10_000
/** The browser's own timeout excludes its prompt, and some browsers ignore it. */
const LIMIT_MS = 15_000
const SLOW_MS = 3000

const askPlace = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: LONGEST_WAIT_MS,
      maximumAge: 60_000,
    }),
  )

/**
 * Asks the browser for its location after a tap. Then submits the button's GET form with the
 * location in the fields `lat` and `lon`.
 */
export function useNearMe() {
  const [canAsk, setCanAsk] = useState(false)
  const [state, setState] = useState<'none' | 'asking' | 'slow' | 'refused'>('none')
  useEffect(() => setCanAsk('geolocation' in navigator), [])

  async function ask({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form || state === 'asking' || state === 'slow') return
    track('Stores:NearMe', {})
    setState('asking')
    const timer = setTimeout(() => setState('slow'), SLOW_MS)
    try {
      const { coords } = await withTimeout(askPlace, LIMIT_MS)
      setState('none')
      sendPlace(form, coords)
    } catch {
      setState('refused')
    } finally {
      clearTimeout(timer)
    }
  }

  return { canAsk, state, ask }
}

function sendPlace(form: HTMLFormElement, { latitude, longitude }: GeolocationCoordinates): void {
  for (const [name, value] of Object.entries({ lat: latitude, lon: longitude })) {
    const field = form.elements.namedItem(name)
    // About a hundred metres, because addresses of pages are stored in many places.
    if (field instanceof HTMLInputElement) field.value = value.toFixed(3)
  }
  // Safari below 16 cannot submit a form through listeners, so the page reloads.
  if ('requestSubmit' in form) form.requestSubmit()
  else (form as HTMLFormElement).submit()
}
