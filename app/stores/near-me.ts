import { useEffect, useState, type MouseEvent } from 'react'

import { track } from '~/analytics/events'
import { withTimeLimit } from '~/lib/time-limit'

const LONGEST_WAIT_MS = 10_000
/** The browser's own wait does not count its question, nor does every browser keep to it. */
const LIMIT_MS = 15_000

const askPlace = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: LONGEST_WAIT_MS,
      maximumAge: 60_000,
    }),
  )

/**
 * Asks the browser where it is, on a tap and never before, and sends the GET form of the button
 * with the place in its fields `lat` and `lon`.
 */
export function useNearMe() {
  const [canAsk, setCanAsk] = useState(false)
  const [state, setState] = useState<'none' | 'asking' | 'refused'>('none')
  useEffect(() => setCanAsk('geolocation' in navigator), [])

  async function ask({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form || state === 'asking') return
    track('Stores:NearMe', {})
    setState('asking')
    try {
      const { coords } = await withTimeLimit(askPlace, LIMIT_MS)
      setState('none')
      sendPlace(form, coords)
    } catch {
      setState('refused')
    }
  }

  return { canAsk, state, ask }
}

function sendPlace(form: HTMLFormElement, { latitude, longitude }: GeolocationCoordinates): void {
  for (const [name, value] of Object.entries({ lat: latitude, lon: longitude })) {
    const field = form.elements.namedItem(name)
    // To about a hundred metres: the address of a page is stored in many places.
    if (field instanceof HTMLInputElement) field.value = value.toFixed(3)
  }
  // Safari below 16 has no way to send a form through its listeners: the page is loaded anew.
  if ('requestSubmit' in form) form.requestSubmit()
  else (form as HTMLFormElement).submit()
}
