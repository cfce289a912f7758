import { Moon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDeadline, formatRemaining, weekdayWord } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { Furrows } from '#ui/market.tsx'

type Props = {
  deliveryOn: JstDate
  cutoffAt: Date
  /** The user has chosen this day; it need not be the next possible one. */
  chosen: boolean
  farms: readonly string[]
  because: 'cart' | 'usual' | 'last'
  slot: string
  holiday: string | null
  now: Date
  /** The way to another day. */
  change: ReactNode
}

/** The next possible delivery day, and how long ordering for it is still possible. */
export function DeadlineBanner({ deliveryOn, cutoffAt, chosen, farms, because, slot, holiday, now, change }: Props) {
  const moment = useMinute(now)
  const remaining = formatRemaining(cutoffAt, moment)
  const figure = 'num text-[2.125rem] leading-none text-[light-dark(#fff,#ffd65a)]'
  return (
    <section
      aria-labelledby="next-delivery"
      className="relative bg-[light-dark(#17583a,#1c3a2a)] px-4 py-4 text-white lg:px-8 lg:py-6 min-[75rem]:rounded-t-carton min-[75rem]:rounded-b-card"
    >
      <Furrows className="absolute inset-0 h-full w-full overflow-hidden text-white opacity-[.13]" />
      <div className="menu-row flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h2 id="next-delivery" className="text-sub font-bold">
            {chosen ? '選択中のお届け日' : '次回のお届け可能日'}
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-0.5 font-bold">
            <span className={figure}>{Number(deliveryOn.slice(5, 7))}</span>
            <span className="text-h3">月</span>
            <span className={figure}>{Number(deliveryOn.slice(8, 10))}</span>
            <span className="text-h3">
              日({weekdayWord(deliveryOn)}
              {holiday && '・祝'})
            </span>
            <span className="ms-2 text-h4">{slot}</span>
          </p>
        </div>
        {change}
      </div>
      <p className="relative mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.9375rem] font-bold lg:gap-x-3 lg:text-body">
        <Moon aria-hidden="true" size={20} />
        <span className="whitespace-nowrap">締切 {formatDeadline(cutoffAt, now)}</span>
        {remaining ? (
          <>
            <span aria-hidden="true" className="h-2 min-w-10 grow overflow-hidden rounded-full bg-white/30">
              <span
                className="block h-full rounded-full bg-[#ffcf33]"
                style={{ width: `${shareLeft(cutoffAt, moment)}%` }}
              />
            </span>
            <span role="timer" className="whitespace-nowrap">
              {remaining}
            </span>
          </>
        ) : (
          <span className="whitespace-nowrap">締切を過ぎました</span>
        )}
      </p>
      <p className="relative mt-1 text-caption">
        {farmsOf[because]}（{farms.join('、')}）の場合
      </p>
    </section>
  )
}

const farmsOf = { cart: 'かごの農園', usual: 'いつもの農園', last: '前回注文した農園' }

/** How much is left of the last day before the deadline. */
const shareLeft = (cutoffAt: Date, now: Date) =>
  Math.max(2, Math.min(100, Math.round((cutoffAt.getTime() - now.getTime()) / 864_000)))

/** The time, updated every half minute; starts with the server's, so that both render the same. */
function useMinute(start: Date): Date {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const ahead = start.getTime() - Date.now()
    const ticking = setInterval(() => setNow(new Date(Date.now() + ahead)), 30_000)
    return () => clearInterval(ticking)
  }, [start])
  return now
}
