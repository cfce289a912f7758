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
  return plannedOf(ctx.db, productId).where('farmId', '=', farmId).execute()
})

const plannedOf = (db: DbOrTx, productId: ProductId) =>
  db
    .selectFrom('priceChanges')
    .select(['id', 'fromOn as from', 'priceYen', 'note'])
    .where('productId', '=', productId)
    .where('appliedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .orderBy('fromOn')

/** Plans a price from a day on; the restaurants that buy it regularly are notified immediately, with the day. */
export const planPrice = mutation({
  name: 'price.plan',
  permission: 'goods.change',
  input: { productId: IdOf<'product'>('商品'), from: DayIn, priceYen: PriceIn, note: Text(0, 100).default('') },
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
    const refused = checkPriceChange(change, { today: jstDateOf(ctx.now), priceYen: goods.priceYen, planned })
    if (refused) return refuse(refused)
    const id = newId<'priceChange'>()
    await db
      .insertInto('priceChanges')
      .values({
        id,
        productId,
        farmId,
        fromOn: change.from,
        priceYen: change.priceYen,
        note: change.note,
        plannedAt: ctx.now,
        appliedAt: null,
        withdrawnAt: null,
      })
      .execute()
    await recordEvent(db, ctx, {
      kind: 'price_planned',
      aboutFarmId: farmId,
      aboutProductId: productId,
      data: {
        name: goods.name,
        from: change.from,
        changes: { price: [String(goods.priceYen), String(change.priceYen)] },
      },
    })
    const farm = await db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
    const told = await tellRegulars(db, ctx.now, {
      productId,
      changeId: id,
      farm: farm.name,
      name: goods.name,
      packLabel: goods.packLabel,
      change: priceChangeText(change, goods.priceYen),
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
  input: { id: IdOf<'priceChange'>('価格') },
  refusals: goodsRefusals(),
  run: async (ctx, { id }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      const row = await db
        .updateTable('priceChanges')
        .set({ withdrawnAt: ctx.now })
        .where('id', '=', id)
        .where('farmId', '=', farmId)
        .where('appliedAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .returning(['productId', 'fromOn'])
        .executeTakeFirst()
      if (!row) {
        const known = await db
          .selectFrom('priceChanges')
          .select('id')
          .where('id', '=', id)
          .where('farmId', '=', farmId)
          .executeTakeFirst()
        if (!known) throw new NotFound('price')
        return
      }
      await recordEvent(db, ctx, {
        kind: 'price_withdrawn',
        aboutFarmId: farmId,
        aboutProductId: row.productId,
        data: { from: row.fromOn },
      })
    })
    return ok(null)
  },
})

/** Applies planned prices whose day has come; called by a job. Idempotent. */
export async function applyPrices({ db, now }: Omit<Ctx, 'actor'>): Promise<{ applied: number } | null> {
  const due = await db
    .selectFrom('priceChanges')
    .select(['id', 'productId', 'farmId'])
    .where('fromOn', '<=', jstDateOf(now))
    .where('appliedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .orderBy('fromOn')
    .orderBy('id')
    .limit(500)
    .execute()
  const bySystem = { actor: { kind: 'system' }, now } as const
  for (const { id, productId, farmId } of due)
    await db.transaction().execute(async (within) => {
      const goods = await lockGoods(within, farmId, productId)
      const change = await within
        .updateTable('priceChanges')
        .set({ appliedAt: now })
        .where('id', '=', id)
        .where('appliedAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .returning('priceYen')
        .executeTakeFirst()
      if (!change) return
      await within
        .updateTable('products')
        .set({ priceYen: change.priceYen, version: goods.version + 1 })
        .where('id', '=', productId)
        .execute()
      await recordEvent(within, bySystem, {
        kind: 'goods_priced',
        aboutFarmId: farmId,
        aboutProductId: productId,
        data: { name: goods.name, changes: { price: [String(goods.priceYen), String(change.priceYen)] } },
      })
    })
  return due.length > 0 ? { applied: due.length } : null
}
