import { createContext } from 'react-router'

/** A page as it is sent. */
export type PackedPage = {
  body: Uint8Array<ArrayBuffer>
  /** Of the body; null: none. */
  encoding: string | null
}

/** One that is sent more than once. */
export type WrittenPage = PackedPage & {
  /** The inline scripts that may run, for the policy: hashes, so that the page is the same each time. */
  scripts: string
}

/** A page of the memory of pages (server/written-pages.ts). */
export type PageInMemory = {
  /** Null: not written before, or only once. */
  written: WrittenPage | null
  /** Whether it was asked for before, and so is worth keeping. */
  isRepeated: boolean
  keep(html: string, scripts: string): Promise<WrittenPage>
  /** As it is sent if it is not kept: packed fast rather than small. */
  packedOnce(html: string): Promise<PackedPage>
}

/** Finds a page by all that it is written from, its address and its data. Null: every page is written anew. */
export const writtenPages = createContext<((from: string) => PageInMemory) | null>(null)
