import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Category, Method, ProductApproval, ProductStatus } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { hasFreight } from '#modules/delivery/simulate-freight.server.ts'
import { isHubHeld } from '#modules/organisations/hub.server.ts'
import { doubtfulWords } from '#modules/products/catalog/marketing-claims.ts'
import { writeSearchRows } from '#modules/products/catalog/search-rows.server.ts'
import { ProductIdIn, VersionIn } from '../product.ts'
import { showOnProduct } from '../product-photos.server.ts'
import { type GoodsRefusal, goodsRefusals } from '../refusal-text.ts'
import { isSwitchedOn } from '../switches.server.ts'
import { type ApprovalNews, approvalEvents, tellFarm } from './approval-mails.server.tsx'
import type { ApprovalView } from './approval-views.ts'

export type ApprovalRow = {
  id: ProductId
  name: string
  packLabel: string
  unitLabel: string
  priceYen: number
  catchWeight: boolean
  category: Category
  method: Method
  picture: string
  description: string
  status: ProductStatus
  review: ProductApproval | null
  reviewNote: string
  heldReason: string | null
  version: number
  createdAt: Date
  farm: { id: FarmId; name: string; place: string }
  /** Whether the growing method is proved by a valid document. */
  proved: boolean
  doubtful: string[]
}

type ReviewDesk = { rows: ApprovalRow[]; more: boolean; counts: Record<ApprovalView, number>; isOn: boolean }

/** Products per page. */
const onPage = 50

/**
 * The staff review list: products that wait, were returned, are held, or are on sale, newest first. `q`: part of the
 * name of the product or the farm; `page` counts from 1.
 */
export const approvalDesk = query(
  'goods.review',
  async (
    ctx: Ctx,
    view: ApprovalView,
    { q = '', page = 1 }: { q?: string; page?: number } = {},
  ): Promise<ReviewDesk> => {
    if (ctx.actor.kind === 'visitor') throw new Unauthenticated('goods.review')
    seeOrNotFound(ctx.actor, 'goods.review', null)
    const { rows } = await sql<
      Omit<ApprovalRow, 'farm' | 'doubtful'> & { farmId: FarmId; farm: string; place: string }
    >`
    select p.id, p.name, p.pack_label as "packLabel", p.unit_label as "unitLabel", p.price_yen as "priceYen",
           p.catch_weight as "catchWeight", p.category, p.method, p.picture, p.description, p.status, p.review,
           p.review_note as "reviewNote", p.held_reason as "heldReason", p.version, p.created_at as "createdAt",
           f.id as "farmId", f.name as farm, f.place,
           exists (select from farm_methods m join documents d on d.id = m.document_id
                    where m.farm_id = p.farm_id and m.method = p.method and d.removed_at is null
                      and (d.expires_on is null or d.expires_on >= ${jstDateOf(ctx.now)}::date)) as proved
      from products p join farms f on f.id = p.farm_id
     where ${conditionOf[view]} and (${q} = '' or position(${q} in p.name) > 0 or position(${q} in f.name) > 0)
     order by ${view === 'listed' ? sql`p.listed_at desc` : sql`p.created_at`}, p.id
     limit ${onPage + 1} offset ${(page - 1) * onPage}`.execute(ctx.db)
    const counts = await sql<Record<ApprovalView, number>>`
    select count(*) filter (where review = 'waiting')::int as waiting, count(*) filter (where review = 'returned')::int as returned,
           count(*) filter (where held_reason is not null)::int as held, count(*) filter (where status = 'listed')::int as listed
      from products`.execute(ctx.db)
    return {
      more: rows.length > onPage,
      rows: rows.slice(0, onPage).map(({ farmId, farm, place, ...row }) => ({
        ...row,
        farm: { id: farmId, name: farm, place },
        doubtful: doubtfulWords(`${row.name} ${row.description}`),
      })),
      counts: counts.rows[0] ?? { waiting: 0, returned: 0, held: 0, listed: 0 },
      isOn: await isSwitchedOn(ctx.db, 'goods_review'),
    }
  },
)

const conditionOf = {
  waiting: sql`p.review = 'waiting'`,
  returned: sql`p.review = 'returned'`,
  held: sql`p.held_reason is not null`,
  listed: sql`p.status = 'listed'`,
} as const

const deciding = { id: ProductIdIn, version: VersionIn }
const withReason = { ...deciding, reason: Text(0, 500) }
const decisionRefusals = goodsRefusals('changed_meanwhile', 'wrong_state', 'reason_missing')

