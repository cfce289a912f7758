import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Settings } from '../settings.server.ts'

/**
 * Where bytes are kept, under keys that we make ourselves (ASCII, no names of people). The folder `files` of
 * DATA_DIR; another store is another driver of the same disk.
 */
export function fileStore({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>) {
  const disk = new Disk(new FSDriver({ location: join(DATA_DIR, 'files'), visibility: 'private' }))
  return {
    put: (key: string, bytes: Uint8Array) => disk.put(key, bytes),
    get: (key: string): Promise<Uint8Array | null> => disk.getBytes(key).catch(nullIfNotThere),
    delete: (key: string) => disk.delete(key),
    /** Every key of a folder, with when it was written. */
    async *list(folder: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
      let paginationToken: string | undefined
      do {
        const page = await disk
          .listAll(folder, { recursive: true, ...(paginationToken && { paginationToken }) })
          .catch(nullIfNotThere)
        if (!page) return
        for (const object of page.objects)
          if (object.isFile) yield { key: object.key, writtenAt: (await disk.getMetaData(object.key)).lastModified }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
}

/** A file may be gone, and before the first one there is no folder. */
function nullIfNotThere(error: unknown): null {
  if (isNotThere(error)) return null
  throw error
}

function isNotThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ENOENT') || isNotThere(error.cause)
}
