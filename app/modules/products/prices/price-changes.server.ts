import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Id, newId, type ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, Text } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { lockGoods } from '../keep-products.server.ts'
import { goodsRefusals } from '../refusal-text.ts'
import { checkPriceChange, priceChangeText } from './price-change.ts'
import { PriceIn } from './price-in.ts'
import { tellRegulars } from './price-mails.server.tsx'

type PriceChangeId = Id<'priceChange'>
export type PlannedPrice = { id: PriceChangeId; from: JstDate; priceYen: Yen; note: string }

/** The planned prices, the next one first. */
export const plannedPrices = query('goods.see', async (ctx: Ctx, productId: ProductId): Promise<PlannedPrice[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return plannedOf(ctx.db, productId).where('farm_id', '=', farmId).execute()
})

const plannedOf = (db: DbOrTx, productId: ProductId) =>
  db
    .selectFrom('price_changes')
    .select(['id', 'from_on as from', 'price_yen as priceYen', 'note'])
    .where('product_id', '=', productId)
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('from_on')

/** Plans a price from a day on; the restaurants that buy it regularly are notified immediately, with the day. */
export const planPrice = mutation({
  name: 'price.plan',
  permission: 'goods.change',
  input: { productId: IdOf<'product'>('品'), from: DayIn, priceYen: PriceIn, note: Text(0, 100).default('') },
  refusals: goodsRefusals(
    'price_not_ahead',
    'price_too_far',
    'price_known',
    'price_same',
    'too_many_prices',
    'key_reused',
  ),
  run: async (ctx, { productId, key: _, ...change }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const { db } = ctx
    const goods = await lockGoods(db, farmId, productId)
    const planned = await plannedOf(db, productId).execute()
    const refused = checkPriceChange(change, { today: jstDateOf(ctx.now), priceYen: goods.price_yen, planned })
    if (refused) return refuse(refused)
    const id = newId<'priceChange'>()
    await db
      .insertInto('price_changes')
      .values({
        id,
        product_id: productId,
        farm_id: farmId,
        from_on: change.from,
        price_yen: change.priceYen,
        note: change.note,
        planned_at: ctx.now,
        applied_at: null,
        withdrawn_at: null,
      })
      .execute()
    await recordEvent(db, ctx, {
      kind: 'price_planned',
      aboutFarmId: farmId,
      aboutProductId: productId,
      data: {
        name: goods.name,
        from: change.from,
        changes: { price: [String(goods.price_yen), String(change.priceYen)] },
      },
    })
    const farm = await db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
    const told = await tellRegulars(db, ctx.now, {
      productId,
      changeId: id,
      farm: farm.name,
      name: goods.name,
      packLabel: goods.pack_label,
      change: priceChangeText(change, goods.price_yen),
      note: change.note,
      address: ourPage(`/restaurant/products/${productId}`),
    })
    return ok({ told })
  },
})

/** Withdraws a planned price; one that is withdrawn or applied already stays so. */
export const withdrawPrice = repeatable({
  name: 'price.withdraw',
  permission: 'goods.change',
  input: { id: IdOf<'priceChange'>('値段') },
  refusals: goodsRefusals(),
  run: async (ctx, { id }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      const row = await db
        .updateTable('price_changes')
        .set({ withdrawn_at: ctx.now })
        .where('id', '=', id)
        .where('farm_id', '=', farmId)
        .where('applied_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .returning(['product_id', 'from_on'])
        .executeTakeFirst()
      if (!row) {
        const known = await db
          .selectFrom('price_changes')
          .select('id')
          .where('id', '=', id)
          .where('farm_id', '=', farmId)
          .executeTakeFirst()
        if (!known) throw new NotFound('price')
        return
      }
      await recordEvent(db, ctx, {
        kind: 'price_withdrawn',
        aboutFarmId: farmId,
        aboutProductId: row.product_id,
        data: { from: row.from_on },
      })
    })
    return ok(null)
  },
})

/** Applies planned prices whose day has come; called by a job. Idempotent. */
export async function applyPrices({ db, now }: Omit<Ctx, 'actor'>): Promise<{ applied: number } | null> {
  const due = await db
    .selectFrom('price_changes')
    .select(['id', 'product_id', 'farm_id'])
    .where('from_on', '<=', jstDateOf(now))
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('from_on')
    .orderBy('id')
    .limit(500)
    .execute()
  const bySystem = { actor: { kind: 'system' }, now } as const
  for (const { id, product_id, farm_id } of due)
    await db.transaction().execute(async (within) => {
      const goods = await lockGoods(within, farm_id, product_id)
      const change = await within
        .updateTable('price_changes')
        .set({ applied_at: now })
        .where('id', '=', id)
        .where('applied_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .returning('price_yen')
        .executeTakeFirst()
      if (!change) return
      await within
        .updateTable('products')
        .set({ price_yen: change.price_yen, version: goods.version + 1 })
        .where('id', '=', product_id)
        .execute()
      await recordEvent(within, bySystem, {
        kind: 'goods_priced',
        aboutFarmId: farm_id,
        aboutProductId: product_id,
        data: { name: goods.name, changes: { price: [String(goods.price_yen), String(change.price_yen)] } },
      })
    })
  return due.length > 0 ? { applied: due.length } : null
}
