import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ShipTo } from '#kernel/enums.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { holdFarms, holdOpenOrders, holdRestaurant } from '#modules/ordering/hold-places.server.ts'
import { placeQuoted } from '#modules/ordering/place-order.server.ts'
import { shipToOf } from '#modules/ordering/write-purchase.server.ts'
import { lockStock } from '#modules/products/catalog/stock.server.ts'
import { endWithoutOrders, putBack } from './end-group-buy.server.ts'
import type { GroupEnding } from './group-buy.ts'
import { tellLeftOut } from './group-mails.server.tsx'
import { type GroupMember, type GroupRow, lockGroup, membersOf, readGroup } from './group-store.server.ts'

type Parts = Omit<Ctx, 'actor'>
export type GroupClosed = { code: string; ending: GroupEnding; orders: number }

const atOnce = 100

/**
 * Closes what is due: orders for every kitchen of the box, or for none. Idempotent, and safe to run concurrently: each group
 * buy is locked and checked again. A failing one does not block the others.
 */
export async function closeGroupBuys(parts: Parts): Promise<GroupClosed[]> {
  const due = await parts.db
    .selectFrom('groupBuys')
    .select('code')
    .where('endedAt', 'is', null)
    .where('closesAt', '<=', parts.now)
    .orderBy('closesAt')
    .limit(atOnce)
    .execute()
  const closed: GroupClosed[] = []
  const failed: unknown[] = []
  for (const { code } of due)
    try {
      const done = await closeOne(parts, code)
      if (done) closed.push(done)
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} group buys failed`)
  return closed
}

/** For whom nothing can be ordered, and why. */
type LeftOut = ReadonlyMap<KitchenId, string>

/** A kitchen was refused while its order was placed: everything is rolled back, and tried without it. */
class Refused extends Error {
  readonly kitchenId: KitchenId
  readonly why: string
  constructor(kitchenId: KitchenId, why: string) {
    super('refused')
    this.kitchenId = kitchenId
    this.why = why
  }
}

async function closeOne(parts: Parts, code: string): Promise<GroupClosed | null> {
  let leftOut: LeftOut = new Map()
  for (;;)
    try {
      const without = leftOut
      return await parts.db.transaction().execute((db) => closeNow({ ...parts, db }, code, without))
    } catch (error) {
      if (!(error instanceof Refused) || leftOut.has(error.kitchenId)) throw error
      leftOut = new Map([...leftOut, [error.kitchenId, error.why]])
    }
}

async function closeNow(parts: Parts, code: string, leftOut: LeftOut): Promise<GroupClosed | null> {
  const ctx: Ctx = { ...parts, actor: { kind: 'system' } }
  const group = await lockGroup(ctx.db, code)
  if (group.endedAt !== null || group.closesAt > ctx.now) return null
  const all = await membersOf(ctx.db, group.id)
  const members = all.filter(({ kitchenId }) => !leftOut.has(kitchenId))
  const end = async (ending: Exclude<GroupEnding, 'ordered'>): Promise<GroupClosed> => {
    await endWithoutOrders(ctx, group, { ending, members: all })
    return { code, ending, orders: 0 }
  }
  // without the kitchen that opened it, there is nowhere to deliver
  if (leftOut.has(group.kitchenId)) return end('impossible')
  if (members.length < group.leastKitchens) return end('too_few')
  await hold(ctx, group, members)
  const { quote, buyers, gone } = await readGroup(ctx, group, members)
  for (const { kitchenId, why } of gone) throw new Refused(kitchenId, why)
  if (!quote?.day || quote.problem) return end('impossible')
  if (quote.missingToMinimumYen > 0) return end('below_minimum')
  for (const { kitchenId, quote: own } of quote.shares) {
    const problem = own.farms[0]?.lines.find((line) => line.problem)?.problem
    if (problem) throw new Refused(kitchenId, problem)
  }
  const address = await shipToOf(ctx, group.kitchenId)
  for (const member of members) {
    const share = quote.shares.find(({ kitchenId }) => kitchenId === member.kitchenId)
    const buyer = buyers.get(member.kitchenId)
    if (!share || !buyer) throw new Refused(member.kitchenId, 'not_listed')
    await orderFor(ctx, group, { member, buyer, question: share.question, address })
  }
  await ctx.db
    .updateTable('groupBuys')
    .set({ endedAt: ctx.now, ending: 'ordered' })
    .where('id', '=', group.id)
    .execute()
  for (const member of all) {
    const why = leftOut.get(member.kitchenId)
    if (why !== undefined) await leaveOut(ctx, group, { member, why })
  }
  await recordEvent(ctx.db, ctx, {
    kind: 'group_buy_ordered',
    aboutRestaurantId: group.restaurantId,
    aboutFarmId: group.farmId,
    data: { groupBuyId: group.id, kitchens: members.length },
  })
  return { code, ending: 'ordered', orders: members.length }
}

/** Restaurants, farm, kitchens and stock, each in a fixed order, as a checkout locks them (ordering/hold-places.server.ts). */
async function hold(ctx: Ctx, { farmId }: GroupRow, members: readonly GroupMember[]): Promise<void> {
  const restaurants = [...new Set(members.map(({ restaurantId }) => restaurantId))].toSorted()
  await ctx.db
    .selectFrom('restaurants')
    .select('id')
    .where('id', 'in', restaurants)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await holdFarms(ctx, [farmId])
  for (const kitchenId of members.map((member) => member.kitchenId).toSorted()) await holdOpenOrders(ctx, kitchenId)
  const productIds = members.flatMap(({ goods }) => goods.map(({ productId }) => productId))
  await lockStock(ctx.db, [...new Set(productIds)].toSorted())
}

type OrderFor = {
  member: GroupMember
  buyer: BuyerActor
  question: Parameters<typeof placeQuoted>[2]['question']
  address: ShipTo
}

/** One order, at the kitchen's own prices, in the name of who stated the goods. */
async function orderFor(ctx: Ctx, group: GroupRow, { member, buyer, question, address }: OrderFor): Promise<void> {
  const { kitchenId } = member
  const asBuyer: Ctx = { ...ctx, actor: buyer }
  const { orderLimitYen: limit } = await holdRestaurant(asBuyer, buyer)
  const shipTo = kitchenId === group.kitchenId ? address : await careOf(asBuyer, kitchenId, address)
  const placed = await placeQuoted(asBuyer, buyer, { kitchenId, question, limit, shipTo })
  if (!placed.ok) throw new Refused(kitchenId, placed.refusal)
  const [orderId] = placed.value.orderIds
  if (!orderId) throw new Error(`group buy ${group.code}: nothing was ordered for ${kitchenId}`)
  await ctx.db
    .updateTable('groupBuyKitchens')
    .set({ orderId })
    .where('groupBuyId', '=', group.id)
    .where('kitchenId', '=', kitchenId)
    .execute()
}

/** The neighbour by name at the address to which the box goes: 「…ビル2階 ビストロ灯 気付」. */
async function careOf(ctx: Ctx, kitchenId: KitchenId, address: ShipTo): Promise<ShipTo> {
  const { restaurant, kitchen } = await shipToOf(ctx, kitchenId)
  const building = `${address.building} ${address.restaurant}気付`.trim()
  return { ...address, restaurant, kitchen, building }
}

async function leaveOut(ctx: Ctx, group: GroupRow, { member, why }: { member: GroupMember; why: string }) {
  await ctx.db
    .updateTable('groupBuyKitchens')
    .set({ refused: why })
    .where('groupBuyId', '=', group.id)
    .where('kitchenId', '=', member.kitchenId)
    .execute()
  await tellLeftOut(ctx, group, { member, why, returned: await putBack(ctx, group, member) })
}
