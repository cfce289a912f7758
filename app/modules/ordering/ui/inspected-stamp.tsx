import { jstDateOf } from '#kernel/jst.ts'
import { Stamp, stampDay } from '#ui/market.tsx'

/** 検収済, with the day in Japan on which it was done: 11.24. */
export function InspectedStamp({ at, lands = false }: { at: Date; lands?: boolean }) {
  const day = jstDateOf(at)
  return <Stamp word="検収済み" date={stampDay(day)} lands={lands} />
}
