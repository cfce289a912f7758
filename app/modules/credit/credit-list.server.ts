import { sql } from 'kysely'
import type { RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isBeingCollectedAs } from '#modules/payments/debit-agreed/collected-invoice.server.ts'
import { creditsOf, isOverdue, limitYen } from './credit-standing.server.ts'
import { type CreditStanding, exposureOf } from './credit-standing.ts'
import { lateRateFrom } from './late-rate.server.ts'
import { requireStaff } from './set-limit.server.ts'

/** What is overdue (credit-standing.ts), by days since the due date. */
type Ageing = { upTo30: Yen; upTo60: Yen; over60: Yen }
export type CreditRow = Ageing & { restaurantId: RestaurantId; name: string; credit: CreditStanding }

const isDue = sql<boolean>`${isOverdue}
  or exists (select from order_stops s where s.restaurant_id = r.id and s.released_at is null)
  or (r.payment_method <> 'card' and (charged.yen - paid.yen + open_orders.yen) * 100
      >= ${limitYen} * 80)`

/** The restaurants that need a look: overdue, stopped, or near the limit; with a word all whose name has it. */
export const creditList = query('credit.list_all', async (ctx, q: string): Promise<CreditRow[]> => {
  requireStaff(ctx)
  const named = sql<boolean>`position(lower(${q}) in lower(r.name)) > 0 and r.status in ('approved', 'suspended')`
  const credits = new Map(
    (await creditsOf(ctx, q === '' ? isDue : named)).map(({ restaurantId, ...credit }) => [restaurantId, credit]),
  )
  if (credits.size === 0) return []
  const today = jstDateOf(ctx.now)
  const days = sql<number>`${today}::date - due_on`
  const owed = sql<Yen>`unpaid_yen - disputed_yen`
  const rows = await ctx.db
    .selectFrom('restaurants')
    .leftJoin('openInvoices', (join) =>
      join
        .onRef('openInvoices.restaurantId', '=', 'restaurants.id')
        .on('dueOn', '<', today)
        .onRef('unpaidYen', '>', 'disputedYen')
        .on(({ not }) => not(isBeingCollectedAs('openInvoices'))),
    )
    .select(['restaurants.id as restaurantId', 'restaurants.name'])
    .select([
      sql<Yen>`coalesce(sum(${owed}) filter (where ${days} <= 30), 0)::bigint`.as('upTo30'),
      sql<Yen>`coalesce(sum(${owed}) filter (where ${days} between 31 and 60), 0)::bigint`.as('upTo60'),
      sql<Yen>`coalesce(sum(${owed}) filter (where ${days} > 60), 0)::bigint`.as('over60'),
    ])
    .where('restaurants.id', 'in', [...credits.keys()])
    .groupBy('restaurants.id')
    .execute()
  return rows
    .flatMap((row) => {
      const credit = credits.get(row.restaurantId)
      return credit ? [{ ...row, credit }] : []
    })
    .toSorted(
      (a, b) =>
        (b.credit.overdue?.yen ?? 0) - (a.credit.overdue?.yen ?? 0) ||
        exposureOf(b.credit) / Math.max(1, b.credit.limitYen) - exposureOf(a.credit) / Math.max(1, a.credit.limitYen) ||
        a.name.localeCompare(b.name, 'ja'),
    )
})

/** The platform's settings, for staff. */
export const creditTerms = query('credit.list_all', async (ctx) => {
  requireStaff(ctx)
  const terms = await ctx.db
    .selectFrom('creditTerms')
    .select(['defaultLimitYen', 'overdueDays', 'version'])
    .executeTakeFirstOrThrow()
  return { ...terms, lateRate: await lateRateFrom(ctx.db) }
})

/** What staff read first about a restaurant. */
export const creditStateWord = ({ blocking, overdue, stopReason }: CreditStanding): string =>
  stopReason !== null ? '停止中（運営）' : blocking ? '停止中（期日超過）' : overdue ? '期日超過' : ''
