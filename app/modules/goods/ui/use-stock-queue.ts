import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import type { StockQueue } from './stock-queue.ts'

const never = () => () => {}
const none = () => null

/** The queue of this farm once the script has started; when all has arrived, the page is read again. */
export function useStockQueue(farmId: string, loaded: unknown): StockQueue | null {
  const [queue, setQueue] = useState<StockQueue | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let gone = false
    // comes after the page: until then a press is an ordinary form
    void import('./stock-queue.ts').then(({ stockQueue }) => {
      if (!gone) setQueue(stockQueue(farmId))
    })
    return () => {
      gone = true
    }
  }, [farmId])
  // what was loaded later than an answer knows of it
  useEffect(() => {
    if (loaded) queue?.forgetAnswers()
  }, [queue, loaded])
  useEffect(() => {
    if (!queue) return
    let wasWaiting = false
    const deaf = queue.listen(() => {
      const { waiting, known, refused } = queue.read()
      if (waiting.length === 0 && wasWaiting && known.size + refused.size > 0) void revalidate()
      wasWaiting = waiting.length > 0
    })
    const stop = queue.start()
    return () => {
      stop()
      deaf()
    }
  }, [queue, revalidate])
  return queue
}

/** What the queue knows at this moment; null before the script has started. */
export const useStockSaid = (queue: StockQueue | null) =>
  useSyncExternalStore<ReturnType<StockQueue['read']> | null>(queue?.listen ?? never, queue?.read ?? none, none)
