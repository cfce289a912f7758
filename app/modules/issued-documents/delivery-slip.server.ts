import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { can, type OrderSides } from '#authorization/rules.ts'
import type { OrderState } from '#kernel/enums.ts'
import type { IssuedDocumentId, OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { askGuards } from '#modules/ordering/order-guards.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { lockOrder, type Order } from '#modules/ordering/order-store.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { canonicalJson } from './canonical-json.ts'
import type { DeliverySlipContent } from './document-content.ts'
import { issueDocument } from './issue-document.server.ts'
import { isCharged, sentGoods, sentOf, slipContents } from './slip-contents.server.ts'
import type { IssuedDocumentsTables } from './tables.ts'

/** All of the order that comes has left. */
const hasLeft: readonly OrderState[] = ['shipped', 'delivered', 'inspected', 'finalized']

/** As the paper is found: its number, and the document whose files it is. */
export type SlipPaper = { id: IssuedDocumentId; number: string }

/**
 * The farm issues the delivery slip (納品書) that goes into the box, once everything is packed. What was packed otherwise
 * afterwards is on a new one, which replaces it; the one that states what left the farm is replaced only if the freight
 * of its boxes falls. Of a divided order it is that of the part that left last, so that each box has its own.
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
  const settled = await slipThatLeft(ctx.db, order)
  if (settled) return ok(settled)
  if (isToSettle(order)) return ok(await settle(ctx, order))
  if (order.state !== 'preparing') return refuse('wrong_state', { state: order.state })
  const sent = await sentGoods(ctx, order)
  const unready = askGuards('ship', {
    moving: sent.lines.map((line) => ({ line, qty: sentOf(line)?.qty ?? 0 })),
    lots: sent.lots,
    boxes: sent.parcels.map((parcel) => ({ parcel, sent: true })),
  })
  if (unready?.refusal === 'weight_missing' || unready?.refusal === 'lot_missing') return unready
  if (unready) return refuse('nothing_to_ship')
  return ok(await upToDate(ctx, order, (await slipContents(ctx, order, sent)).whole))
}

/** How many orders a run takes at most; the rest follows a minute later. */
const atOnce = 500

/**
 * Settles the slips of each order that has left its farm, or of which a part has; the farm may have printed one before.
 * How many orders.
 */
export async function settleShippedSlips(parts: Omit<Ctx, 'actor'>): Promise<number> {
  const { rows } = await sql<{ id: OrderId }>`
    select o.id from orders o
     where o.state in ('partly_shipped', 'shipped', 'delivered', 'inspected')
       and not exists (select from shipped_slips s where s.order_id = o.id)
     union all
    select o.id from shipped_slips f join orders o on o.id = f.order_id
     where f.part = 'first' and o.state in ('shipped', 'delivered', 'inspected', 'finalized')
       and not exists (select from shipped_slips s where s.order_id = f.order_id and s.part <> 'first')
     order by id limit ${atOnce}`.execute(parts.db)
  for (const { id } of rows)
    await parts.db.transaction().execute(async (db) => {
      const order = await lockOrder(db, id)
      // the farm may have pressed meanwhile, or the boxes came back
      if (isToSettle(order) && !(await slipThatLeft(db, order)))
        await settle({ ...parts, db, actor: { kind: 'system' } }, order)
    })
  return rows.length
}

const isToSettle = ({ state }: Order) => state === 'partly_shipped' || hasLeft.includes(state)

/** The slip of what left last, and before it that of the first part, if it has none or its freight fell. */
async function settle(ctx: Ctx, order: Order): Promise<SlipPaper> {
  const { whole, first, rest } = await slipContents(ctx, order)
  const known = await settledParts(ctx.db, order.id)
  const isWhole = !first || (!rest && order.state !== 'partly_shipped')
  const early = isWhole ? whole : first
  const part = isWhole ? 'whole' : 'first'
  const slip = await upToDate(ctx, order, early, known.includes('first') ? isSameMoney : isSame)
  if (!known.includes(part)) await noteLeft(ctx, order, part, slip)
  if (!rest) return slip
  const later = await upToDate(ctx, order, rest)
  await noteLeft(ctx, order, 'rest', later)
  return later
}

type Part = IssuedDocumentsTables['shippedSlips']['part']

const noteLeft = (ctx: Ctx, { id: orderId }: Order, part: Part, { id: documentId }: SlipPaper) =>
  ctx.db.insertInto('shippedSlips').values({ orderId, part, documentId, at: ctx.now }).execute()

type Same = (before: DeliverySlipContent, now: DeliverySlipContent) => boolean

const isSame: Same = (before, now) => canonicalJson(before) === canonicalJson(now)

/** What left in a box is not issued anew for a new name, only if it is charged otherwise. */
const isSameMoney: Same = (before, now) => canonicalJson(moneyOf(before)) === canonicalJson(moneyOf(now))

const moneyOf = ({ lines, freightYen, perRate, totalYen }: DeliverySlipContent) => ({
  lines: lines.map(({ name, qty, grams, yen }) => ({ name, qty, grams, yen })),
  freightYen,
  perRate: perRate.filter(isCharged),
  totalYen,
})

/** The slip that says this: the one that stands, or a new one in its place. */
async function upToDate(ctx: Ctx, order: Order, content: DeliverySlipContent, same = isSame): Promise<SlipPaper> {
  const isRest = content.part === 'rest'
  const before = (await standingSlips(ctx.db, order.id)).find((slip) => (slip.content.part === 'rest') === isRest)
  if (before && same(before.content, content)) return { id: before.id, number: before.number }
  const { farmId, restaurantId, id: orderId } = order
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
    fromOn: content.shipOn,
    toOn: content.deliveryOn,
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

/**
 * What a slip of an order says if it is issued anew, with the farm and its registration as they are recorded now. Null:
 * the order has no such part.
 */
export async function correctedSlip(
  ctx: Ctx,
  orderId: OrderId,
  part: DeliverySlipContent['part'],
): Promise<DeliverySlipContent | null> {
  const contents = await slipContents(ctx, await lockOrder(ctx.db, orderId))
  return contents[part ?? 'whole']
}

/** Those in force of an order, the rest last. */
const standingSlips = (db: DbOrTx, orderId: OrderId) => standingSlipsOf(db, [orderId])

async function standingSlipsOf(db: DbOrTx, orderIds: readonly OrderId[]) {
  const rows = await db
    .selectFrom('issuedDocuments as d')
    .select(['d.id', 'd.number', 'd.content', 'd.orderId'])
    .where('d.orderId', 'in', orderIds)
    .where('d.kind', '=', 'delivery_slip')
    .where(sql<boolean>`not exists (select from issued_documents n where n.supersedes = d.id)`)
    .where(sql<boolean>`not exists (select from document_voids v where v.document_id = d.id)`)
    .execute()
  return rows
    .flatMap(({ content, ...slip }) => (content.kind === 'delivery_slip' ? [{ ...slip, content }] : []))
    .toSorted((a, b) => Number(a.content.part === 'rest') - Number(b.content.part === 'rest'))
}

async function settledParts(db: DbOrTx, orderId: OrderId): Promise<Part[]> {
  const rows = await db.selectFrom('shippedSlips').select('part').where('orderId', '=', orderId).execute()
  return rows.map(({ part }) => part)
}

/** Of what left last, or the one in its place, if staff had to correct it; null: it is not settled yet. */
async function slipThatLeft(db: DbOrTx, { id, state }: Order): Promise<SlipPaper | null> {
  const known = await settledParts(db, id)
  const settled = hasLeft.includes(state) ? known.some((part) => part !== 'first') : known.length > 0
  const slip = settled && (await standingSlips(db, id)).at(-1)
  return slip ? { id: slip.id, number: slip.number } : null
}

type Asked = OrderSides & { id: OrderId }

/** Of a divided order: which of its parts, and when that part arrives. */
export type SlipOfOrder = SlipPaper & { part: DeliverySlipContent['part']; deliveryOn: JstDate }

/** The slips of an order for its page, the rest last; none for a caller who sees no money. */
export const deliverySlipsOf = query('order_money.see', async (ctx: Ctx, order: Asked): Promise<SlipOfOrder[]> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'order.see', order)
  if (!can(ctx.actor, 'order_money.see', order)) return []
  const slips = await standingSlips(ctx.db, order.id)
  return slips.map(slipOfOrder)
})

/** The same for the orders of a page: one query for any number of them. */
export const deliverySlipsOfAll = query(
  'order_money.see',
  async (ctx: Ctx, orders: readonly Asked[]): Promise<Map<OrderId, SlipOfOrder[]>> => {
    requireSignedIn(ctx)
    for (const order of orders) seeOrNotFound(ctx.actor, 'order.see', order)
    const shown = orders.filter((order) => can(ctx.actor, 'order_money.see', order)).map(({ id }) => id)
    const slips = shown.length > 0 ? await standingSlipsOf(ctx.db, shown) : []
    return new Map(shown.map((orderId) => [orderId, slips.filter((slip) => slip.orderId === orderId).map(slipOfOrder)]))
  },
)

const slipOfOrder = ({ id, number, content: { part, deliveryOn } }: Standing): SlipOfOrder => ({
  id,
  number,
  part,
  deliveryOn,
})

type Standing = Awaited<ReturnType<typeof standingSlipsOf>>[number]
