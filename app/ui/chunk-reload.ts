import { chunkReload } from './constants.ts'

/** The name under which the session storage keeps when a missing part last made us reload, in ms since 1970. */
export const reloadedAtKey = 'chunk-reload-at'

/**
 * Whether a missing part of the program may reload the page now; says yes at most once per `chunkReload.atMostEvery`
 * and remembers it. Without a signal a reload would only lose the page that is there, and where nothing can be
 * remembered it could repeat for ever.
 */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number, online: boolean): boolean {
  if (!online) return false
  try {
    const last = Number(storage.getItem(reloadedAtKey) ?? Number.NEGATIVE_INFINITY)
    if (now - last < chunkReload.atMostEvery) return false
    storage.setItem(reloadedAtKey, String(now))
    return true
  } catch {
    return false
  }
}

/** Loads this address as a document, the wanted one or the one that is open; false if a reload is not allowed now. */
export function openAfresh(address: string | null): boolean {
  if (!mayReload(sessionStorage, Date.now(), navigator.onLine)) return false
  const here = location.pathname + location.search + location.hash
  if (address === null || address === here) location.reload()
  else location.assign(address)
  return true
}

/** A part of the program that is neither here nor to be had. */
export class ChunkFailure extends Error {
  override name = 'ChunkFailure'
}
