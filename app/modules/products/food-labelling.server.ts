import type { Selectable } from 'kysely'
import type { Actor } from '#authorization/actor.ts'
import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { addDays, daysBetween, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import type { NeededField } from '#modules/products/catalog/food-facts/food-facts.ts'
import { missingOfProduct, neededWords } from '#modules/products/catalog/food-facts/missing-of-product.ts'
import { isOneOff } from '#modules/products/catalog/one-off-goods.server.ts'
import { factsOffSale, factsWanted } from './food-labelling-mails.server.tsx'

/** How long a product that was on sale before a fact was required stays on sale without it, in days. */
export const graceDays = 30

type Labelled = Pick<
  Selectable<Database['products']>,
  'category' | 'itemKey' | 'name' | 'method' | 'facts' | 'storageNote' | 'allergens'
>
const labelColumns = ['category', 'itemKey', 'name', 'method', 'facts', 'storageNote', 'allergens'] as const

/** The prefecture of a farm's own harvest; null if it also resells, and has to state where each product is from. */
export async function originOfFarm(db: DbOrTx, farmId: FarmId): Promise<string | null> {
  const farm = await db
    .selectFrom('farms')
    .select(['prefectureCode', 'goodsKinds'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const code = parsePrefCode(farm.prefectureCode)
  return code && !farm.goodsKinds.includes('resold_produce') ? prefectureOf(code).name : null
}

/** The same of the farm that asks. */
export const ownOrigin = query('goods.see', async (ctx: Ctx): Promise<string | null> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'goods.see', { farmId })
  return originOfFarm(ctx.db, farmId)
})

/** What a product of this farm lacks to be put on sale. */
export const missingOf = async (db: DbOrTx, farmId: FarmId, product: Labelled): Promise<NeededField[]> =>
  missingOfProduct(product, await originOfFarm(db, farmId))

/** A product on sale that lacks facts: until when it may stay. */
export type FactGrace = { id: ProductId; name: string; missing: string; dueOn: JstDate; daysLeft: number }

/** The products of the farm whose grace is running, the first to end first. */
export const ownFactGraces = query('goods.see', async (ctx: Ctx): Promise<FactGrace[]> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'goods.see', { farmId })
  const rows = await ctx.db
    .selectFrom('factGraces')
    .innerJoin('products', 'products.id', 'factGraces.productId')
    .select(['products.id', 'dueOn', ...labelColumns])
    .where('factGraces.farmId', '=', farmId)
    .where('endedAt', 'is', null)
    .where('products.status', '=', 'listed')
    .orderBy('dueOn')
    .orderBy('products.name')
    .limit(200)
    .execute()
  if (rows.length === 0) return []
  const origin = await originOfFarm(ctx.db, farmId)
  const today = jstDateOf(ctx.now)
  return rows.flatMap((row) => {
    const missing = missingOfProduct(row, origin)
    if (missing.length === 0) return []
    const { id, name, dueOn } = row
    return [{ id, name, dueOn, missing: neededWords(missing), daysLeft: Math.max(0, daysBetween(today, dueOn)) }]
  })
})

/** For staff: how many products are on sale without their facts, of how many farms, and how many went off sale. */
export const factGraceCounts = query('goods.review', async (ctx: Ctx) => {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('goods.review')
  seeOrNotFound(ctx.actor, 'goods.review', null)
  return ctx.db
    .selectFrom('factGraces')
    .select((is) => [
      is.fn.count<number>('productId').filterWhere('endedAt', 'is', null).as('products'),
      is.fn.count<number>('farmId').distinct().filterWhere('endedAt', 'is', null).as('farms'),
      is.fn.count<number>('productId').filterWhere('outcome', '=', 'off_sale').as('offSale'),
    ])
    .executeTakeFirstOrThrow()
})

/** Ends the grace of a product that has been given all its facts, in the transaction that gave them. */
export async function endGraceIfStated(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: ProductId,
  missing: readonly NeededField[],
) {
  if (missing.length > 0) return
  await db
    .updateTable('factGraces')
    .set({ endedAt: now, outcome: 'stated' })
    .where('productId', '=', id)
    .where('endedAt', 'is', null)
    .execute()
}

type System = Omit<Ctx, 'actor'>

/**
 * Once a day: begins the grace of products on sale that lack a fact, and takes those off sale whose grace has ended. Each
 * farm in a transaction of its own with one mail for each of the two; running it again changes nothing.
 */
