import { sql } from 'kysely'
import { requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { ClaimState, Verdict } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { addDays, jstDate, momentOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'

/** One delivery in the record of receiving (HACCP): when, from whom, by whom, temperatures, and defects. */
export type ReceiptRow = {
  orderId: OrderId
  orderNumber: string
  farm: string
  kitchen: string
  receivedAt: Date
  receivedBy: string
  chilledTenths: number | null
  frozenTenths: number | null
  note: string
  lineCount: number
  /** Defects, and their outcome; in the wording of the record. */
  wrong: { line: string; verdict: Verdict; note: string | null; claim: ClaimState | null }[]
}

/** The restaurant's record of a month, `2026-11`, in order of arrival. */
export const receiptsOfMonth = query('own', async (ctx, month: string): Promise<ReceiptRow[]> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const start = jstDate(`${month}-01`)
  const end = jstDate(`${addDays(start, 31).slice(0, 7)}-01`)
  const { rows } = await sql<Omit<ReceiptRow, 'receivedAt'> & { receivedAt: Date }>`
    select r.order_id as "orderId", o.number as "orderNumber", f.name as farm, k.name as kitchen,
           r.received_at as "receivedAt", r.received_by as "receivedBy", r.chilled_tenths as "chilledTenths",
           r.frozen_tenths as "frozenTenths", r.note,
           (select count(*)::int from order_lines l where l.order_id = r.order_id and l.shipped_qty > 0) as "lineCount",
           (select coalesce(json_agg(json_build_object('line', l.name, 'verdict', l.verdict, 'claim', c.state, 'note',
                      (select e.reason from events e where e.order_line_id = l.id and e.kind = 'line_received_less'
                        order by e.at desc limit 1)) order by l.ordinal), '[]')
              from order_lines l left join claims c on c.order_line_id = l.id and c.state <> 'withdrawn'
             where l.order_id = r.order_id and l.verdict is not null and l.verdict <> 'ok') as wrong
      from receipts r
      join orders o on o.id = r.order_id
      join farms f on f.id = o.farm_id
      join kitchens k on k.id = o.kitchen_id
     where r.restaurant_id = ${restaurantId} and r.received_at >= ${momentOf(start, 0)} and r.received_at < ${momentOf(end, 0)}
     order by r.received_at, r.order_id`.execute(ctx.db)
  return rows
})

export type Receipt = Pick<ReceiptRow, 'receivedAt' | 'receivedBy' | 'chilledTenths' | 'frozenTenths' | 'note'> & {
  photos: { key: PhotoKey; width: number; height: number }[]
}

/** What the kitchen recorded on receipt; null if nothing was recorded (no response, or an older order). */
export const receiptOf = query('order.see', async (ctx, orderId: OrderId): Promise<Receipt | null> => {
  requireSignedIn(ctx)
  const order = await ctx.db
    .selectFrom('orders')
    .select(['farmId', 'restaurantId', 'state'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new NotFound('order')
  seeOrNotFound(ctx.actor, 'order.see', order)
  const row = await ctx.db
    .selectFrom('receipts')
    .select(['receivedAt', 'receivedBy', 'chilledTenths', 'frozenTenths', 'note'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  if (!row) return null
  const photos = await ctx.db
    .selectFrom('receiptPhotos')
    .innerJoin('photos', 'photos.key', 'receiptPhotos.photoKey')
    .select(['photos.key', 'photos.width', 'photos.height'])
    .where('orderId', '=', orderId)
    .orderBy('photos.createdAt')
    .execute()
  return { ...row, photos: photos.map((photo) => ({ ...photo, key: photo.key as PhotoKey })) }
})
