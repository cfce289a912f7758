import { formatYen } from '#kernel/format.ts'
import type { Quote, QuotedFarm, QuotedLine } from './quote.ts'

/** A farm of the cart as the restaurant may see it: without the commission and the farm's internal settings. */
export type ShownFarm = Omit<
  QuotedFarm,
  'commissionBp' | 'autoAccept' | 'policy' | 'vacations' | 'zone' | 'open' | 'lines'
> & { lines: ShownLine[] }
/** How much others hold is confidential. */
export type ShownLine = Omit<QuotedLine, 'heldElsewhere'>
export type ShownCart = Omit<Quote, 'farms' | 'kitchen'> & { kitchenName: string; farms: ShownFarm[] }

/** What is sent to the browser; the quote itself contains the commission. */
export function shownCart({ kitchen, farms, ...figures }: Quote): ShownCart {
  return { ...figures, kitchenName: kitchen.name, farms: farms.map(shownFarm) }
}

function shownFarm(farm: QuotedFarm): ShownFarm {
  const { commissionBp: _, autoAccept: _a, policy: _p, vacations: _v, zone: _z, open: _o, ...shown } = farm
  return { ...shown, lines: shown.lines.map(({ heldElsewhere: _, ...line }) => line) }
}

/** Any line by weight makes the total an estimate with an upper limit. */
export const isEstimate = (cart: Pick<ShownCart, 'totalYen' | 'ceilingTotalYen'>): boolean =>
  cart.ceilingTotalYen > cart.totalYen

/** What the freight of a farm adds, before tax. */
export const freightText = ({ freightWaived, joins, freightYen }: ShownFarm): string =>
  freightWaived ? '送料無料' : `${joins ? '送料の差額' : '送料'} ${formatYen(freightYen)}`
