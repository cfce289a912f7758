import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { can, type OrderSides } from '#authorization/rules.ts'
import type { OrderState } from '#kernel/enums.ts'
import type { IssuedDocumentId, OrderId } from '#kernel/ids.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { ok, refuse } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { amountAt, figuresOf, freightOfParcels, type OrderLine } from '#modules/ordering/order.ts'
import { askGuards } from '#modules/ordering/order-guards.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { linesOf, lockOrder, type Order, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import { lotsOfLines } from '#modules/traceability/lot.server.ts'
import { canonicalJson } from './canonical-json.ts'
import type { DeliverySlipContent } from './document-content.ts'
import { issueDocument } from './issue-document.server.ts'
import { addressLine, farmParty } from './issuer.ts'

const hasLeft: readonly OrderState[] = ['shipped', 'delivered', 'inspected', 'finalized']

/** As the paper is found: its number, and the document whose files it is. */
export type SlipPaper = { id: IssuedDocumentId; number: string }

/**
 * The farm issues the delivery slip (納品書) that goes into the box, once everything is packed. What was packed otherwise
 * afterwards is on a new one, which replaces it; the one that states what left the farm is never replaced.
 */
export const issueDeliverySlip = mutation({
  name: 'delivery_slip.issue',
  permission: 'delivery_slip.issue',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'weight_missing', 'lot_missing', 'nothing_to_ship', 'key_reused'),
  run: (ctx, { orderId }) => issueSlipOf(ctx, orderId),
})

/** The same in the transaction of the caller, who may print the slips of many orders at once. */
export async function issueSlipOf(ctx: Ctx, orderId: OrderId) {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'delivery_slip.issue', order)
  const settled = await slipThatLeft(ctx.db, orderId)
  if (settled) return ok(settled)
  if (hasLeft.includes(order.state)) return ok(await settle(ctx, order))
  if (order.state !== 'preparing') return refuse('wrong_state', { state: order.state })
  const lines = await sentLines(ctx.db, orderId)
  const lots = await lotsOfLines(
    ctx,
    lines.map(({ id }) => id),
  )
  const parcels = (await parcelsOf(ctx.db, [orderId])).get(orderId) ?? []
  const unready = askGuards('ship', {
    moving: lines.map((line) => ({ line, qty: sentOf(line)?.qty ?? 0 })),
    lots,
    boxes: parcels.map((parcel) => ({ parcel, sent: true })),
  })
  if (unready?.refusal === 'weight_missing' || unready?.refusal === 'lot_missing') return unready
  if (unready) return refuse('nothing_to_ship')
  return ok(await upToDate(ctx, order))
}

/** How many orders a run takes at most; the rest follows a minute later. */
const atOnce = 500

/** Settles the slip of each order that has left its farm, which may have printed one before. How many. */
export async function settleShippedSlips(parts: Omit<Ctx, 'actor'>): Promise<number> {
  const { rows } = await sql<{ id: OrderId }>`
    select o.id from orders o
     where o.state in ('shipped', 'delivered', 'inspected')
       and not exists (select from shipped_slips s where s.order_id = o.id)
     order by o.id limit ${atOnce}`.execute(parts.db)
  for (const { id } of rows)
    await parts.db.transaction().execute(async (db) => {
      const order = await lockOrder(db, id)
      // the farm may have pressed meanwhile, or the boxes came back
      if (hasLeft.includes(order.state) && !(await slipThatLeft(db, id)))
        await settle({ ...parts, db, actor: { kind: 'system' } }, order)
    })
  return rows.length
}

async function settle(ctx: Ctx, order: Order): Promise<SlipPaper> {
  const slip = await upToDate(ctx, order)
  await ctx.db.insertInto('shippedSlips').values({ orderId: order.id, documentId: slip.id, at: ctx.now }).execute()
  return slip
}

/** The slip that says what is packed now: the one that stands, or a new one in its place. */
async function upToDate(ctx: Ctx, order: Order): Promise<SlipPaper> {
  const content = await contentOf(ctx, order)
  const before = await standingSlip(ctx.db, order.id)
  if (before && canonicalJson(before.content) === canonicalJson(content))
    return { id: before.id, number: before.number }
  const { farmId, restaurantId, id: orderId, shipOn: fromOn, deliveryOn: toOn } = order
  await recordEvent(ctx.db, ctx, {
    kind: 'delivery_slip_issued',
    aboutFarmId: farmId,
    aboutRestaurantId: restaurantId,
    data: { order: order.number, ...(before && { replaces: before.number }) },
  })
  const id = await issueDocument(ctx, {
    content,
    farmId,
    restaurantId,
    orderId,
    fromOn,
    toOn,
    totalYen: content.totalYen,
    ...(before && { supersedes: before.id }),
    issuedBy: 'name' in ctx.actor ? ctx.actor.name : '自動',
  })
  const { number } = await ctx.db
    .selectFrom('issuedDocuments')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, number }
}