type Deciding = { id: ProductId; version: number }
type Decided = Promise<Result<{ name: string }, GoodsRefusal>>

/** Staff approve it: it is on sale, and the farm is notified. */
export const confirmGoods = repeatable({
  name: 'goods.confirm',
  permission: 'goods.review',
  input: deciding,
  refusals: goodsRefusals(
    'changed_meanwhile',
    'wrong_state',
    'reason_missing',
    'no_freight_table',
    'hub_sells_nothing',
  ),
  run: (ctx, it) =>
    decide(ctx, { ...it, reason: '', news: 'confirmed', from: (row) => row.review === 'waiting' }, async (db, row) => {
      await db
        .updateTable('products')
        .set({
          status: 'listed',
          review: null,
          reviewNote: '',
          listedAt: row.listedAt ?? ctx.now,
          version: row.version + 1,
        })
        .where('id', '=', it.id)
        .execute()
      await showOnProduct(db, ctx, row.farmId, it.id)
      await writeSearchRows(db, { ids: [it.id] })
    }),
})

/** Something has to be corrected first; the farm reads the reason. */
export const returnGoods = repeatable({
  name: 'goods.return',
  permission: 'goods.review',
  input: withReason,
  refusals: decisionRefusals,
  run: (ctx, it) =>
    decide(ctx, { ...it, news: 'returned', from: (row) => row.review === 'waiting' }, async (db, row) => {
      await db
        .updateTable('products')
        .set({ review: 'returned', reviewNote: it.reason.trim(), version: row.version + 1 })
        .where('id', '=', it.id)
        .execute()
    }),
})

/** Off sale until staff release it; open orders are completed. */
export const holdGoods = repeatable({
  name: 'goods.hold',
  permission: 'goods.review',
  input: withReason,
  refusals: decisionRefusals,
  run: (ctx, it) =>
    decide(
      ctx,
      { ...it, news: 'held', from: (row) => row.heldReason === null && row.status !== 'archived' },
      async (db, row) => {
        await db
          .updateTable('products')
          .set({
            status: row.status === 'listed' ? 'paused' : row.status,
            heldReason: it.reason.trim(),
            version: row.version + 1,
          })
          .where('id', '=', it.id)
          .execute()
      },
    ),
})

/** The farm may put it on sale again. */
export const releaseGoods = repeatable({
  name: 'goods.release',
  permission: 'goods.review',
  input: deciding,
  refusals: decisionRefusals,
  run: (ctx, it) =>
    decide(ctx, { ...it, reason: '', news: 'released', from: (row) => row.heldReason !== null }, async (db, row) => {
      await db
        .updateTable('products')
        .set({ heldReason: null, version: row.version + 1 })
        .where('id', '=', it.id)
        .execute()
    }),
})

type Facts = {
  farmId: FarmId
  name: string
  status: ProductStatus
  review: ProductApproval | null
  heldReason: string | null
  listedAt: Date | null
  version: number
}
type Decision = Deciding & { reason: string; news: ApprovalNews; from: (row: Facts) => boolean }

/** Lock, authorise, decide, write, notify: the same for every decision. */
async function decide(
  ctx: Ctx,
  { id, version, reason, news, from }: Decision,
  write: (db: DbOrTx, row: Facts) => Promise<void>,
): Decided {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('goods.review')
  seeOrNotFound(ctx.actor, 'goods.review', null)
  authorize(ctx.actor, 'goods.review', null)
  return ctx.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('products')
      .select(['farmId', 'name', 'status', 'review', 'heldReason', 'listedAt', 'version'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw new NotFound('product')
    if (row.version !== version) return refuse('changed_meanwhile')
    if (!from(row)) return refuse('wrong_state')
    if (news === 'confirmed' && (await isHubHeld(db, row.farmId))) return refuse('hub_sells_nothing')
    if (news === 'confirmed' && !(await hasFreight({ ...ctx, db }, row.farmId))) return refuse('no_freight_table')
    if ((news === 'returned' || news === 'held') && reason.trim() === '') return refuse('reason_missing')
    await write(db, row)
    await recordEvent(db, ctx, {
      kind: approvalEvents[news],
      aboutFarmId: row.farmId,
      aboutProductId: id,
      ...(reason.trim() && { reason: reason.trim() }),
      data: { name: row.name },
    })
    await tellFarm(db, ctx.now, {
      key: `goods:${id}:${version}:${news}`,
      farmId: row.farmId,
      news,
      productId: id,
      name: row.name,
      reason: reason.trim(),
    })
    return ok({ name: row.name })
  })
}
