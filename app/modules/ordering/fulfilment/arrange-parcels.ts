import { z } from 'zod'
import { temperatures } from '#kernel/enums.ts'
import type { OrderLineId, ParcelId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, IdOf, Quantity, Text } from '#kernel/schema.ts'
import { zeroYen } from '#kernel/yen.ts'
import { largestParcel, sizeClasses } from '#modules/delivery/parcels.ts'
import type { OrderLine, Parcel } from '#modules/ordering/order.ts'
import { countToSend } from '#modules/ordering/order-counts.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'

/** One parcel as the farm wants it. */
export const ArrangedParcel = Body({
  parcelId: IdOf<'parcel'>('個口').nullable().default(null).describe('null は、追加する個口'),
  name: Text(0, 20).default('').describe('個口の名前（例 冷蔵1）'),
  temperature: z.enum(temperatures, '温度帯を選択してください。'),
  sizeClass: z.literal([...sizeClasses], 'サイズを選択してください。'),
  contents: z
    .array(Body({ lineId: IdOf<'orderLine'>('明細'), qty: Quantity(1).describe('販売単位での数量') }))
    .max(500)
    .describe('この個口に入れる商品'),
})
export type ArrangedParcel = z.output<typeof ArrangedParcel>

type Money = Pick<Parcel, 'freightYen' | 'coolYen' | 'waived'>
export type Arrangement = {
  kept: { parcel: Parcel; said: ArrangedParcel; money: Money }[]
  added: { said: ArrangedParcel; money: Money }[]
  removed: { parcel: Parcel; money: Money }[]
}

const free = (waived: boolean): Money => ({ freightYen: zeroYen, coolYen: zeroYen, waived })
const isFree = ({ freightYen, coolYen }: Money) => freightYen + coolYen === 0

/**
 * Pure: the parcels of an order as the farm states them, all of them; one that is not mentioned is removed. Of each line
 * exactly what ships lies in them, cooled goods in a parcel of their temperature. What the restaurant pays stays as agreed:
 * an added parcel costs nothing, and one that costs nothing takes over the freight of one that is removed.
 */
export function decideArrangement(
  parcels: readonly Parcel[],
  lines: readonly OrderLine[],
  said: readonly ArrangedParcel[],
): Result<Arrangement, OrderingRefusal> {
  const ids = said.flatMap(({ parcelId }) => parcelId ?? [])
  if (new Set(ids).size < ids.length || ids.some((id) => !parcels.some((parcel) => parcel.id === id)))
    return refuse('unknown_parcel')
  for (const [at, parcel] of said.entries()) {
    if (parcel.sizeClass > largestParcel(parcel.temperature).size)
      return refuse('parcel_too_large', { at, max: largestParcel(parcel.temperature).size })
    const wrong = parcel.contents.find(({ lineId }) => !mayRide(lines, lineId, parcel))
    if (wrong && !lines.some(({ id }) => id === wrong.lineId)) return refuse('unknown_line')
    if (wrong) return refuse('parcel_temperature', { at, line: wrong.lineId })
  }
  for (const line of lines) {
    const sum = said
      .flatMap(({ contents }) => contents)
      .reduce((all, it) => all + (it.lineId === line.id ? it.qty : 0), 0)
    if (sum !== countToSend(line))
      return refuse('parcel_sum', { line: line.id, name: line.name, qty: countToSend(line), unit: line.unitLabel, sum })
  }
  return ok(withFreight(parcels, said))
}

/** Cooled goods need a parcel of their temperature; what needs no cooling may ride with chilled goods. */
function mayRide(lines: readonly OrderLine[], lineId: OrderLineId, { temperature }: ArrangedParcel): boolean {
  const line = lines.find(({ id }) => id === lineId)
  if (!line) return false
  return line.temperature === temperature || (line.temperature === 'ambient' && temperature === 'chilled')
}

function withFreight(parcels: readonly Parcel[], said: readonly ArrangedParcel[]): Arrangement {
  const of = (id: ParcelId | null) => parcels.find((parcel) => parcel.id === id)
  const kept = said.flatMap((it) => {
    const parcel = of(it.parcelId)
    return parcel ? [{ parcel, said: it, money: moneyOf(parcel) }] : []
  })
  const waived = parcels.some((parcel) => parcel.waived)
  const added = said.flatMap((it) => (it.parcelId === null ? [{ said: it, money: free(waived) }] : []))
  const gone = parcels.filter(({ id, unused }) => !unused && !said.some(({ parcelId }) => parcelId === id))
  const removed = gone.map((parcel) => {
    const money = moneyOf(parcel)
    const heirs = [...added, ...kept].filter((it) => isFree(it.money))
    const heir = heirs.find(({ said }) => said.temperature === parcel.temperature) ?? heirs[0]
    if (!heir || isFree(money)) return { parcel, money }
    heir.money = money
    return { parcel, money: free(parcel.waived) }
  })
  return { kept, added, removed }
}

const moneyOf = ({ freightYen, coolYen, waived }: Parcel): Money => ({ freightYen, coolYen, waived })
