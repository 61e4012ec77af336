import { useEffect, useState, type MouseEvent } from 'react'

import { track } from '~/analytics/events'

const LONGEST_WAIT_MS = 10_000

/**
 * Asks the browser where it is, on a tap and never before, and sends the GET form of the button
 * with the place in its fields `lat` and `lon`.
 */
export function useNearMe() {
  const [canAsk, setCanAsk] = useState(false)
  const [state, setState] = useState<'none' | 'asking' | 'refused'>('none')
  useEffect(() => setCanAsk('geolocation' in navigator), [])

  function ask({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form) return
    track('Stores:NearMe', {})
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const fields = { lat: latitude, lon: longitude }
        for (const [name, value] of Object.entries(fields)) {
          const field = form.elements.namedItem(name)
          // To about a hundred metres: the address of a page is kept in many places.
          if (field instanceof HTMLInputElement) field.value = value.toFixed(3)
        }
        setState('none')
        // Safari below 16 has no way to send a form through its listeners: the page is loaded anew.
        if ('requestSubmit' in form) form.requestSubmit()
        else (form as HTMLFormElement).submit()
      },
      () => setState('refused'),
      { timeout: LONGEST_WAIT_MS, maximumAge: 60_000 },
    )
  }

  return { canAsk, state, ask }
}
