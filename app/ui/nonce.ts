import { createContext } from 'react'

/** The nonce without which the browser runs no inline script; known on the server only. */
export const NonceContext = createContext<string | undefined>(undefined)
