import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Method } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { orderFigures } from './rank-products.server.ts'

/** The period of a farm's badges in days, and the number of orders required for its rates. */
const recordDays = 90
const fewestOrders = 10

/** `method`: the growing method that it proves, where the farm has stated it. */
export type Certificate = { number: string; authority: string; expiresOn: JstDate | null; method: Method | null }

export type FarmRecord = {
  /** Of the last 90 days; null with fewer than ten orders, which are too few for a rate. */
  answerPercent: number | null
  fillPercent: number | null
  orders: number
  /** How many of them required an answer: the basis of the first rate. */
  asked: number
  /**
   * Verified origin: the farm has documents that we have checked and that are valid today, and this many of its lots
   * were received in these days; null if either is missing.
   */
  verifiedLots: number | null
  /** The growing methods of what it sells now, with the number of products of each. */
  methods: { method: Method; goods: number }[]
  /** Documents that we have checked and that are valid today. */
  certificates: Certificate[]
}

/** A farm's record: its answers and deliveries, calculated from its orders, and its documents. One query. */
export const farmRecord = query('public', async (ctx: Ctx, id: FarmId): Promise<FarmRecord> => {
  const today = jstDateOf(ctx.now)
  const since = momentOf(addDays(today, -recordDays), 0)
  const { rows } = await sql<FarmRecord>`
    with figures as (${orderFigures(sql`o.farm_id = ${id} and o.placed_at >= ${since}`)})
    select coalesce(figures.orders, 0) as orders, coalesce(figures.asked, 0) as asked,
           (select nullif(count(distinct named.lot_id), 0)::int
              from orders o join order_lines l on l.order_id = o.id join line_lots named on named.order_line_id = l.id
             where o.farm_id = ${id} and o.placed_at >= ${since} and o.state in ('inspected', 'finalized') and l.received_qty > 0
               and exists (select from documents d
                            where d.farm_id = ${id} and d.removed_at is null and d.checked_at is not null
                              and (d.expires_on is null or d.expires_on >= ${today}::date))) as "verifiedLots",
           case when figures.asked >= ${fewestOrders} then round(100.0 * answered / asked)::int end as "answerPercent",
           case when figures.orders >= ${fewestOrders} and ordered > 0 then round(100.0 * sent / ordered)::int end as "fillPercent",
           (select coalesce(json_agg(json_build_object('method', method, 'goods', n) order by n desc, method), '[]')
              from (select method, count(*)::int as n from product_search s where s.farm_id = ${id} and s.visible group by 1) m) as methods,
           (select coalesce(json_agg(json_build_object('number', d.number,
                     'authority', d.authority, 'expiresOn', d.expires_on,
                     'method', (select m.method from farm_methods m where m.document_id = d.id order by 1 limit 1)) order by d.expires_on, d.id), '[]')
              from documents d
             where d.farm_id = ${id} and d.kind = 'certificate' and d.removed_at is null and d.checked_at is not null
               and (d.expires_on is null or d.expires_on >= ${today}::date)) as certificates
      from (select 1) one left join figures on true`.execute(ctx.db)
  const [record] = rows
  if (!record) throw new Error('a query of figures gave no row')
  return record
})
