import { useLocation, useMatches, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { note } from './events'

let failure: number | undefined

/** The error screen reports its status before the view of its address is noted. */
export function useFailedView(status: number): void {
  useEffect(() => void (failure = status), [status])
}

/**
 * Notes the views that no document brings, once for each new entry of the history. The same screen
 * fetched anew is none, nor is a refused form or a jump within a page.
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
