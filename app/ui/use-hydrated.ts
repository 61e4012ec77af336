import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and at the first rendering in the browser, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
