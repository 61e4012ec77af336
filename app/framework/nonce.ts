import { createContext } from 'react'

/** The nonce of the content security policy while the server renders; browsers hide it again. */
export const NonceContext = createContext('')
