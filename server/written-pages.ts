import { hash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import type { PageInMemory, WrittenPage } from '../app/web/written-pages.ts'
import { encodingFor, packed, packedOnce } from './compress.ts'

/** How long a page is of use: most have the minute in them. */
const keptMs = 60_000

/** `written`: null after the first time, which may be the only one. */
type Entry = { at: number; written: WrittenPage | null }

type Options = {
  clock: Clock
  /** Bytes of bodies. */
  mostBytes?: number
  /** Pages, with those of which only the key is known. */
  most?: number
}

/**
 * Pages that are not the same for all, compressed, in the memory of this process for a minute. The key is the hash of the
 * address and of all data of the page: its loaders have answered anew, with the same (docs/decisions/0106).
 */
export function pagesWritten({ clock, mostBytes = 8 * 1024 * 1024, most = 5_000 }: Options) {
  const pages = new Map<string, Entry>()
  let bytes = 0

  function forget(key: string): void {
    bytes -= pages.get(key)?.written?.body.byteLength ?? 0
    pages.delete(key)
  }

  function put(key: string, written: WrittenPage | null): void {
    const at = clock.now().getTime()
    forget(key)
    pages.set(key, { at, written })
    bytes += written?.body.byteLength ?? 0
    for (const [oldest, entry] of pages) {
      if (bytes <= mostBytes && pages.size <= most && at - entry.at < keptMs) break
      forget(oldest)
    }
  }

  return (request: Request) => {
    const encoding = encodingFor(request)
    return (from: string): PageInMemory => {
      const key = `${encoding} ${hash('sha256', from, 'base64')}`
      const found = pages.get(key)
      const known = found && clock.now().getTime() - found.at < keptMs ? found : undefined
      if (!known) put(key, null)
      return {
        written: known?.written ?? null,
        isRepeated: known !== undefined,
        async keep(html, scripts) {
          const plain = Buffer.from(html)
          const body = new Uint8Array(encoding ? await packed(encoding, plain) : plain)
          put(key, { body, encoding, scripts })
          return { body, encoding, scripts }
        },
        packedOnce: (html) => packedOnce(request, Buffer.from(html)),
      }
    }
  }
}
