import { useLocation, useMatches, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { note } from './events'

let failure: number | undefined

/** Reports the status of an error screen before the view of its address is sent. */
export function useFailedView(status: number): void {
  useEffect(() => void (failure = status), [status])
}

/**
 * Sends views of client-side navigations, once for each new history entry. Refreshes, refused
 * forms and jumps within a page are no views.
 */
export function useScreenViews(): void {
  const location = useLocation()
  const { state, formMethod } = useNavigation()
  const routeId = useMatches().at(-1)?.id
  const shown = useRef(location)
  const isForm = useRef(false)
  useEffect(() => {
    if (state !== 'idle') isForm.current = /post/i.test(formMethod ?? '')
  }, [state, formMethod])
  useEffect(() => {
    const from = shown.current
    const failed = failure
    failure = undefined
    if (location.key === from.key) return
    shown.current = location
    const url = location.pathname + location.search
    const isSame = url === from.pathname + from.search
    if (isSame && (isForm.current || from.hash || location.hash)) return
    note('Arrival', {
      routeId,
      url,
      from: isForm.current ? null : from.pathname,
      ...(failed && { failure: failed }),
    })
  }, [location, routeId])
}
