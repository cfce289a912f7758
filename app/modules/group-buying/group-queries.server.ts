import { sql } from 'kysely'
import { kitchenOf, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Slot } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type GroupGoods, goodsToChoose } from './goods-to-choose.server.ts'
import type { GroupEnding } from './group-buy.ts'
import { facesOf, kitchensOf } from './group-faces.server.ts'
import { groupByCode, membersOf, readGroup } from './group-store.server.ts'

export type OwnGroupBuy = {
  code: string
  farm: string
  deliveryOn: JstDate
  closesAt: Date
  endedAt: Date | null
  ending: GroupEnding | null
  /** Opened by the caller's restaurant. */
  opened: boolean
  kitchens: number
}

/** The group buys that the caller's restaurant opened or joined, those that are open first. */
export const ownGroupBuys = query('group_buy.see', async (ctx): Promise<OwnGroupBuy[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  seeOrNotFound(ctx.actor, 'group_buy.see', { restaurantId })
  return ctx.db
    .selectFrom('groupBuys')
    .innerJoin('farms', 'farms.id', 'groupBuys.farmId')
    .select(['code', 'farms.name as farm', 'deliveryOn', 'closesAt', 'endedAt', 'ending'])
    .select([
      sql<boolean>`group_buys.restaurant_id = ${restaurantId}`.as('opened'),
      sql<number>`(select count(*)::int from group_buy_kitchens k
        where k.group_buy_id = group_buys.id and k.left_at is null)`.as('kitchens'),
    ])
    .where(
      sql<boolean>`exists (select from group_buy_kitchens k
        where k.group_buy_id = group_buys.id and k.restaurant_id = ${restaurantId} and k.left_at is null)`,
    )
    .orderBy(sql`group_buys.ended_at is not null`)
    .orderBy('groupBuys.createdAt', 'desc')
    .limit(50)
    .execute()
})

export type SharedBy = {
  kitchenId: KitchenId
  name: string
  isOpener: boolean
  isMine: boolean
  /** Its part of the freight without tax; null: nothing was, or can be, ordered for it. */
  freightYen: Yen | null
}

export type GroupBuyPage = {
  code: string
  farm: { id: FarmId; name: string; crest: string; place: string }
  /** Where the box goes, and who opened it. */
  host: { restaurant: string; kitchen: string; address: string }
  deliveryOn: JstDate
  slot: Slot
  closesAt: Date
  leastKitchens: number
  message: string
  endedAt: Date | null
  ending: GroupEnding | null
  isOpen: boolean
  isHost: boolean
  shared: SharedBy[]
  /** What all pay together, without tax; and whether the farm waives it. */
  wholeYen: Yen
  waived: boolean
  missingToFreeYen: Yen | null
  missingToMinimumYen: Yen
  boxes: readonly { size: number; temperature: string }[]
  /** Of the caller's kitchen, as long as nothing is ordered; null: it does not take part, or cannot now. */
  mine: {
    goodsYen: Yen
    freightYen: Yen
    /** What the goods alone would cost: the most that it may be. */
    aloneYen: Yen
    taxYen: Yen
    totalYen: Yen
  } | null
  joined: boolean
  /** How it ended for the caller's kitchen. */
  orderId: OrderId | null
  refused: string | null
  /** What may be chosen, while it is open. */
  goods: GroupGoods[]
}

/** A group buy as the caller's kitchen sees it: its own goods and prices, and of the others their part of the freight. */
export const groupBuy = query(
  'group_buy.see',
  async (
    ctx,
    { code, kitchenId: named }: { code: string; kitchenId?: KitchenId | undefined },
  ): Promise<GroupBuyPage> => {
    const buyer = requireBuyer(ctx.actor)
    seeOrNotFound(ctx.actor, 'group_buy.see', buyer)
    const kitchenId = kitchenOf(buyer, named)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    const group = await groupByCode(ctx.db, code)
    const members = group.endedAt === null ? await membersOf(ctx.db, group.id) : []
    const isOpen = group.endedAt === null && ctx.now < group.closesAt
    const { quote } = await readGroup(ctx, group, members)
    const kitchens = await kitchensOf(ctx, group.id)
    const own = kitchens.find((it) => it.kitchenId === kitchenId)
    const share = quote?.shares.find((it) => it.kitchenId === kitchenId)
    const shares = new Map(quote?.shares.map((it) => [it.kitchenId, it.yen]))
    const chosen = members.find((member) => member.kitchenId === kitchenId)?.goods ?? []
    const { deliveryOn, slot, closesAt, leastKitchens, message, endedAt, ending } = group
    return {
      ...{ code, deliveryOn, slot, closesAt, leastKitchens, message, endedAt, ending, isOpen },
      ...(await facesOf(ctx, group)),
      isHost: group.restaurantId === buyer.restaurantId,
      shared: kitchens.map((it) => ({
        kitchenId: it.kitchenId,
        name: `${it.restaurant} ${it.kitchen}`,
        isOpener: it.kitchenId === group.kitchenId,
        isMine: it.kitchenId === kitchenId,
        freightYen: it.orderId ? it.agreedYen : (shares.get(it.kitchenId) ?? null),
      })),
      wholeYen: quote?.wholeYen ?? sumYen(kitchens.map(({ agreedYen }) => agreedYen)),
      waived: quote?.waived ?? false,
      missingToFreeYen: quote?.missingToFreeYen ?? null,
      missingToMinimumYen: quote?.missingToMinimumYen ?? zeroYen,
      boxes: quote?.boxes.map(({ size, temperature }) => ({ size, temperature })) ?? [],
      mine: share
        ? {
            goodsYen: share.quote.goodsYen,
            freightYen: share.yen,
            aloneYen: share.aloneYen,
            taxYen: share.quote.taxYen,
            totalYen: share.quote.totalYen,
          }
        : null,
      joined: own !== undefined,
      orderId: own?.orderId ?? null,
      refused: own?.refused ?? null,
      goods: isOpen ? await goodsToChoose(ctx, buyer, { farmId: group.farmId, kitchenId, chosen }) : [],
    }
  },
)
