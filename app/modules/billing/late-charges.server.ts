import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { ChargeId, IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { yen, zeroYen } from '#kernel/yen.ts'
import type { PrintedLateCharge } from '#modules/issued-documents/document-content.ts'
import { recordCharges } from '#modules/ledger/record-charge.server.ts'

/** The last day of the period that is closed. */
export type ClosingOf = { restaurantId: RestaurantId; toOn: JstDate }

/**
 * Charges the days, up to the closing day, on which invoices of these restaurants were overdue and that were not charged
 * before. Inside the transaction that closes their periods, with their rows locked. Returns how many invoices.
 */
export async function chargeLateDays(ctx: Pick<Ctx, 'db' | 'now'>, closings: readonly ClosingOf[]): Promise<number> {
  if (closings.length === 0 || !(await wasEverOn(ctx.db))) return 0
  const late = (await lateDays(ctx.db, closings)).map((it) => ({
    ...it,
    yen: yen(it.yen),
    eventKey: `late_charge:${it.documentId}:${it.toOn}`,
  }))
  if (late.length === 0) return 0
  await recordCharges(
    ctx,
    late.map((it) => ({
      eventKey: it.eventKey,
      kind: 'late_charge',
      orderId: null,
      adjustmentId: null,
      restaurantId: it.restaurantId,
      farmId: null,
      suppliedOn: it.toOn,
      goodsYen: zeroYen,
      freightYen: zeroYen,
      untaxedYen: it.yen,
      perRate: [],
      taxYen: zeroYen,
      totalYen: it.yen,
      farmYen: zeroYen,
      feeYen: zeroYen,
      sellerNumber: null,
    })),
  )
  const charges = await ctx.db
    .selectFrom('charges')
    .select(['id', 'eventKey'])
    .where(
      'eventKey',
      'in',
      late.map(({ eventKey }) => eventKey),
    )
    .execute()
  const idOf = new Map(charges.map(({ id, eventKey }) => [eventKey, id]))
  await ctx.db
    .insertInto('lateCharges')
    .values(
      late.flatMap(({ eventKey, documentId, fromOn, toOn, dayCount, yen: amount }) => {
        const chargeId = idOf.get(eventKey)
        return chargeId ? [{ chargeId, documentId, fromOn, toOn, dayCount, yen: amount }] : []
      }),
    )
    .execute()
  return late.length
}

async function wasEverOn(db: DbOrTx): Promise<boolean> {
  const rate = await db.selectFrom('lateChargeRates').select('fromOn').where('rateTenths', '>', 0).limit(1).execute()
  return rate.length > 0
}

type Late = {
  documentId: IssuedDocumentId
  restaurantId: RestaurantId
  fromOn: JstDate
  toOn: JstDate
  dayCount: number
  yen: number
}

/**
 * From the day after the due date to the day on which it was paid, which counts. What is owed on a day is what was not paid
 * before it, without the late charges of earlier invoices (of which there is no late charge), without what was claimed and
 * not settled on that day, without what was given back of its deliveries before it, and without credit of the restaurant
 * that had come in before it and has paid nothing yet. Rounded down once per invoice.
 */
async function lateDays(db: DbOrTx, closings: readonly ClosingOf[]): Promise<Late[]> {
  const { rows } = await sql<Late>`
    with closing as (
      select * from unnest(${closings.map(({ restaurantId }) => restaurantId)}::uuid[],
        ${closings.map(({ toOn }) => toOn)}::date[]) as c (restaurant_id, to_on)),
    due as (
      select d.id, d.restaurant_id, d.closing_id, d.total_yen, chain.ids,
             d.total_yen - coalesce((
               select sum(l.yen) from late_charges l join closing_charges cc on cc.charge_id = l.charge_id
                where cc.closing_id = d.closing_id), 0) as principal_yen,
             greatest(d.due_on, (select max(l.to_on) from late_charges l where l.document_id = any (chain.ids))) + 1 as from_on,
             c.to_on
        from closing c
        join counting_invoices d on d.restaurant_id = c.restaurant_id and d.due_on < c.to_on
       cross join lateral (
         with recursive earlier as (
           select d.id, d.supersedes
           union all
           select e.id, e.supersedes from earlier join issued_documents e on e.id = earlier.supersedes
         )
         select array_agg(id) as ids from earlier
       ) chain),
    paid as (
      select due.id, coalesce(p.received_on, (a.at at time zone 'Asia/Tokyo')::date) as on_day, sum(a.yen) as yen
        from due
        join payment_allocations a on a.document_id = any (due.ids)
        left join payments p on p.id = a.payment_id
       group by 1, 2),
    settled as (select id, sum(yen) as yen, max(on_day) as last_on from paid group by 1),
    days as (
      select due.*, day::date as day, rate.tenths
        from due
        left join settled on settled.id = due.id
       cross join lateral generate_series(due.from_on,
         -- what is paid was paid with its last payment: the days after it need not be looked at
         case when due.total_yen <= settled.yen then least(due.to_on, settled.last_on) else due.to_on end,
         interval '1 day') day
       cross join lateral (
         select rate_tenths as tenths from late_charge_rates where from_on <= day::date order by from_on desc, at desc, event_id desc limit 1
       ) rate
       where rate.tenths > 0),
    owed as (
      select days.id, days.restaurant_id, days.day, days.tenths,
             least(principal_yen, total_yen - coalesce((
               select sum(yen) from paid where paid.id = days.id and paid.on_day < days.day), 0))
             - coalesce((
               select sum(l.billed_yen + l.billed_yen * l.tax_percent / 100)
                 from claims k
                 join charges s on s.order_id = k.order_id and s.kind = 'sale'
                 join closing_charges cc on cc.charge_id = s.id and cc.side = 'restaurant' and cc.closing_id = days.closing_id
                 join order_lines l on l.id = k.order_line_id
                where k.restaurant_id = days.restaurant_id and k.state <> 'withdrawn'
                  and (k.opened_at at time zone 'Asia/Tokyo')::date <= days.day
                  and (k.settled_at is null or (k.settled_at at time zone 'Asia/Tokyo')::date >= days.day)), 0)
             + coalesce((
               select sum(back.total_yen)
                 from closing_charges cc
                 join charges s on s.id = cc.charge_id and s.kind = 'sale'
                 join charges back on back.order_id = s.order_id and back.kind = 'adjustment' and back.booked_on < days.day
                where cc.closing_id = days.closing_id and cc.side = 'restaurant'
                  and not exists (
                    select from closing_charges same where same.charge_id = back.id and same.closing_id = days.closing_id)), 0)
             as yen
        from days),
    -- money that lies with us is set off, as it will pay the invoices: the earliest due first
    credit as (
      select a.restaurant_id, p.received_on, sum(a.yen) as yen
        from payment_allocations a join payments p on p.id = a.payment_id
       where a.document_id is null and a.restaurant_id in (select restaurant_id from due)
       group by 1, 2),
    charged as (
      select ranked.id, ranked.restaurant_id, ranked.day, ranked.tenths,
             least(ranked.yen, ranked.all_yen - coalesce((
               select sum(c.yen) from credit c
                where c.restaurant_id = ranked.restaurant_id and c.received_on < ranked.day), 0)) as yen
        from (
          select owed.*, sum(owed.yen) over (partition by owed.restaurant_id, owed.day order by d.due_on, d.number) as all_yen
            from owed join issued_documents d on d.id = owed.id
           where owed.yen > 0) ranked)
    select id as document_id, restaurant_id, min(day) as from_on, max(day) as to_on, count(*)::integer as day_count,
           floor(sum(yen * tenths) / 365000)::bigint as yen
      from charged where yen > 0
     group by id, restaurant_id having sum(yen * tenths) >= 365000
     order by id`.execute(db)
  return rows.map((row) => ({ ...row, yen: Number(row.yen) }))
}

/** Those of these charges that are late charges, as they are printed. */
export async function printedLateCharges(
  db: DbOrTx,
  chargeIds: readonly ChargeId[],
): Promise<(PrintedLateCharge & { chargeId: ChargeId; restaurantId: RestaurantId })[]> {
  if (chargeIds.length === 0) return []
  const rows = await db
    .selectFrom('lateCharges as l')
    .innerJoin('charges as c', 'c.id', 'l.chargeId')
    .innerJoin('issuedDocuments as d', 'd.id', 'l.documentId')
    .select(['l.chargeId', 'c.restaurantId', 'd.number as invoice', 'd.dueOn', 'l.fromOn', 'l.toOn'])
    .select(['l.dayCount as days', 'l.yen'])
    .where((is) => is('l.chargeId', '=', is.fn.any(is.val(chargeIds))))
    .orderBy('d.dueOn')
    .orderBy('d.number')
    .execute()
  return rows.map(({ dueOn, ...row }) => ({ ...row, dueOn: dueOn ?? row.fromOn }))
}
