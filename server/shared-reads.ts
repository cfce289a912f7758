import type { PublicChanges } from '#infra/realtime/public-changes.server.ts'
import type { SharedReads } from '../app/web/shared-page.ts'

type Kept = { version: number; value: Promise<unknown> }

const mostKept = 200

/** Keeps each value until something that visitors see changes; reads anew while changes cannot be heard. */
export function readsUntilChange(changes: PublicChanges): SharedReads {
  const kept = new Map<string, Kept>()
  return async <T>(name: string, read: () => Promise<T>): Promise<T> => {
    if (!(await changes.isCurrent())) return await read()
    const known = kept.get(name)
    if (known?.version === changes.version()) return (await known.value) as T
    const value = read()
    const mine: Kept = { version: changes.version(), value }
    kept.delete(name)
    kept.set(name, mine)
    value.catch(() => {
      if (kept.get(name) === mine) kept.delete(name)
    })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return await value
  }
}
