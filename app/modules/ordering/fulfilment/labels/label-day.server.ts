import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Carrier, OrderState, ShipTo } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, OrderId, ParcelId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type LabelNotice, noticeRank } from '#modules/delivery/carrier-files/label-notice.ts'
import { mostInFile } from '#modules/delivery/carrier-files/most-in-file.ts'
import { customerNumberOf, type LabelParty, type Shipment } from '#modules/delivery/carrier-files/shipment.ts'
import { isTooEarly, labelFile, labelRow, shipDayFor } from '#modules/delivery/carrier-files/write-labels.ts'
import { knownCarrier } from '#modules/delivery/carrier-word.ts'
import { isSent, type OrderLine, type Parcel, type UsedCarrier } from '#modules/ordering/order.ts'
import { receivingNote } from '#modules/ordering/order-queries.server.ts'
import { linesOf, type Order, parcelsOf, toOrder } from '#modules/ordering/order-store.server.ts'
import { isArranged } from '#modules/ordering/parcel-contents.ts'
import { usedCarriers } from '../used-carriers.server.ts'
import { type LabelSettings, labelledStates, readSettings } from './label-settings.server.ts'
import type { ListedParcel } from './parcel-list.ts'

export type LabelParcel = {
  id: ParcelId
  customerNumber: string
  at: number
  temperature: Parcel['temperature']
  sizeClass: number
  label: Parcel['label']
  notices: LabelNotice[]
}

export type LabelOrder = {
  id: OrderId
  number: string
  state: OrderState
  shipOn: JstDate
  deliveryOn: JstDate
  restaurant: string
  kitchen: string
  note: string
  receivingNote: string
  shipTo: ShipTo
  prefecture: string
  /** One that we know, or another one by its name. */
  carrier: string
  parcels: LabelParcel[]
}

export type LabelDay = {
  day: JstDate
  today: JstDate
  /** Days with parcels that have not left, and how many; what is overdue counts as today. */
  days: { day: JstDate; parcels: number }[]
  settings: LabelSettings
  /** With which carriers the farm has sent before, the last one first. */
  used: UsedCarrier[]
  orders: LabelOrder[]
}

/** The parcels of the farm that leave on a day, as the files of their carriers will state them. */
export const labelDay = query('labels.see', async (ctx, asked: JstDate | null): Promise<LabelDay> => {
  const { farmId, today, settings } = await scene(ctx)
  const days = await openDays(ctx, farmId, today)
  const day = asked ?? days[0]?.day ?? today
  const orders = (await labelled(ctx, { farmId, day, today, settings })).map(({ order, carrier, shipments }) => ({
    id: order.id,
    number: order.number,
    state: order.state,
    shipOn: order.shipOn,
    deliveryOn: order.deliveryOn,
    restaurant: order.shipTo.restaurant,
    kitchen: order.shipTo.kitchen,
    note: order.note,
    receivingNote: order.receivingNote,
    shipTo: order.shipTo,
    prefecture: prefectureName(order.shipTo.prefectureCode),
    carrier,
    parcels: shipments.map(({ parcel, shipment }): LabelParcel => {
      const notices = noticesOf(carrier, shipment, today)
      return {
        id: parcel.id,
        customerNumber: shipment.customerNumber,
        at: shipment.at,
        temperature: parcel.temperature,
        sizeClass: parcel.sizeClass,
        label: parcel.label,
        notices: notices.toSorted((a, b) => noticeRank[a.kind] - noticeRank[b.kind]),
      }
    }),
  }))
  return { day, today, days, settings, used: await usedCarriers(ctx, farmId), orders }
})

/** What the file for the carrier's program will not say as the order does; others have no program. */
function noticesOf(carrier: string, shipment: Shipment, today: JstDate): LabelNotice[] {
  const known = knownCarrier(carrier)
  if (!known) return []
  const early: LabelNotice[] = isTooEarly(known, shipment.shipOn, today) ? [{ kind: 'too_early' }] : []
  return [...early, ...labelRow(known, shipment).notices]
}

export type LabelFileWish = {
  day: JstDate
  carrier: Carrier
  /** Files have at most `mostInFile` rows; from 1. */
  part?: number
  /** Also parcels that have a number, to print their labels again. */
  again?: boolean
}

/** The file for a carrier's program. NotFound when no parcel of the day goes by that carrier. */
export const labelFileOfDay = query('labels.see', async (ctx, { day, carrier, part = 1, again }: LabelFileWish) => {
  const { farmId, today, settings } = await scene(ctx)
  const all = (await labelled(ctx, { farmId, day, today, settings }))
    .filter((it) => it.carrier === carrier)
    .flatMap(({ shipments }) => shipments)
    .filter(({ parcel, shipment }) => (again || !parcel.label) && !isTooEarly(carrier, shipment.shipOn, today))
  const rows = all.slice((part - 1) * mostInFile, part * mostInFile)
  if (rows.length === 0) throw new NotFound('labels')
  const suffix = all.length > mostInFile ? `-${part}` : ''
  return {
    bytes: labelFile(
      carrier,
      rows.map(({ shipment }) => shipment),
    ),
    fileName: `labels-${carrier}-${day}${suffix}.csv`,
    mediaType: 'text/csv; charset=shift_jis',
  }
})

type ListWish = { day: JstDate; carrier?: string }

