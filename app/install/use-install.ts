import { useSyncExternalStore } from 'react'

import { installStore, type InstallState } from './install-prompt'

/** The state of the installation in this browser; unknown on the server. */
export function useInstall(): InstallState {
  return useSyncExternalStore(installStore.subscribe, installStore.get, installStore.getOnServer)
}
