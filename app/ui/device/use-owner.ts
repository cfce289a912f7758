import { useRouteLoaderData } from 'react-router'

/** The owner of the pages and mutations on this device: the mark that the root of every page carries; null for none. */
export function useOwner(): string | null {
  const root: unknown = useRouteLoaderData('root')
  const isMarked = typeof root === 'object' && root !== null && 'mark' in root
  return isMarked && typeof root.mark === 'string' ? root.mark : null
}
