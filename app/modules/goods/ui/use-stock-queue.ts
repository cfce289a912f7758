import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOwner } from '#ui/device/use-owner.ts'
import type { StockQueue } from './stock-queue.ts'

const never = () => () => {}
const none = () => null

/** What waits about the stocks of this farm once the script has started. */
export function useStockQueue(loaded: unknown): StockQueue | null {
  const owner = useOwner()
  const [queue, setQueue] = useState<StockQueue | null>(null)
  useEffect(() => {
    let gone = false
    // comes after the page: until then, and on a device that keeps nothing, a press is an ordinary form
    if (owner !== null)
      void import('./stock-queue.ts')
        .then(({ stockQueue }) => stockQueue(owner))
        .then(
          (started) => !gone && setQueue(started),
          () => {},
        )
    return () => {
      gone = true
    }
  }, [owner])
  // what was loaded later than an answer knows of it
  useEffect(() => {
    if (loaded) queue?.forgetAnswers()
  }, [queue, loaded])
  useEffect(() => queue?.start(), [queue])
  return queue
}

/** What the queue knows at this moment; null before the script has started. */
export const useStockSaid = (queue: StockQueue | null) =>
  useSyncExternalStore<ReturnType<StockQueue['read']> | null>(queue?.listen ?? never, queue?.read ?? none, none)
