import { createContext, use } from 'react'
import { useLocation } from 'react-router'

/** On the server: path and query of the page, also for a kept part (kept.tsx), which has no router. */
export const CurrentPathContext = createContext('')

/** Path and query of the page, to which a form without script returns. */
export const useCurrentPath: () => string = import.meta.env.SSR ? () => use(CurrentPathContext) : useLocated

function useLocated(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
