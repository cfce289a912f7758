import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { aboutSides } from './document-file.server.ts'

const refusals = {
  codes: ['already_void'] as const,
  text: (refusal: 'already_void' | 'key_reused') =>
    refusal === 'already_void'
      ? 'この書類はすでに無効です。'
      : '同じ操作が別の内容で送信されました。画面を再読み込みしてください。',
}

/** Declares a document void, with the reason. The document stays as it is and can be read; its paper is told to be void. */
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
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw new NotFound('issued document')
    const before = await ctx.db.selectFrom('documentVoids').select('at').where('documentId', '=', id).executeTakeFirst()
    if (before) return refuse('already_void')
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'issued_document_voided',
      ...aboutSides(row),
      reason,
      data: { number: row.number },
    })
    await ctx.db.insertInto('documentVoids').values({ documentId: id, reason, eventId, at: ctx.now }).execute()
    return ok(null)
  },
})