/** What the slip of an order says if it is issued anew, with the farm and its registration as they are recorded now. */
export const correctedSlip = async (ctx: Ctx, orderId: OrderId): Promise<DeliverySlipContent> =>
  contentOf(ctx, await lockOrder(ctx.db, orderId))

/** The lines as they leave, whatever was received of them since. */
async function sentLines(db: DbOrTx, orderId: OrderId): Promise<OrderLine[]> {
  const lines = (await linesOf(db, [orderId])).get(orderId) ?? []
  return lines.map((line) => ({
    ...line,
    billedYen: null,
    quantities: { ...line.quantities, received: null, billed: null },
  }))
}

const sentOf = ({ quantities }: OrderLine) => quantities.shipped ?? quantities.confirmed

/** The tax is rounded once per rate, as the bill of the order does. */
async function contentOf(ctx: Ctx, order: Order): Promise<DeliverySlipContent> {
  const farm = await ctx.db
    .selectFrom('farms')
    .select(['name', 'legalName', 'postalCode', 'prefectureCode', 'city', 'street', 'building', 'phone'])
    .select(registrationOn(sql.ref('id'), order.deliveryOn).as('registrationNumber'))
    .where('id', '=', order.farmId)
    .executeTakeFirstOrThrow()
  const lines = await sentLines(ctx.db, order.id)
  const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
  const lots = await lotsOfLines(
    ctx,
    lines.map(({ id }) => id),
  )
  const code = parsePrefCode(farm.prefectureCode)
  const { perRate, totalIncYen } = figuresOf(order, lines, parcels)
  const { shipTo } = order
  return {
    kind: 'delivery_slip',
    issuer: farmParty(farm),
    to: {
      name: `${shipTo.restaurant} ${shipTo.kitchen}`,
      postalCode: shipTo.postalCode,
      address: addressLine(shipTo),
      phone: shipTo.phone,
      registrationNumber: null,
    },
    shipOn: order.shipOn,
    deliveryOn: order.deliveryOn,
    order: order.number,
    lines: lines.flatMap((line) => {
      const sent = sentOf(line)
      if (!sent || sent.qty === 0) return []
      return [
        {
          name: `${line.name} ${line.packLabel}`.trim(),
          qty: sent.qty,
          unit: line.unitLabel,
          grams: line.catchWeight ? sent.grams : null,
          priceYen: line.priceYen,
          yen: amountAt(line, line.quantities.shipped ? 'shipped' : 'confirmed'),
          taxPercent: line.taxPercent,
          origin: code ? prefectureOf(code).name : '',
          lots: (lots.get(line.id) ?? []).map((lot) => lot.code).toSorted(),
        },
      ]
    }),
    freightYen: freightOfParcels(parcels),
    perRate,
    totalYen: totalIncYen,
  }
}

const standingSlip = (db: DbOrTx, orderId: OrderId) =>
  db
    .selectFrom('issuedDocuments as d')
    .select(['d.id', 'd.number', 'd.content'])
    .where('d.orderId', '=', orderId)
    .where('d.kind', '=', 'delivery_slip')
    .where(sql<boolean>`not exists (select from issued_documents n where n.supersedes = d.id)`)
    .where(sql<boolean>`not exists (select from document_voids v where v.document_id = d.id)`)
    .executeTakeFirst()

/** Or the one in its place, if staff had to correct it. */
async function slipThatLeft(db: DbOrTx, orderId: OrderId): Promise<SlipPaper | null> {
  const settled = await db
    .selectFrom('shippedSlips')
    .select('documentId')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  const slip = settled && (await standingSlip(db, orderId))
  return slip ? { id: slip.id, number: slip.number } : null
}

type Asked = OrderSides & { id: OrderId }

/** The slip of an order for its page; null: there is none, or it is not for the caller, who sees no money. */
export const deliverySlipOf = query('order_money.see', async (ctx: Ctx, order: Asked): Promise<SlipPaper | null> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'order.see', order)
  if (!can(ctx.actor, 'order_money.see', order)) return null
  const slip = await standingSlip(ctx.db, order.id)
  return slip ? { id: slip.id, number: slip.number } : null
})
