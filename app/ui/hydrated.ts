import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False on the server and in the first render in the browser, true ever after: what needs a
 * script is shown only where one runs.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
