import { sql } from 'kysely'
import { z } from 'zod'
import { authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { endedStates, openClaimStates } from '#kernel/enums.ts'
import { addDays, type JstDate, jstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { monthStart } from '#modules/ledger/booking-day.server.ts'
import { lockEntries, writeClosedMonth } from '#modules/ledger/close-month.server.ts'
import { tryHoldImports } from '#modules/payments/clear-returned.server.ts'
import { runFreightSides } from '#modules/runs/run-freights.server.ts'
import { type CloseCheck, closeCheckKeys, closeChecks, closeRefusals } from './close-labels.ts'
import { balanceDifferences } from './replay.server.ts'
import { requireLedger } from './require-ledger.ts'

export type CloseChecklist = Record<CloseCheck, number>

const nextMonth = (month: JstDate): JstDate => monthStart(addDays(month, 31))

/** The oldest month with entries that is not closed; null: none of the past is open. */
async function firstOpenMonth({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<JstDate | null> {
  const { rows } = await sql<{ day: JstDate | null }>`
    select min(on_day) as day from ledger_entries e
     where on_day >= coalesce((select max(month) + interval '1 month' from ledger_months), '-infinity'::date)
       and on_day < ${monthStart(jstDateOf(now))}`.execute(db)
  const day = rows[0]?.day ?? null
  return day && monthStart(day)
}

const mostShown = 100

/** The month that is to be closed next, with what is not settled yet, and the months that are closed. */
export const closeDesk = query('ledger.see', async (ctx: Ctx) => {
  requireLedger(ctx)
  const month = await firstOpenMonth(ctx)
  const differences = await balanceDifferences(ctx.db)
  const closed = await ctx.db
    .selectFrom('ledgerMonths')
    .innerJoin('events', 'events.id', 'ledgerMonths.eventId')
    .select(['ledgerMonths.month', 'ledgerMonths.closedAt', 'events.actorName', 'events.reason'])
    .orderBy('ledgerMonths.month', 'desc')
    .limit(60)
    .execute()
  return {
    month,
    checklist: month && (await checklistOf(ctx.db, month, differences.length)),
    differences: differences.slice(0, mostShown),
    closed,
  }
})

/** How much of each kind is open at the end of a month; of cards, what failed in the month. */
async function checklistOf(db: DbOrTx, month: JstDate, differences: number): Promise<CloseChecklist> {
  const end = addDays(nextMonth(month), -1)
  const { rows } = await sql<Record<Exclude<CloseCheck, 'replay'>, string>>`
    select
      (select count(*) from orders where delivery_on <= ${end} and state <> all (${[...endedStates]}::text[])) as orders,
      (select count(*) from claims c join orders o on o.id = c.order_id
        where o.delivery_on <= ${end} and c.state = any (${[...openClaimStates]}::text[])) as claims,
      (select count(*) from bank_rows b join payments p on p.id = b.payment_id
        where b.on_day <= ${end} and p.yen
          <> coalesce((select sum(a.yen) from payment_allocations a where a.payment_id = p.id and a.taken_from = 'payment'), 0)
           + coalesce((select sum(c.yen) from deposit_clearings c where c.payment_id = p.id), 0)) as deposits,
      (select count(distinct h.restaurant_id) from charges h join restaurants r on r.id = h.restaurant_id
        where h.supplied_on <= least(${month}::date + (r.closing_day - 1), ${end}::date) and not exists (
          select from closing_charges cc where cc.charge_id = h.id and cc.side = 'restaurant')) as invoices,
      (select count(*) from (
        select h.farm_id from charges h
         where h.farm_id is not null and h.supplied_on <= ${end} and not exists (
           select from closing_charges cc where cc.charge_id = h.id and cc.side = 'farm')
        union
        select s.farm_id from ${runFreightSides} where s.supplied_on <= ${end} and s.closing_id is null) f) as statements,
      (select count(*) from card_movements m join charges c on c.id = m.charge_id
        where m.state <> 'done' and c.booked_on between ${month} and ${end}) as cards`.execute(db)
  const found = rows[0]
  const count = (check: Exclude<CloseCheck, 'replay'>) => Number(found?.[check] ?? 0)
  return {
    orders: count('orders'),
    claims: count('claims'),
    deposits: count('deposits'),
    invoices: count('invoices'),
    statements: count('statements'),
    cards: count('cards'),
    replay: differences,
  }
}

const Reason = z.string().trim().max(300, '理由は300文字以内で入力してください。').default('')

/**
 * Closes a month that is over, the oldest first: when nothing is open, or with a reason for each that is. Whatever of the
 * month becomes known later is booked on its own day.
 */
export const closeLedgerMonth = mutation({
  name: 'ledger.close_month',
  permission: 'ledger.close',
  input: {
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月を選択してください。')
      .describe('締める月'),
    orders: Reason,
    claims: Reason,
    deposits: Reason,
    invoices: Reason,
    statements: Reason,
    cards: Reason,
    replay: Reason,
  },
  refusals: closeRefusals(
    'month_running',
    'already_closed',
    'earlier_open',
    'reason_missing',
    'import_running',
    'key_reused',
  ),
  guard: (ctx) => {
    requireLedger(ctx)
    authorizeProven(ctx, 'ledger.close', null)
  },
  run: async (ctx, { month: text, key: _, ...reasons }) => {
    const { db, now } = ctx
    const month = jstDate(`${text}-01`)
    if (month >= monthStart(jstDateOf(now))) return refuse('month_running')
    // it posts until its end, and the lock would wait for it
    if (!(await tryHoldImports(ctx))) return refuse('import_running')
    // before the lock: at a large market it takes seconds, in which others go on posting
    const open = await checklistOf(db, month, (await balanceDifferences(db)).length)
    await lockEntries(db)
    const { last } = await db
      .selectFrom('ledgerMonths')
      .select(({ fn }) => fn.max('month').as('last'))
      .executeTakeFirstOrThrow()
    if (last !== null && month <= last) return refuse('already_closed')
    const first = await firstOpenMonth(ctx)
    if (first !== null && first < month) return refuse('earlier_open')
    const left = closeCheckKeys.filter((check) => open[check] > 0)
    if (left.some((check) => reasons[check] === '')) return refuse('reason_missing')
    const eventId = await recordEvent(db, ctx, {
      kind: 'ledger_month_closed',
      reason: left.map((check) => `${closeChecks[check].ja}（${open[check]}件）：${reasons[check]}`).join('\n'),
      data: { month: text, ...open },
    })
    await writeClosedMonth(db, month, now, eventId)
    return ok({ month: text })
  },
})
