/**
 * Photos that were chosen and not yet uploaded: stored by the browser, so that a reload, an empty battery or a week
 * offline loses none. A browser without storage (private windows) uploads them as well.
 */
export type KeptPhoto = {
  key: string
  /** What it belongs to: a product, a draft, or `farm`. */
  of: string
  name: string
  blob: Blob
  /** Parts that our server has confirmed. */
  sentParts: number
  chosenAt: number
}

/** How long a photo waits, in milliseconds; older ones are deleted. */
const keptFor = 14 * 24 * 3_600_000

const open = (): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const asked = indexedDB.open('photos-to-send', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('photos', { keyPath: 'key' })
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => fail(asked.error)
  })

async function within<T>(mode: IDBTransactionMode, work: (photos: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const db = await open()
    return await new Promise<T>((done, fail) => {
      const asked = work(db.transaction('photos', mode).objectStore('photos'))
      asked.onsuccess = () => done(asked.result)
      asked.onerror = () => fail(asked.error)
    }).finally(() => db.close())
  } catch {
    return null
  }
}

export const keepPhoto = (photo: KeptPhoto) => within('readwrite', (photos) => photos.put(photo))
export const forgetPhoto = (key: string) => within('readwrite', (photos) => photos.delete(key))

/** The photos waiting for this product or farm, in the order in which they were chosen. */
export async function keptPhotos(of: string): Promise<KeptPhoto[]> {
  const all: KeptPhoto[] = (await within<KeptPhoto[]>('readonly', (photos) => photos.getAll())) ?? []
  const tooOld = all.filter(({ chosenAt }) => Date.now() - chosenAt > keptFor)
  for (const { key } of tooOld) await forgetPhoto(key)
  return all
    .filter((photo) => photo.of === of && !tooOld.includes(photo))
    .toSorted((a, b) => a.chosenAt - b.chosenAt || (a.key < b.key ? -1 : 1))
}
