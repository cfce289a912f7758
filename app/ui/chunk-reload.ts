import { chunkReload } from './constants.ts'

/** The session storage key for the time of the last reload because of a missing script, in ms since 1970. */
export const reloadedAtKey = 'chunk-reload-at'

/**
 * Whether a missing script may reload the page now; true at most once per `chunkReload.atMostEvery`, and the time is
 * stored. Offline a reload would only lose the open page, and without storage it could repeat for ever.
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

/** Loads this address as a document, the target or the open one; false if a reload is not allowed now. */
export function openAfresh(address: string | null): boolean {
  if (!mayReload(sessionStorage, Date.now(), navigator.onLine)) return false
  const here = location.pathname + location.search + location.hash
  if (address === null || address === here) location.reload()
  else location.assign(address)
  return true
}

/** A part of the program that could not be loaded. */
export class ChunkFailure extends Error {
  override name = 'ChunkFailure'
}
