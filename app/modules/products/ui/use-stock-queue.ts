import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOwner } from '#ui/device/use-owner.ts'
import type { StockQueue } from './stock-queue.ts'

const never = () => () => {}
const none = () => null

/** What waits for the stocks of this farm once the script has started. */
export function useStockQueue(loaded: unknown): StockQueue | null {
  const owner = useOwner()
  const [queue, setQueue] = useState<StockQueue | null>(null)
  useEffect(() => {
    let gone = false
    // loaded after the page: until then, and on a device without storage, a press is an ordinary form submission
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
  // data loaded after a response already includes it
  useEffect(() => {
    if (loaded) queue?.forgetAnswers()
  }, [queue, loaded])
  useEffect(() => queue?.start(), [queue])
  return queue
}

/** The current state of the queue; null before the script has started. */
export const useStockSaid = (queue: StockQueue | null) =>
  useSyncExternalStore<ReturnType<StockQueue['read']> | null>(queue?.listen ?? never, queue?.read ?? none, none)
