import { createContext } from 'react'

/** The word without which the browser runs no inline script; known on the server only. */
export const NonceContext = createContext<string | undefined>(undefined)
