import type { Quote, QuotedFarm, QuotedLine } from './quote.ts'

/** A farm of the cart as the restaurant may see it: not what the farm pays us, not how it works. */
export type ShownFarm = Omit<
  QuotedFarm,
  'commissionBp' | 'autoAccept' | 'policy' | 'vacations' | 'zone' | 'open' | 'lines'
> & { lines: ShownLine[] }
/** How much others hold is their affair. */
export type ShownLine = Omit<QuotedLine, 'heldElsewhere'>
export type ShownCart = Omit<Quote, 'farms' | 'kitchen'> & { kitchenName: string; farms: ShownFarm[] }

/** What leaves for the browser; a quote as it is holds the commission. */
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