export async function settleFoodFacts(system: System): Promise<{ begun: number; offSale: number } | null> {
  const farms = await system.db
    .selectFrom('farms')
    .select('id')
    .where('status', '=', 'approved')
    .where((is) =>
      is.exists(
        is
          .selectFrom('products')
          .select('products.id')
          .whereRef('products.farmId', '=', 'farms.id')
          .where('products.status', '=', 'listed'),
      ),
    )
    .orderBy('id')
    .execute()
  const done = { begun: 0, offSale: 0 }
  for (const { id } of farms) {
    const of = await system.db.transaction().execute((db) => settleFarm({ ...system, db }, id))
    done.begun += of.begun
    done.offSale += of.offSale
  }
  return done.begun + done.offSale > 0 ? done : null
}

async function settleFarm({ db, now }: System, farmId: FarmId) {
  const by = { db, now, actor: { kind: 'system' } satisfies Actor }
  const today = jstDateOf(now)
  const origin = await originOfFarm(db, farmId)
  const lacking = (await lackingOf(db, farmId)).filter((row) => missingOfProduct(row, origin).length > 0)
  const { name } = await db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()

  // a grace that has ended begins again when a later rule asks for more
  const fresh = lacking.filter(({ dueOn, endedAt }) => dueOn === null || endedAt !== null)
  const dueOn = addDays(today, graceDays)
  // two runs at once: what the other has begun is not told again
  const begun =
    fresh.length === 0
      ? []
      : await db
          .insertInto('factGraces')
          .values(
            fresh.map(({ id }) => ({ productId: id, farmId, sinceOn: today, dueOn, endedAt: null, outcome: null })),
          )
          .onConflict((same) =>
            same
              .column('productId')
              .doUpdateSet({ sinceOn: today, dueOn, endedAt: null, outcome: null })
              .where('factGraces.endedAt', 'is not', null),
          )
          .returning('productId')
          .execute()
  if (begun.length > 0) {
    const eventId = await recordEvent(db, by, {
      kind: 'goods_facts_wanted',
      aboutFarmId: farmId,
      data: { count: begun.length, until: dueOn },
    })
    const data = { name, goods: namesOf(fresh), until: formatDayWithYear(dueOn) }
    await tellOwners(db, now, { farmId }, { key: `facts:${eventId}`, kind: factsWanted, data })
  }

  const late = lacking.filter((row) => row.dueOn !== null && row.dueOn < today && row.endedAt === null)
  const stopped: Lacking[] = []
  for (const row of late) if (await takeOffSale(by, farmId, row.id, origin)) stopped.push(row)
  const [first] = stopped
  if (first) {
    const data = { name, goods: namesOf(stopped) }
    await tellOwners(db, now, { farmId }, { key: `facts-off:${first.id}:${today}`, kind: factsOffSale, data })
  }
  return { begun: begun.length, offSale: stopped.length }
}

type Lacking = Labelled & { id: ProductId; dueOn: JstDate | null; endedAt: Date | null }

/** What a farm sells, with the grace of each product; what was made for one order is no listing. */
const lackingOf = (db: DbOrTx, farmId: FarmId): Promise<Lacking[]> =>
  db
    .selectFrom('products')
    .leftJoin('factGraces', 'factGraces.productId', 'products.id')
    .select(['products.id', 'dueOn', 'endedAt', ...labelColumns])
    .where('products.farmId', '=', farmId)
    .where('status', '=', 'listed')
    .where((is) => is.not(isOneOff('products')))
    .orderBy('products.id')
    .execute()

/** 「桃太郎トマト」「小松菜」他3点. */
function namesOf(goods: readonly { name: string }[]): string {
  const shown = goods.slice(0, 5).map(({ name }) => `「${name}」`)
  return `${shown.join('')}${goods.length > shown.length ? `他${goods.length - shown.length}点` : ''}`
}

/** Locked and judged again: the farm may have stated the facts, or taken it off sale, in the meantime. */
async function takeOffSale(by: Ctx, farmId: FarmId, id: ProductId, origin: string | null): Promise<boolean> {
  const { db, now } = by
  const row = await db
    .selectFrom('products')
    .select(['status', 'version', ...labelColumns])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (row.status !== 'listed' || missingOfProduct(row, origin).length === 0) return false
  await db
    .updateTable('products')
    .set({ status: 'paused', version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('factGraces')
    .set({ endedAt: now, outcome: 'off_sale' })
    .where('productId', '=', id)
    .where('endedAt', 'is', null)
    .execute()
  await recordEvent(db, by, {
    kind: 'goods_off_sale_without_facts',
    aboutFarmId: farmId,
    aboutProductId: id,
    data: { name: row.name },
  })
  return true
}
