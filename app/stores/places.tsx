import { Form } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'

import { Button } from '~/ui/button'
import { Chips, type LinkView } from '~/ui/chips'
import { track } from '~/analytics/events'
import { withTimeout } from '~/lib/with-timeout'

import type { StoreSearch } from './store-list.server'
import styles from './stores.module.css'

const MAX_WAIT_MS = 10_000
/** The browser's own timeout excludes its prompt, and some browsers ignore it. */
const LIMIT_MS = 15_000
const SLOW_MS = 3000

const askPlace = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: MAX_WAIT_MS,
      maximumAge: 60_000,
    }),
  )

/**
 * Asks the browser for its location after a tap. Then submits the button's GET form with the
 * location in the fields `lat` and `lon`.
 */
function useNearMe() {
  const [state, setState] = useState<'none' | 'asking' | 'slow' | 'refused'>('none')

  async function ask(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    const { form } = event.currentTarget
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

  return { state, ask }
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

const texts = {
  none: '',
  asking: '',
  slow: 'Ваше место пока не определилось. Магазин можно найти и по адресу.',
  refused: 'Место узнать не удалось. Найдите магазин по адресу.',
}

type PlacesProps = {
  search: StoreSearch
  /** Links to the lists of cities; the nearest stores' comes first while it is shown. */
  links: LinkView[]
  returnTo: string | null
}

/** Cities as links, and a button for the nearest stores, which is hidden without a script. */
export function Places({ search, links, returnTo }: PlacesProps) {
  const { state, ask } = useNearMe()
  const isAsking = state === 'asking' || state === 'slow'
  return (
    <Form method="get" action="/stores">
      <input type="hidden" name="lat" defaultValue="" />
      <input type="hidden" name="lon" defaultValue="" />
      {search.type && <input type="hidden" name="type" value={search.type} />}
      {search.openNow && <input type="hidden" name="open" value="1" />}
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <Chips
        label="Города"
        links={links}
        first={
          !search.near && (
            <li className={styles.near}>
              <Button
                variant="secondary"
                size="small"
                icon="map-pin"
                onClick={ask}
                aria-disabled={isAsking || undefined}
              >
                {isAsking ? 'Ищем…' : 'Рядом со мной'}
              </Button>
            </li>
          )
        }
      />
      <p className={styles.refused} role="status">
        {texts[state]}
      </p>
    </Form>
  )
}
