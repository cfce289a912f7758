import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { openClaimStates } from '#kernel/enums.ts'
import type { FarmId, IssuedDocumentId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { claimedYen, objectedYen } from './disputed.ts'
import { requireDesk } from './require-desk.ts'

/**
 * Goods are paid within so many days of their receipt, whose day is the first of them. 取適法 asks for it where it applies; we
 * keep it for every farm: docs/decisions/0077.
 */
export const payWithinDays = 60
/** From so many days after the receipt on, staff are told of what is still held: our choice. */
export const holdWarningDays = 45

/** What is held of a statement because of a claim or an objection, and has been unpaid for long. */
export type LongHold = {
  of: 'claim' | 'objection'
  id: string
  /** The number of the claim, or of the order to which the farm objects. */
  name: string
  farmId: FarmId
  farm: string
  documentId: IssuedDocumentId
  statement: string
  receivedOn: JstDate
  /** The last day on which it is paid in time. */
  payBy: JstDate
  yen: Yen
}

/** Rows `h` of what is held of goods that came 45 days ago or before, of statements that stand and are not paid in full. */
export const longHolds = (today: JstDate) => sql`
  (select x.of, x.id, x.name, d.farm_id, f.name as farm, d.id as document_id, d.number as statement, x.received_on, x.yen
     from (
       select 'claim' as of, c.id, c.number as name, k.closing_id, s.supplied_on as received_on,
              ${claimedYen} as yen
         from claims c join charges s on s.order_id = c.order_id and s.kind = 'sale'
         join closing_charges k on k.charge_id = s.id and k.side = 'farm'
        where c.state = any(${[...openClaimStates]}::text[]) and c.amount_yen > 0
       union all
       select 'objection', o.id, n.number, k.closing_id, s.supplied_on, ${objectedYen}
         from statement_objections o join charges s on s.id = o.charge_id join orders n on n.id = s.order_id
         join closing_charges k on k.charge_id = s.id and k.side = 'farm'
        where s.farm_yen > s.fee_yen and not exists (select from objection_answers a where a.objection_id = o.id)) x
     join issued_documents d on d.closing_id = x.closing_id and d.kind = 'statement'
     join farms f on f.id = d.farm_id
    where x.received_on <= ${addDays(today, 1 - holdWarningDays)}::date
      and not exists (select from document_voids v where v.document_id = d.id)
      and not exists (select from issued_documents n where n.supersedes = d.id)
      and d.net_yen > (select coalesce(sum(i.yen), 0) from pay_run_items i where i.document_id = d.id and i.ended_at is null)) h`

/** For staff: what is held and nears, or has passed, the 60th day; the oldest first. */
export const longHeld = query('payouts.see', async (ctx: Ctx): Promise<LongHold[]> => {
  requireDesk(ctx)
  const { rows } = await sql<Omit<LongHold, 'payBy'>>`
    select h.of, h.id, h.name, h.farm_id as "farmId", h.farm, h.document_id as "documentId", h.statement,
           h.received_on as "receivedOn", h.yen
      from ${longHolds(jstDateOf(ctx.now))} order by h.received_on, h.id`.execute(ctx.db)
  return rows.map((row) => ({ ...row, yen: yen(Number(row.yen)), payBy: addDays(row.receivedOn, payWithinDays - 1) }))
})
