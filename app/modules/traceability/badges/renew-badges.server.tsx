import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { badgeEnded, badgeGranted } from './badge-mails.server.tsx'
import { publishedRules } from './badge-rules.ts'
import { type Change, recordBadges } from './badge-store.server.ts'

type System = Pick<Ctx, 'db' | 'now'>

/** Restaurants per run; the rest waits for the next minute. */
const mostAtOnce = 500

/**
 * Records which badges were granted and which ended since the last run, and notifies the owners. Whether a badge is
 * valid is calculated from the deliveries whenever it is shown; this is for the history and for restaurants that
 * display it. Returns the number of changes.
 *
 * `badge_checks` lists the restaurants whose badges may have changed: triggers write it with the order, the claim, the
 * document or the suspension concerned; and each restaurant with recent deliveries is checked at midnight.
 */
export async function renewBadges({ db, now }: System): Promise<number> {
  await spreadFarms({ db, now })
  const { rows } = await sql<{ id: RestaurantId }>`
    select distinct restaurant_id as id from badge_checks
     where due_at <= ${now} and restaurant_id is not null order by 1 limit ${mostAtOnce}`.execute(db)
  let changed = 0
  for (const { id } of rows) changed += await db.transaction().execute((tx) => renewShop({ db: tx, now }, id))
  return changed
}

/** A changed farm affects all restaurants that it delivered to recently. */
async function spreadFarms({ db, now }: System): Promise<void> {
  const since = momentOf(addDays(jstDateOf(now), -longestDays), 0)
  await sql`
    with gone as (delete from badge_checks where farm_id is not null and due_at <= ${now} returning farm_id)
    insert into badge_checks (restaurant_id)
    select distinct o.restaurant_id from orders o
     where o.farm_id in (select farm_id from gone) and o.state in ('inspected', 'finalized') and o.delivered_at >= ${since}`.execute(
    db,
  )
}

/** In days, at least the months of any rule. */
const longestDays = Math.max(...Object.values(publishedRules).map(({ months }) => months)) * 31 + 1

/**
 * The request for this check is deleted first, so a change committed later requests another one. A restaurant that two
 * processes take concurrently is checked twice, and notified once.
 */
export async function renewShop({ db, now }: { db: DbOrTx; now: Date }, restaurantId: RestaurantId): Promise<number> {
  const day = jstDateOf(now)
  await db.deleteFrom('badgeChecks').where('restaurantId', '=', restaurantId).execute()
  const done = await recordBadges({ db, now, actor: { kind: 'system' } }, restaurantId, day)
  if (!done) return 0
  if (done.deliveries > 0 || done.shop.badges.some(({ last }) => last?.kind === 'granted'))
    await db
      .insertInto('badgeChecks')
      .values({ restaurantId, farmId: null, dueAt: momentOf(addDays(day, 1), 0) })
      .execute()
  for (const change of done.changes) await tell({ db, now }, { id: restaurantId, name: done.shop.name }, change)
  return done.changes.length
}

type Told = { id: RestaurantId; name: string }

async function tell({ db, now }: { db: DbOrTx; now: Date }, shop: Told, change: Change): Promise<void> {
  const { name } = publishedRules[change.rule]
  const data = { shop: shop.name, name, until: change.until }
  await tellOwners(
    db,
    now,
    { restaurantId: shop.id },
    { key: `badge:${change.eventId}`, kind: change.kind === 'granted' ? badgeGranted : badgeEnded, data },
  )
}
