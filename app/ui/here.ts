import { createContext, use } from 'react'
import { useLocation } from 'react-router'

/** On the server: path and query of the page, also for a kept part (kept.tsx), which has no router. */
export const HereContext = createContext('')

/** Path and query of the page, to which a form without script returns. */
export const useHere: () => string = import.meta.env.SSR ? () => use(HereContext) : useLocated

function useLocated(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
