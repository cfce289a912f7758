import { sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { searchKey } from '#kernel/text.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { DocumentFilter, DocumentKind } from './document-filter.ts'

export type DocumentRow = {
  id: IssuedDocumentId
  number: string
  kind: DocumentKind
  issuedOn: JstDate
  fromOn: JstDate
  toOn: JstDate
  /** As printed: of the other side, for staff the recipient. */
  counterparty: string
  totalYen: Yen
  sha256: string
  /** Whether there is a JP PINT of it: an invoice or a statement with a line (jp-pint.ts). */
  hasXml: boolean
  voided: boolean
  replacedBy: string | null
  /** The number of the one in whose place it is. */
  replaces: string | null
  /** Why it is void. */
  reason: string | null
}
export type DocumentCursor = { on: JstDate; id: IssuedDocumentId }
type Asked = DocumentFilter & { after: DocumentCursor | null; limit: number }

/** The documents of the caller's side that meet all conditions, newest first; for staff those of all. */
export const findDocuments = query(
  'order_money.see',
  async (
    ctx: Pick<Ctx, 'db' | 'actor'>,
    asked: Asked,
  ): Promise<{ rows: DocumentRow[]; next: DocumentCursor | null }> => {
    const { actor, db } = ctx
    const farmId = actor.kind === 'farm' ? actor.farmId : null
    const restaurantId = actor.kind === 'buyer' ? actor.restaurantId : null
    authorize(actor, 'order_money.see', { farmId, restaurantId })
    // a restaurant's other side is who sold; a farm's who bought, or the operator who pays
    const isSeller = restaurantId
      ? sql<boolean>`true`
      : farmId
        ? sql<boolean>`d.kind = 'statement'`
        : sql<boolean>`false`
    const { from, to, least, most, name, kind, after, limit } = asked
    const key = searchKey(name)
    let found = db
      .selectFrom('issuedDocuments as d')
      .leftJoin('issuedDocuments as next', 'next.supersedes', 'd.id')
      .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
      .leftJoin('documentVoids as v', 'v.documentId', 'd.id')
      .select([
        'd.id',
        'd.number',
        'd.kind',
        'd.issuedOn',
        'd.fromOn',
        'd.toOn',
        'd.totalYen',
        'd.contentSha256 as sha256',
      ])
      .select(
        sql<string>`case when ${isSeller} then d.content #>> '{issuer,name}' else d.counterparty end`.as(
          'counterparty',
        ),
      )
      .select(
        sql<boolean>`coalesce(jsonb_array_length(d.content -> 'slips')
            + jsonb_array_length(coalesce(d.content -> 'lateCharges', '[]')) > 0, false)`.as('hasXml'),
      )
      .select(sql<boolean>`v.document_id is not null`.as('voided'))
      .select(['next.number as replacedBy', 'before.number as replaces', 'v.reason'])
      .orderBy('d.issuedOn', 'desc')
      .orderBy('d.id', 'desc')
      .limit(limit + 1)
    if (restaurantId) found = found.where('d.restaurantId', '=', restaurantId)
    if (farmId) found = found.where('d.farmId', '=', farmId)
    if (from) found = found.where('d.issuedOn', '>=', from)
    if (to) found = found.where('d.issuedOn', '<=', to)
    if (least !== null) found = found.where(sql<boolean>`d.total_yen >= ${least}`)
    if (most !== null) found = found.where(sql<boolean>`d.total_yen <= ${most}`)
    if (kind) found = found.where('d.kind', '=', kind)
    if (key)
      found = found.where(
        sql<boolean>`strpos(case when ${isSeller} then d.seller_key else d.recipient_key end, ${key}) > 0`,
      )
    if (after) found = found.where(sql<boolean>`(d.issued_on, d.id) < (${after.on}::date, ${after.id}::uuid)`)
    const rows = await found.execute()
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return { rows: shown, next: rows.length > limit && last ? { on: last.issuedOn, id: last.id } : null }
  },
)
