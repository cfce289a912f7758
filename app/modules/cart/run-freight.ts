import type { FarmId, RunId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, zeroYen } from '#kernel/yen.ts'
import type { FreightLine } from '#modules/delivery/freight.ts'
import type { Parcel } from '#modules/delivery/parcels.ts'
import { freePoints, type RunOffer } from '#modules/runs/run.ts'
import { type Agreed, type RunLoad, shareFreight, splitByPoints } from '#modules/runs/shared-freight.ts'
import type { OpenOrder } from './open-order.ts'

/** The runs that bring the goods of a farm to this kitchen, and the one that the chef chose. */
export type FarmRide = { offers: readonly RunOffer[]; chosen: RunId | null }

type Riding = { temperature: RunOffer['temperatures'][number] }

/** The runs that take all of these goods. */
export const offersFor = (ride: FarmRide | undefined, lines: readonly Riding[]): readonly RunOffer[] =>
  (ride?.offers ?? []).filter(({ temperatures }) => lines.every((line) => temperatures.includes(line.temperature)))

/** The chosen run, as long as it takes the goods; else they go by the carrier. */
export const runOf = (ride: FarmRide | undefined, lines: readonly Riding[]): RunOffer | null =>
  offersFor(ride, lines).find(({ runId }) => runId === ride?.chosen) ?? null

export const loadOf = (parcels: readonly Pick<Parcel, 'sizePoints'>[]): RunLoad => ({
  points: parcels.reduce((sum, { sizePoints }) => sum + sizePoints, 0),
  boxes: parcels.length,
})

/** An order's freight, divided among its boxes by size points; cool boxes cost no more. */
export function runFreightLines(parcels: readonly Parcel[], whole: Yen): FreightLine[] {
  const parts = splitByPoints(
    whole,
    parcels.map(({ sizePoints }, index) => ({ key: String(index).padStart(3, '0'), points: sizePoints, boxes: 1 })),
  )
  return parcels.map(({ size, temperature }, index) => ({
    size,
    temperature,
    freightYen: parts.get(String(index).padStart(3, '0')) ?? zeroYen,
    coolYen: zeroYen,
  }))
}

/** The goods of a farm in the cart that go by a run, with what they join. */
export type CartRider = {
  farmId: FarmId
  run: RunOffer | null
  day: { deliveryOn: JstDate } | null
  joins: Pick<OpenOrder, 'orderId'> | null
  load: RunLoad
}

export type CartShare = {
  /** Of the order, with what it joins. */
  yen: Yen
  /** Other orders of the kitchen on this run and day whose freight falls, and what it is then. */
  lowered: readonly { orderId: string; before: Yen; yen: Yen }[]
  /** Of all orders together. */
  wholeYen: Yen
  /** How many farms of this kitchen ride together. */
  farms: number
}

/** What each farm of a cart pays for its run: all that arrive by the same run on the same day share one freight. */
export function sharesOfCart(riders: readonly CartRider[]): Map<FarmId, CartShare> {
  const groups = Map.groupBy(
    riders.flatMap((rider) => (rider.run && rider.day ? [{ ...rider, run: rider.run, on: rider.day.deliveryOn }] : [])),
    ({ run, on }) => `${run.runId} ${on}`,
  )
  const shares = new Map<FarmId, CartShare>()
  for (const together of groups.values()) {
    const [first] = together
    if (!first) continue
    const joined = new Set<string>(together.map(({ joins }) => joins?.orderId ?? ''))
    const others = first.run.riding.filter(({ deliveryOn, orderId }) => deliveryOn === first.on && !joined.has(orderId))
    const before = others.map((other): Agreed => ({ ...other, key: other.orderId }))
    const added = together.map(({ farmId, load }) => ({ ...load, key: farmId }))
    const shared = shareFreight(first.run, before, added)
    const lowered = before.flatMap(({ key, yen: agreed }) => {
      const now = shared.before.get(key) ?? agreed
      return now < agreed ? [{ orderId: key, before: agreed, yen: now }] : []
    })
    const farms = new Set([...others.map(({ farmId }) => farmId), ...together.map(({ farmId }) => farmId)]).size
    for (const { farmId } of together)
      shares.set(farmId, { yen: shared.added.get(farmId) ?? zeroYen, lowered, wholeYen: shared.wholeYen, farms })
  }
  return shares
}

/**
 * 「同じ便であと2農園: 送料 ¥1,900 → ¥640」: what this farm's freight is, and what it would be if so many of the other farms of the
 * run sent as much on the same day. Null if no other farm rides, or it would not be cheaper.
 */
export function nextShare(
  run: RunOffer,
  { deliveryOn, load, share }: { deliveryOn: JstDate; load: RunLoad; share: Pick<CartShare, 'yen' | 'farms'> },
): { farms: number; yen: Yen } | null {
  const places = load.points === 0 ? 0 : Math.floor(freePoints(run, deliveryOn) / load.points) - 1
  const farms = Math.min(2, run.farmCount - share.farms, places)
  if (farms <= 0) return null
  const riding = run.riding.filter((it) => it.deliveryOn === deliveryOn)
  const present = riding.map((it) => ({ ...it, key: it.orderId }))
  const more = Array.from({ length: farms }, (_, index) => ({ ...load, key: `~${index}` }))
  const then = shareFreight(run, present, [{ ...load, key: '' }, ...more]).added.get('') ?? zeroYen
  return then < share.yen ? { farms, yen: then } : null
}
