import { useRouteLoaderData } from 'react-router'

/** Whose pages and presses this device keeps: the mark that the root of every page carries; null for nobody's. */
export function useOwner(): string | null {
  const root: unknown = useRouteLoaderData('root')
  const isMarked = typeof root === 'object' && root !== null && 'mark' in root
  return isMarked && typeof root.mark === 'string' ? root.mark : null
}
