import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { IssuedPaper } from './issued-paper.ts'

/** The delivery slips that stand for these orders, as they were issued: of a divided order one for each part. The caller has asked who may see their money. */
export async function standingSlipsOf(db: DbOrTx, orderIds: readonly OrderId[]): Promise<Map<OrderId, IssuedPaper[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('issuedDocuments as d')
    .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
    .select(['d.id', 'd.number', 'd.issuedOn', 'd.content', 'd.contentSha256', 'd.orderId'])
    .select('before.number as replaces')
    .where('d.orderId', 'in', orderIds)
    .where('d.kind', '=', 'delivery_slip')
    .where(sql<boolean>`not exists (select from issued_documents n where n.supersedes = d.id)`)
    .where(sql<boolean>`not exists (select from document_voids v where v.document_id = d.id)`)
    .orderBy('d.number')
    .execute()
  const slips = new Map<OrderId, IssuedPaper[]>()
  for (const { orderId, ...paper } of rows) if (orderId) slips.set(orderId, [...(slips.get(orderId) ?? []), paper])
  return slips
}
