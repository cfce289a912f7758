import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { MutationStore } from './mutation-sender.ts'
import { joined, type NewQueuedMutation, type QueuedMutation } from './queued-mutation.ts'

interface Kept extends DBSchema {
  /** The number is the order of submission. */
  presses: { key: number; value: QueuedMutation; indexes: { key: string } }
}

/** The queue in IndexedDB: a reload, a crash or an empty battery loses nothing. */
export async function openMutationStore(): Promise<MutationStore> {
  const db = await openDB<Kept>('presses', 1, {
    upgrade(fresh) {
      fresh.createObjectStore('presses', { autoIncrement: true }).createIndex('key', 'key', { unique: true })
    },
    // another tab brings a newer version
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
  return {
    all: () => db.getAll('presses'),
    async add(press, join) {
      const { store, done } = db.transaction('presses', 'readwrite')
      const { remove, add } = joined(await store.getAll(), press, join)
      const old = remove === null ? undefined : await store.index('key').getKey(remove)
      if (old !== undefined) await store.delete(old)
      if (add && (await store.index('key').getKey(add.key)) === undefined) await store.add(asNew(add))
      await done
    },
    take: (key) => changed(db, key, (press) => ({ ...press, tried: true })),
    async refuse(key, sentence) {
      await changed(db, key, (press) => ({ ...press, refused: sentence }))
    },
    async remove(keys) {
      const { store, done } = db.transaction('presses', 'readwrite')
      for (const key of keys) {
        const at = await store.index('key').getKey(key)
        if (at !== undefined) await store.delete(at)
      }
      await done
    },
  }
}

const asNew = (press: NewQueuedMutation): QueuedMutation => ({ ...press, tried: false, refused: null })

async function changed(
  db: IDBPDatabase<Kept>,
  key: string,
  change: (press: QueuedMutation) => QueuedMutation,
): Promise<QueuedMutation | null> {
  const { store, done } = db.transaction('presses', 'readwrite')
  const at = await store.index('key').getKey(key)
  const before = at === undefined ? undefined : await store.get(at)
  const after = before && change(before)
  if (after) await store.put(after, at)
  await done
  return after ?? null
}
