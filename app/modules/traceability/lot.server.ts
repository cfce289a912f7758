import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type FarmId, type LotId, newId, type OrderLineId, type ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { LotFacts } from '#modules/products/catalog/food-facts/lot-facts.ts'

export type Lot = {
  id: LotId
  productId: ProductId
  code: string
  harvestedOn: JstDate
  bestBeforeOn: JstDate | null
  /** When an order was last packed from it; null: never, or before this was recorded. */
  lastNamedAt: Date | null
}

/** A farm harvests every day for years; what is packed today is normally younger than this. */
const recentDays = 30

/**
 * The lots from which products can be packed, newest harvest first: those of the last 30 days; if there is none, the
 * newest one, because onions and rice come from storage; and those already named on the given lines, however old.
 * Recalled lots are excluded.
 */
export async function lotsOf(
  ctx: Ctx,
  productIds: readonly ProductId[],
  lineIds: readonly OrderLineId[] = [],
): Promise<Map<ProductId, Lot[]>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<Lot>`
    select l.id, l.product_id as "productId", l.code, l.harvested_on as "harvestedOn", l.best_before_on as "bestBeforeOn",
           ${lastNamed}
      from unnest(${productIds}::uuid[]) wanted (product_id)
     cross join lateral (select least(max(harvested_on), ${addDays(jstDateOf(ctx.now), -recentDays)}::date) as since
                           from lots where product_id = wanted.product_id and recalled_at is null) recent
      join lots l on l.product_id = wanted.product_id and l.harvested_on >= recent.since and l.recalled_at is null
     union
    select l.id, l.product_id, l.code, l.harvested_on, l.best_before_on, ${lastNamed}
      from line_lots join lots l on l.id = line_lots.lot_id
     where line_lots.order_line_id = any (${lineIds}::uuid[]) and l.product_id = any (${productIds}::uuid[])
       and l.recalled_at is null
     order by "harvestedOn" desc, code`.execute(ctx.db)
  return Map.groupBy(rows, (row) => row.productId)
}

const lastNamed = sql`(select max(named_at) from line_lots where lot_id = l.id) as "lastNamedAt"`

/**
 * Today's harvest of a product as a lot: the farmer names it with one press. The same day gives the same lot, so that
 * two concurrent helpers do not create two. The code contains the year (261121), so that next year's harvest of the
 * same day is another one.
 */
