import type { ReactNode } from 'react'
import type { JstDate } from '#kernel/jst.ts'
import type { OfferedDay } from '#modules/delivery/delivery-days.ts'
import { DeliveryDayChips } from '#modules/delivery/ui/delivery-day-chips.tsx'
import { CartForm, useCartFetcher } from './cart-form.tsx'

type Props = {
  legend: ReactNode
  days: readonly OfferedDay[]
  holidays: Readonly<Record<string, string>>
  wishedOn: JstDate | null
  /** Offers to clear the wished day. */
  clears?: boolean
}

/** The day on which everything should arrive. Each farm follows it where possible. */
export function WishedDayForm({ legend, days, holidays, wishedOn, clears = false }: Props) {
  const fetcher = useCartFetcher('wished-day')
  return (
    <CartForm fetcher={fetcher} intent="wished" className="grid min-w-0 gap-2" sendsOnChange>
      <DeliveryDayChips key={wishedOn} legend={legend} name="day" days={days} holidays={holidays} chosen={wishedOn} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn [@media(scripting:enabled)]:hidden" data-kind="line">
          この日を選択
        </button>
        {clears && wishedOn && (
          <button type="submit" name="day" value="" formNoValidate className="btn text-sub" data-kind="text">
            最短の日を選択
          </button>
        )}
      </div>
      <span role="status" className="visually-hidden">
        {fetcher.isIdle && fetcher.data !== undefined && 'お届け希望日を設定しました'}
      </span>
    </CartForm>
  )
}
