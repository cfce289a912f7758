import { formatYen } from '#kernel/format.ts'
import { priceWhyWord } from '#modules/pricing/price-labels.ts'
import type { OrderLine } from '../order.ts'

type Props = { line: Pick<OrderLine, 'priceYen' | 'priceWhy' | 'listYen' | 'catchWeight' | 'unitLabel'> }

/** The unit price without tax, and why it is lower than the list price of the day it was ordered. */
export const LinePrice = ({ line: { priceYen, priceWhy, listYen, catchWeight, unitLabel } }: Props) => (
  <span className="text-caption text-ink-2">
    <span className="whitespace-nowrap">
      {formatYen(priceYen)}/{catchWeight ? 'kg' : unitLabel}
    </span>
    {priceWhy !== null && priceWhy !== 'list' && (
      <>
        {' '}
        <b className="whitespace-nowrap text-pine-ink">{priceWhyWord[priceWhy]}</b>
        {listYen !== null && <span className="whitespace-nowrap">（通常 {formatYen(listYen)}）</span>}
      </>
    )}
  </span>
)
