/**
 * Photos that were chosen and have not arrived: kept by the browser as they are sent, so that a reload, a dead battery or
 * a week without a signal loses none. A browser that keeps nothing (private windows) sends them all the same.
 */
export type KeptPhoto = {
  key: string
  /** What it hangs on: a product, a draft, or `farm`. */
  of: string
  name: string
  blob: Blob
  /** Parts that our server has confirmed. */
  sentParts: number
  chosenAt: number
}

/** Milliseconds for which a photo waits; older ones are forgotten. */
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

/** Those that wait for this thing, in the order in which they were chosen. */
export async function keptPhotos(of: string): Promise<KeptPhoto[]> {
  const all: KeptPhoto[] = (await within<KeptPhoto[]>('readonly', (photos) => photos.getAll())) ?? []
  const tooOld = all.filter(({ chosenAt }) => Date.now() - chosenAt > keptFor)
  for (const { key } of tooOld) await forgetPhoto(key)
  return all
    .filter((photo) => photo.of === of && !tooOld.includes(photo))
    .toSorted((a, b) => a.chosenAt - b.chosenAt || (a.key < b.key ? -1 : 1))
}
