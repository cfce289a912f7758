import { sql } from 'kysely'
import { can } from '#authorization/rules.ts'
import type { OrderId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { IssuedPaper } from './issued-paper.ts'

/** The delivery slips that stand for these orders, as they were issued; those that the caller may not see are left out. */
export const standingSlipsOf = query(
  'order_money.see',
  async (ctx, orderIds: readonly OrderId[]): Promise<Map<OrderId, IssuedPaper>> => {
    if (orderIds.length === 0) return new Map()
    const rows = await ctx.db
      .selectFrom('issuedDocuments as d')
      .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
      .select(['d.id', 'd.number', 'd.issuedOn', 'd.content', 'd.contentSha256'])
      .select(['d.orderId', 'd.farmId', 'd.restaurantId', 'before.number as replaces'])
      .where('d.orderId', 'in', orderIds)
      .where('d.kind', '=', 'delivery_slip')
      .where(sql<boolean>`not exists (select from issued_documents n where n.supersedes = d.id)`)
      .where(sql<boolean>`not exists (select from document_voids v where v.document_id = d.id)`)
      .execute()
    return new Map(
      rows.flatMap(({ orderId, farmId, restaurantId, ...paper }) =>
        orderId && can(ctx.actor, 'order_money.see', { farmId, restaurantId }) ? [[orderId, paper]] : [],
      ),
    )
  },
)