/** The boxes of the day that have not left, of one carrier or of all; for a carrier that has no program, or the farm's own list. */
export const parcelsOfDay = query('labels.see', async (ctx, { day, carrier }: ListWish): Promise<ListedParcel[]> => {
  const { farmId, today, settings } = await scene(ctx)
  return (await labelled(ctx, { farmId, day, today, settings }))
    .filter((it) => carrier === undefined || it.carrier === carrier)
    .flatMap(({ order, carrier, shipments }) =>
      shipments.map(({ parcel, shipment }) => ({
        carrier,
        note: order.note,
        trackingNumber: parcel.label?.trackingNumber ?? '',
        shipment,
      })),
    )
})

async function scene(ctx: Ctx) {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'labels.see', { farmId })
  return { farmId, today: jstDateOf(ctx.now), settings: await readSettings(ctx.db, farmId) }
}

async function openDays(ctx: Ctx, farmId: FarmId, today: JstDate): Promise<LabelDay['days']> {
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('parcels', 'parcels.orderId', 'orders.id')
    .select(['orders.shipOn', (of) => of.fn.countAll<string>().as('parcels')])
    .where('farmId', '=', farmId)
    .where('orders.state', 'in', labelledStates)
    .where('parcels.shippedAt', 'is', null)
    .where('parcels.tracked', '=', true)
    .where('parcels.unusedAt', 'is', null)
    .groupBy('orders.shipOn')
    .orderBy('orders.shipOn')
    .execute()
  const days = new Map<JstDate, number>()
  for (const { shipOn, parcels } of rows) {
    const day = shipDayFor(shipOn, today)
    days.set(day, (days.get(day) ?? 0) + Number(parcels))
  }
  return [...days].map(([day, parcels]) => ({ day, parcels }))
}

type Wanted = { farmId: FarmId; day: JstDate; today: JstDate; settings: LabelSettings }

type NotedOrder = Order & { receivingNote: string }

type Labelled = { order: NotedOrder; carrier: string; shipments: { parcel: Parcel; shipment: Shipment }[] }

/** The open orders of the day with their boxes that have not left; what is overdue leaves today. */
async function labelled(ctx: Ctx, { farmId, day, today, settings }: Wanted): Promise<Labelled[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .leftJoin('orderCarriers', 'orderCarriers.orderId', 'orders.id')
    .selectAll('orders')
    .select('orderCarriers.carrier as chosen')
    .select(receivingNote)
    .where('orders.farmId', '=', farmId)
    .where('orders.state', 'in', labelledStates)
    .where('orders.shipOn', day === today ? '<=' : '=', day)
    .orderBy('orders.number')
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [lines, parcels] = [await linesOf(ctx.db, ids), await parcelsOf(ctx.db, ids)]
  const from = await senderOf(ctx, farmId)
  return rows.flatMap((row): Labelled[] => {
    const order: NotedOrder = { ...toOrder(row), receivingNote: row.receivingNote }
    const carrier = row.chosen ?? settings.carrier
    const known = knownCarrier(carrier)
    const contract = known ? settings.contracts[known] : noContract
    const boxes = (parcels.get(order.id) ?? []).filter(({ unused, tracked }) => tracked && !unused)
    const shipments = boxes.flatMap((parcel, index) =>
      isSent(parcel)
        ? []
        : [
            {
              parcel,
              shipment: {
                customerNumber: customerNumberOf(order.number, parcel.ordinal),
                orderNumber: order.number,
                at: index + 1,
                of: boxes.length,
                temperature: parcel.temperature,
                sizeClass: parcel.sizeClass,
                shipOn: shipDayFor(order.shipOn, today),
                deliveryOn: order.deliveryOn,
                slot: order.slot,
                to: receiverOf(order.shipTo),
                from,
                goods: goodsIn(parcel, lines.get(order.id) ?? [], isArranged(boxes)),
                customerCode: contract.customerCode,
                freightCode: contract.freightCode,
                stated: contract.stated,
              },
            },
          ],
    )
    return shipments.length === 0 ? [] : [{ order, carrier, shipments }]
  })
}

/** Of a carrier without a program of which we know the file. */
const noContract = { customerCode: '', freightCode: '', stated: { chilled: '', frozen: '', evening: '' } }

/** What the farm has put into the box; where it has not said it, the products of the box's temperature. */
const goodsIn = (parcel: Parcel, lines: readonly OrderLine[], arranged: boolean): string[] =>
  lines
    .filter(
      ({ id, temperature, quantities }) =>
        (arranged ? parcel.contents.some(({ lineId }) => lineId === id) : temperature === parcel.temperature) &&
        (quantities.shipped ?? quantities.confirmed ?? quantities.ordered)?.qty,
    )
    .map(({ name }) => name)

function prefectureName(code: string): string {
  const known = parsePrefCode(code)
  return known ? prefectureOf(known).name : ''
}

const receiverOf = (to: ShipTo): LabelParty => ({
  name: to.restaurant,
  part: to.kitchen,
  postalCode: to.postalCode,
  prefecture: prefectureName(to.prefectureCode),
  city: to.city,
  street: to.street,
  building: to.building,
  phone: to.phone,
})

async function senderOf(ctx: Ctx, farmId: FarmId): Promise<LabelParty> {
  const { prefectureCode, ...farm } = await ctx.db
    .selectFrom('farms')
    .select(['name', 'postalCode', 'prefectureCode', 'city', 'street', 'building', 'phone'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  return { ...farm, part: '', prefecture: prefectureName(prefectureCode) }
}
