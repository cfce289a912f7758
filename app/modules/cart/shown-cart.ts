import type { Quote, QuotedFarm } from './quote.ts'

/** A farm of the cart as the restaurant may see it: not what the farm pays us, not how it works. */
export type ShownFarm = Omit<QuotedFarm, 'commissionBp' | 'autoAccept' | 'policy' | 'vacations' | 'zone'>
export type ShownCart = Omit<Quote, 'farms' | 'kitchen'> & { kitchenName: string; farms: ShownFarm[] }

/** What leaves for the browser; a quote as it is holds the commission. */
export function shownCart({ kitchen, farms, ...figures }: Quote): ShownCart {
  return { ...figures, kitchenName: kitchen.name, farms: farms.map(shownFarm) }
}

function shownFarm(farm: QuotedFarm): ShownFarm {
  const { commissionBp: _, autoAccept: _a, policy: _p, vacations: _v, zone: _z, ...shown } = farm
  return shown
}

/** Any line by weight makes the total an estimate with an upper limit. */
export const isEstimate = (cart: Pick<ShownCart, 'totalYen' | 'ceilingTotalYen'>): boolean =>
  cart.ceilingTotalYen > cart.totalYen