export async function todaysLot(ctx: Ctx, farmId: FarmId, productId: ProductId): Promise<LotId> {
  // by the time of the press: what was pressed offline and arrives after midnight is yesterday's
  const today = jstDateOf(ctx.pressedAt ?? ctx.now)
  const code = lotCodeOf(today)
  const made = await ctx.db
    .insertInto('lots')
    .values({
      id: newId<'lot'>(),
      farmId,
      productId,
      code,
      harvestedOn: today,
      bestBeforeOn: null,
      createdAt: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['productId', 'harvestedOn', 'code']).doUpdateSet({ code }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** What a farm may state about a harvest, at once or later. */
type StatedLot = { bestBeforeOn: JstDate | null; qty: number | null; note: string; facts: LotFacts }
type NewLot = StatedLot & { farmId: FarmId; productId: ProductId; harvestedOn: JstDate; code: string }

/** null: the harvest of that day has this code already. */
export async function insertLot(db: DbOrTx, now: Date, lot: NewLot): Promise<LotId | null> {
  const made = await db
    .insertInto('lots')
    .values({ id: newId<'lot'>(), ...lot, createdAt: now })
    .onConflict((conflict) => conflict.columns(['productId', 'harvestedOn', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** undefined: this farm has no such lot. */
export const updateLot = (
  db: DbOrTx,
  { id, farmId }: { id: LotId; farmId: FarmId },
  { bestBeforeOn, qty, note, facts }: StatedLot,
) =>
  db
    .updateTable('lots')
    .set({ bestBeforeOn, qty, note, facts })
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .returning(['productId', 'code'])
    .executeTakeFirst()

/** 2026-11-21 → 261121 */
export const lotCodeOf = (harvestedOn: JstDate): string => harvestedOn.slice(2).replaceAll('-', '')

/**
 * Which lot a line was packed from, and how many; packing again replaces the previous statement before shipping.
 * Without a lot the one named before stays, with the new quantity; a quantity of zero has no lot.
 */
export async function nameLot(ctx: Ctx, lineId: OrderLineId, lotId: LotId | null, qty: number): Promise<void> {
  if (lotId && qty > 0) {
    await ctx.db.deleteFrom('lineLots').where('orderLineId', '=', lineId).execute()
    await ctx.db
      .insertInto('lineLots')
      .values({ orderLineId: lineId, lotId, qty, namedAt: ctx.pressedAt ?? ctx.now })
      .execute()
  } else if (qty > 0) await ctx.db.updateTable('lineLots').set({ qty }).where('orderLineId', '=', lineId).execute()
  else await ctx.db.deleteFrom('lineLots').where('orderLineId', '=', lineId).execute()
}

/** A second lot of the same line, for the rest that left later. */
export const nameLotToo = (ctx: Ctx, lineId: OrderLineId, lotId: LotId, qty: number) =>
  ctx.db
    .insertInto('lineLots')
    .values({ orderLineId: lineId, lotId, qty, namedAt: ctx.pressedAt ?? ctx.now })
    .onConflict((same) =>
      same
        .columns(['orderLineId', 'lotId'])
        .doUpdateSet({ qty: sql`line_lots.qty + excluded.qty`, namedAt: ctx.pressedAt ?? ctx.now }),
    )
    .execute()

/**
 * Which of these lots have been recalled (rehearsals excluded). Locked until the transaction ends, so that a concurrent
 * recall waits, and finds what leaves the farm.
 */
async function heldRecalled(ctx: Ctx, lotIds: readonly LotId[]): Promise<Set<LotId>> {
  if (lotIds.length === 0) return new Set()
  const held = await ctx.db
    .selectFrom('lots')
    .select(['id', 'recalledAt'])
    .where('id', 'in', lotIds)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(held.flatMap(({ id, recalledAt }) => (recalledAt ? [id] : [])))
}

export const isRecalled = async (ctx: Ctx, lotId: LotId): Promise<boolean> =>
  (await heldRecalled(ctx, [lotId])).has(lotId)

/** The first of the named lots that was recalled after it was packed. */
export async function recalledAmong(ctx: Ctx, named: readonly NamedLot[]): Promise<NamedLot | null> {
  const recalled = await heldRecalled(
    ctx,
    named.map(({ lotId }) => lotId),
  )
  return named.find(({ lotId }) => recalled.has(lotId)) ?? null
}

/** The first of these lots whose best-before day is over when it would leave: on the day of the press. */
export async function expiredAmong<Named extends { lotId: LotId }>(
  ctx: Ctx,
  named: readonly Named[],
): Promise<Named | null> {
  if (named.length === 0) return null
  const rows = await ctx.db
    .selectFrom('lots')
    .select('id')
    .where(
      'id',
      'in',
      named.map(({ lotId }) => lotId),
    )
    .where('bestBeforeOn', '<', jstDateOf(ctx.pressedAt ?? ctx.now))
    .execute()
  const expired = new Set(rows.map(({ id }) => id))
  return named.find(({ lotId }) => expired.has(lotId)) ?? null
}

export type NamedLot = {
  lineId: OrderLineId
  lotId: LotId
  code: string
  harvestedOn: JstDate
  bestBeforeOn: JstDate | null
  facts: LotFacts
  qty: number
  recalled: boolean
}

/** The lots that lines were packed from. */
export async function lotsOfLines(ctx: Ctx, lineIds: readonly OrderLineId[]): Promise<Map<OrderLineId, NamedLot[]>> {
  if (lineIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('lineLots')
    .innerJoin('lots', 'lots.id', 'lineLots.lotId')
    .select([
      'lineLots.orderLineId as lineId',
      'lots.id as lotId',
      'lots.code',
      'lots.harvestedOn',
      'lots.bestBeforeOn',
    ])
    .select(['lots.facts', 'lineLots.qty'])
    .select(sql<boolean>`lots.recalled_at is not null`.as('recalled'))
    .where('lineLots.orderLineId', 'in', lineIds)
    .execute()
  return Map.groupBy(rows, (row) => row.lineId)
}
