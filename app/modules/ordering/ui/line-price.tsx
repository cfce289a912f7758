import { formatYen } from '#kernel/format.ts'
import { priceWhyWord } from '#modules/pricing/price-words.ts'
import type { OrderLine } from '../order.ts'

type Props = { line: Pick<OrderLine, 'priceYen' | 'priceWhy' | 'listYen' | 'catchWeight' | 'unitLabel'> }

/** What one unit costs without tax, and why that is less than on the list of the day it was ordered. */
export const LinePrice = ({ line: { priceYen, priceWhy, listYen, catchWeight, unitLabel } }: Props) => (
  <span className="text-caption text-ink-2">
    <span className="whitespace-nowrap">
      {formatYen(priceYen)}/{catchWeight ? 'kg' : unitLabel}
    </span>
    {priceWhy !== null && priceWhy !== 'list' && (
      <>
        {' '}
        <b className="whitespace-nowrap text-pine-ink">{priceWhyWord[priceWhy]}</b>
        {listYen !== null && <span className="whitespace-nowrap">（ふつうは {formatYen(listYen)}）</span>}
      </>
    )}
  </span>
)
