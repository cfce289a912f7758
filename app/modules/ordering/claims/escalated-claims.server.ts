import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { nothingOpen, type OpenItem, type OpenItemRow, openItemOf } from '#modules/ledger/open-item.ts'

/** Claims that staff decide: what they ask for together, and the day on which the first was escalated. */
export async function escalatedClaims({ db }: Pick<Ctx, 'db'>): Promise<OpenItem> {
  const { rows } = await sql<OpenItemRow>`
    select count(*) as count, coalesce(sum(amount_yen), 0) as yen,
           min((escalated_at at time zone 'Asia/Tokyo')::date) as since
      from claims where state = 'escalated'`.execute(db)
  return rows[0] ? openItemOf(rows[0]) : nothingOpen
}
