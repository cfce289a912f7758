import { createContext } from 'react-router'

/**
 * Set by the server on a request that says nothing of its sender (server/page-cache.ts). A page that is the same for
 * every such request sets `isShared`; it is then kept in memory and sent to others.
 */
export type Sharing = { isShared: boolean }

export const sharedPage = createContext<Sharing | null>(null)

/** A route states it by `export const handle = { shared: true }`: for visitors its page depends on the address alone. */
export const isSharedRoute = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'shared' in handle && handle.shared === true

/** Reads what is the same for all viewers; the server keeps it until something changes (server/shared-reads.ts). */
export type SharedReads = <T>(name: string, read: () => Promise<T>) => Promise<T>

export const sharedReads = createContext<SharedReads>((_, read) => read())
