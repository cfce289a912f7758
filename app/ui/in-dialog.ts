import { createContext } from 'react'

/** Whether the element is in a dialog already: dialogs are not nested. */
export const InDialog = createContext(false)
