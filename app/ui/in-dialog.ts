import { createContext } from 'react'

/** Whether what is asked stands in a dialog already: there is no dialog on a dialog. */
export const InDialog = createContext(false)
