import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Draft, draftText, readDraft } from '#kernel/draft.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { useOwner } from '#ui/device/use-owner.ts'

/** What was ticked and typed about an order, by field. */
export type Marks = Readonly<Record<string, string>>

type About = Pick<OrderSummary, 'id' | 'version' | 'lines'>

/**
 * Which state of an order marks are about: after another delivery than the one that was looked at they mean nothing any
 * more.
 */
export const stampOf = ({ version, lines }: Pick<About, 'version' | 'lines'>): string =>
  [
    version,
    ...lines.map(({ quantities: { shipped } }) => (shipped ? `${shipped.qty}/${shipped.grams ?? ''}` : '')),
  ].join('_')

const all = 'arrival:'
const ofOrder = (owner: string, id: OrderId) => `${all}${owner}:${id}:`
const keyOf = (owner: string, order: About) => ofOrder(owner, order.id) + stampOf(order)

/** A browser may refuse to store anything; then nothing is restored, and no harm is done. */
function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const read = (key: string): Draft | null => quietly(() => readDraft(localStorage.getItem(key), new Date()))

function forget(keep: (key: string) => boolean): void {
  quietly(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(all) && !keep(key)) localStorage.removeItem(key)
  })
}

/**
 * The marks of a receiving list, stored on this device as they are made, for this user alone: they survive a reload, a
 * lost signal and the end of a session, and another tab shows them at once. They are gone with the receipt, or when the
 * delivery is no longer the one that was looked at. `shown` counts the changes by another tab, so that a card can be
 * drawn anew.
 */
export function useArrivalMarks(open: readonly About[], done: readonly { id: OrderId }[]) {
  const owner = useOwner()
  const [stored, setStored] = useState<{ marks: ReadonlyMap<string, Marks>; shown: number }>(nothing)
  const keys = useMemo(() => new Map(owner ? open.map((order) => [keyOf(owner, order), order.id]) : []), [owner, open])

  useEffect(() => {
    const load = () => {
      const marks = new Map<string, Marks>()
      for (const [key, id] of keys) {
        const draft = read(key)
        if (draft) marks.set(id, Object.fromEntries(draft.fields))
      }
      setStored(({ shown }) => ({ marks, shown: shown + 1 }))
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || keys.has(key)) load()
    }
    load()
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [keys])

  useEffect(() => {
    if (!owner) return
    const received = done.map(({ id }) => ofOrder(owner, id))
    const ofOpen = open.map(({ id }) => ofOrder(owner, id))
    forget((key) => {
      if (received.some((prefix) => key.startsWith(prefix))) return false
      // of another state of an order that is on this page
      if (ofOpen.some((prefix) => key.startsWith(prefix))) return keys.has(key)
      return read(key) !== null
    })
  }, [owner, open, done, keys])

  const save = useCallback(
    (id: OrderId, fields: readonly (readonly [string, string])[]) => {
      const key = [...keys].find(([, of]) => of === id)?.[0]
      if (key) quietly(() => localStorage.setItem(key, draftText({ savedAt: new Date(), fields })))
    },
    [keys],
  )
  return { ...stored, save }
}

const nothing = { marks: new Map<string, Marks>(), shown: 0 }
