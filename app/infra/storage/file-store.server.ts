import { join } from 'node:path'
import { Disk } from 'flydrive'
import type { Settings } from '#infra/settings.server.ts'
import { WholeFilesDriver } from './fs-driver.server.ts'
import { type StorageSettings, s3PlaceOf } from './storage-settings.server.ts'

/**
 * File storage under keys that we generate (ASCII, no personal names): the folder `files` of DATA_DIR, or a bucket. The
 * S3 engine is large; it is loaded with the first file, and never without a bucket.
 */
export function fileStore({ DATA_DIR, ...settings }: Pick<Settings, 'DATA_DIR'> & Partial<StorageSettings>) {
  const place = s3PlaceOf({ STORAGE: 'fs', ...settings })
  let opened: Promise<Disk> | null = null
  const disk = (): Promise<Disk> => {
    opened ??= place
      ? import('./s3-driver.server.ts').then(({ s3Driver }) => new Disk(s3Driver(place)))
      : Promise.resolve(new Disk(new WholeFilesDriver(join(DATA_DIR, 'files'))))
    return opened
  }
  return {
    /** For the operator. */
    place: place
      ? {
          name: `S3 ${place.bucket}（${place.endpoint ? new URL(place.endpoint).host : place.region}）`,
          advice: '設定 S3_… と、バケットの権限（読み取り・書き込み・削除・一覧）を確認してください。',
        }
      : { name: 'DATA_DIR/files', advice: 'DATA_DIR の空き容量と権限を確認してください。' },
    put: async (key: string, bytes: Uint8Array): Promise<void> => (await disk()).put(key, bytes),
    get: async (key: string): Promise<Uint8Array | null> => (await disk()).getBytes(key).catch(nullIfNotThere),
    delete: async (key: string): Promise<void> => (await disk()).delete(key),
    /** Every key of a folder, with its time of writing. */
    async *list(folder: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
      const { driver } = await disk()
      let paginationToken: string | undefined
      do {
        // the trailing slash: in a bucket `photos` would also match `photos-of-others/…`
        const page = await driver.listAll(`${folder}/`, {
          recursive: true,
          ...(paginationToken && { paginationToken }),
        })
        for (const object of page.objects) {
          if (!object.isFile) continue
          const said = await object.getMetaData().catch(nullIfNotThere)
          if (said) yield { key: object.key, writtenAt: said.lastModified }
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
}

/** A missing file is normal; a missing bucket has the same status 404, and is an error. */
function nullIfNotThere(error: unknown): null {
  if (isNotThere(error)) return null
  throw error
}

function isNotThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'ENOENT') || error.name === 'NoSuchKey' || isNotThere(error.cause)
}
