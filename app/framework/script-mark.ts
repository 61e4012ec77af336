import { createContext } from 'react'

/**
 * What our own scripts are marked with while the server renders, as their nonce; undefined in the browser.
 * No page leaves with it (own-scripts.server.ts).
 */
export const ScriptMarkContext = createContext<string | undefined>(undefined)
