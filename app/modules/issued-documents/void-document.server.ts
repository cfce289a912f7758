import { sql } from 'kysely'
import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { EventId, IssuedDocumentId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { aboutSides } from './document-file.server.ts'

const refusals = {
  codes: ['already_void', 'needs_replacement'] as const,
  text: (refusal: keyof typeof sentences) => sentences[refusal],
}
const sentences = {
  already_void: 'この書類はすでに無効です。',
  needs_replacement: 'この書類には取引の明細があるため、無効にするだけでは請求が残ります。差し替えてください。',
  key_reused: '同じ操作が別の内容で送信されました。画面を再読み込みしてください。',
} as const

/**
 * Declares a document void, with the reason. The document stays as it is and can be read; its paper is told to be void.
 * What charges stand on is replaced instead: without a document they would be owed, and asked for by nobody.
 */
export const voidDocument = mutation({
  name: 'issued_document.void',
  permission: 'issued_document.void',
  input: { id: IdOf<'issuedDocument'>('書類'), reason: z.string().trim().min(1).max(400) },
  refusals,
  run: async (ctx, { id, reason }) => {
    authorize(ctx.actor, 'issued_document.void', null)
    // locked: two at once would both find it standing
    const row = await ctx.db
      .selectFrom('issuedDocuments')
      .select(['number', 'restaurantId', 'farmId'])
      .select(isNeeded.as('needed'))
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw new NotFound('issued document')
    const before = await ctx.db.selectFrom('documentVoids').select('at').where('documentId', '=', id).executeTakeFirst()
    if (before) return refuse('already_void')
    if (row.needed) return refuse('needs_replacement')
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'issued_document_voided',
      ...aboutSides(row),
      reason,
      data: { documentId: id, number: row.number },
    })
    await writeVoid(ctx, { documentId: id, reason, eventId })
    return ok(null)
  },
})

/** In the transaction of its event. */
export const writeVoid = (
  { db, now }: Ctx,
  given: { documentId: IssuedDocumentId; reason: string; eventId: EventId },
) =>
  db
    .insertInto('documentVoids')
    .values({ ...given, at: now })
    .execute()

/** Of a row of issued_documents: charges of its period, or goods that left with it, need a document. */
const isNeeded = sql<boolean>`(
  exists (select from closing_charges c where c.closing_id = issued_documents.closing_id)
  or exists (select from shipped_slips s where s.order_id = issued_documents.order_id))`

/** Whether a document can only be replaced, for the page that offers it. */
export const needsReplacement = query(
  'issued_document.void',
  async (ctx: Ctx, id: IssuedDocumentId): Promise<boolean> => {
    authorize(ctx.actor, 'issued_document.void', null)
    const row = await ctx.db
      .selectFrom('issuedDocuments')
      .select(isNeeded.as('needed'))
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.needed ?? false
  },
)
