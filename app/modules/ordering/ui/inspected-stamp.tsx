import { jstDateOf } from '#kernel/jst.ts'
import { Stamp } from '#ui/market.tsx'

/** 検収済, with the day in Japan on which it was done: 11.24. */
export function InspectedStamp({ at, lands = false }: { at: Date; lands?: boolean }) {
  const day = jstDateOf(at)
  return <Stamp word="検収済み" date={`${Number(day.slice(5, 7))}.${Number(day.slice(8, 10))}`} lands={lands} />
}
