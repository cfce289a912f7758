import { formatYen } from '#kernel/format.ts'
import type { Yen } from '#kernel/yen.ts'
import { type FreightRoom, freightRoom, withFreightPerKg } from './freight-room.ts'
import type { Quote, QuotedFarm, QuotedLine } from './quote.ts'
import { type RunWays, runWays } from './run-ways.ts'

/** A farm of the cart as the restaurant may see it: without the farm's internal settings. */
export type ShownFarm = Omit<
  QuotedFarm,
  | 'autoAccept'
  | 'policy'
  | 'vacations'
  | 'zone'
  | 'open'
  | 'freight'
  | 'rates'
  | 'lines'
  | 'ride'
  | 'run'
  | 'load'
  | 'share'
> & {
  lines: ShownLine[]
  /** A kilogram of what is in the cart, with its freight and without tax; null where the weight is not known. */
  withFreightPerKgYen: Yen | null
  /** The runs that may bring it, and what they cost; null: only the carrier does. */
  runWays: RunWays | null
}
/** How much others hold is confidential. */
export type ShownLine = Omit<QuotedLine, 'heldElsewhere'> & { freightRoom: FreightRoom | null }
export type ShownCart = Omit<Quote, 'farms' | 'kitchen'> & { kitchenName: string; farms: ShownFarm[] }

/** What is sent to the browser; the quote itself contains how the farm works. */
export function shownCart({ kitchen, farms, ...figures }: Quote): ShownCart {
  return { ...figures, kitchenName: kitchen.name, farms: farms.map(shownFarm) }
}

function shownFarm(farm: QuotedFarm): ShownFarm {
  const {
    autoAccept: _a,
    policy: _p,
    vacations: _v,
    zone: _z,
    open: _o,
    freight: _f,
    rates: _r,
    ride: _ride,
    run: _run,
    load: _load,
    share: _share,
    ...shown
  } = farm
  return {
    ...shown,
    withFreightPerKgYen: withFreightPerKg(farm),
    runWays: runWays(farm),
    lines: farm.lines.map(({ heldElsewhere: _, ...line }) => ({ ...line, freightRoom: freightRoom(farm, line) })),
  }
}

/** Any line by weight makes the total an estimate with an upper limit. */
export const isEstimate = (cart: Pick<ShownCart, 'totalYen' | 'ceilingTotalYen'>): boolean =>
  cart.ceilingTotalYen > cart.totalYen

/** What the freight of a farm adds, before tax: less than nothing if the freight of the order that is joined falls. */
export const freightText = ({
  freightWaived,
  joins,
  freightYen,
}: Pick<ShownFarm, 'freightWaived' | 'freightYen'> & { joins: unknown }): string =>
  freightWaived && freightYen >= 0 ? '送料無料' : `${joins ? '送料の差額' : '送料'} ${formatYen(freightYen)}`
