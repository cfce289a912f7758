import { sql } from 'kysely'
import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { NotFound } from '#kernel/errors.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { correctedInvoice } from '#modules/billing/corrected-invoice.server.ts'
import { receiptOf } from '#modules/billing/issue-receipt.server.ts'
import { canonicalJson } from '#modules/issued-documents/canonical-json.ts'
import { correctedSlip } from '#modules/issued-documents/delivery-slip.server.ts'
import { aboutSides } from '#modules/issued-documents/document-file.server.ts'
import { issueDocument } from '#modules/issued-documents/issue-document.server.ts'
import { documentWord } from '#modules/issued-documents/issued-paper.ts'
import { documentReplaced } from '#modules/issued-documents/replaced-mail.server.tsx'
import { writeVoid } from '#modules/issued-documents/void-document.server.ts'
import { mailToOf, notifyEach } from '#modules/notifications/notify.server.ts'
import { ownersOf } from '#modules/organisations/approval/tell-members.server.ts'
import { isBeingCollected, lockPaymentsOf, moveAllocations } from '#modules/payments/move-allocations.server.ts'
import { correctedStatement, statementInUse } from '#modules/payouts/corrected-statement.server.ts'

const sentences = {
  gone: 'この書類は、すでに無効になっているか、差し替えられています。',
  unchanged: '現在の登録内容は、この書類と同じです。先に、宛先や登録番号などの登録内容を修正してください。',
  not_replaced: 'この書類は差し替えの対象ではありません。無効にしてください。',
  has_receipt: 'この請求書の領収書が発行されています。先に領収書を無効にしてください。',
  being_collected: 'この請求書の口座振替を請求中です。振替の結果を取り込んでから、もう一度お試しください。',
  in_pay_run: 'この支払通知書の振込が作成されています。振込を取り消してから、もう一度お試しください。',
  objection_open: '回答待ちの異議があります。先に異議に回答してください。',
  key_reused: '同じ操作が別の内容で送信されました。画面を再読み込みしてください。',
} as const

/**
 * Issues a document anew from the same charges, with what is recorded now: names, addresses, registrations, where to pay.
 * The old one is void, the new one carries its number. Amounts do not change; they are corrected by an adjustment of the
 * order. What was paid of an invoice pays the new one.
 */
export const replaceDocument = mutation({
  name: 'issued_document.replace',
  permission: 'issued_document.void',
  input: { id: IdOf<'issuedDocument'>('書類'), reason: z.string().trim().min(1).max(400) },
  refusals: {
    codes: ['gone', 'unchanged', 'not_replaced', 'has_receipt', 'being_collected', 'in_pay_run', 'objection_open'],
    text: (refusal: keyof typeof sentences) => sentences[refusal],
  },
  run: async (ctx, { id, reason }, operator: Operator) => {
    authorize(ctx.actor, 'issued_document.void', null)
    const seen = await documentRow(ctx, id)
    if (seen.restaurantId) await lockPaymentsOf(ctx, id, seen.restaurantId)
    // locked: of two at once the second one finds it replaced
    const old = await documentRow(ctx, id)
    if (old.gone) return refuse('gone')
    if (old.content.kind === 'invoice' && (await receiptOf(ctx, old))) return refuse('has_receipt')
    if (await isBeingCollected(ctx, id)) return refuse('being_collected')
    const inUse = old.content.kind === 'statement' ? await statementInUse(ctx, id) : null
    if (inUse) return refuse(inUse)
    const content = await correctedContent(ctx, operator, old)
    if (!content) return refuse('not_replaced')
    if (canonicalJson(sameDays(content)) === canonicalJson(sameDays(old.content))) return refuse('unchanged')
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: 'issued_document_replaced',
      ...aboutSides(old),
      reason,
      data: { number: old.number },
    })
    await writeVoid(ctx, { documentId: id, reason, eventId })
    const { restaurantId, farmId, closingId, orderId, fromOn, toOn, dueOn, totalYen } = old
    const next = await issueDocument(ctx, {
      content,
      fromOn,
      toOn,
      totalYen: content.kind === 'delivery_slip' ? content.totalYen : totalYen,
      ...(restaurantId && { restaurantId }),
      ...(farmId && { farmId }),
      ...(closingId && { closingId }),
      ...(orderId && { orderId }),
      ...(dueOn && { dueOn }),
      supersedes: id,
      issuedBy: operator.name,
    })
    if (content.kind === 'invoice') await moveAllocations(ctx, { from: id, to: next, eventId })
    const { number } = await documentRow(ctx, next)
    await tellReplaced(ctx, old, { id: next, number, reason })
    return ok({ id: next, number })
  },
})

type Row = Awaited<ReturnType<typeof documentRow>>

async function documentRow({ db }: Ctx, id: IssuedDocumentId) {
  const row = await db
    .selectFrom('issuedDocuments as d')
    .selectAll('d')
    .select(
      sql<boolean>`exists (select from document_voids v where v.document_id = d.id)
        or exists (select from issued_documents n where n.supersedes = d.id)`.as('gone'),
    )
    .where('d.id', '=', id)
    .forNoKeyUpdate('d')
    .executeTakeFirst()
  if (!row) throw new NotFound('issued document')
  return row
}

function correctedContent(ctx: Ctx, operator: Operator, { content, closingId, restaurantId, farmId, orderId }: Row) {
  switch (content.kind) {
    case 'invoice':
      return closingId && restaurantId ? correctedInvoice(ctx, operator, { content, closingId, restaurantId }) : null
    case 'statement':
      return closingId && farmId ? correctedStatement(ctx, operator, { content, closingId, farmId }) : null
    case 'delivery_slip':
      return orderId ? correctedSlip(ctx, orderId, content.part) : null
    case 'receipt':
      return null
  }
}

/** Until when a farm answers follows from the day of issue, and is no correction. */
const sameDays = (content: Row['content']) => ({ ...content, confirmBy: null })

async function tellReplaced(
  ctx: Ctx,
  { number: before, content, restaurantId, farmId, counterparty }: Row,
  next: { id: IssuedDocumentId; number: string; reason: string },
): Promise<void> {
  const billing = restaurantId
    ? await ctx.db
        .selectFrom('restaurants')
        .select('billingEmail')
        .where('id', '=', restaurantId)
        .executeTakeFirstOrThrow()
    : null
  const toBilling = content.kind === 'invoice' && billing?.billingEmail
  const owners = [
    ...(restaurantId && !toBilling
      ? (await ownersOf(ctx.db, [{ restaurantId }])).map((owner) => ({ owner, page: '/restaurant/documents' as const }))
      : []),
    ...(farmId
      ? (await ownersOf(ctx.db, [{ farmId }])).map((owner) => ({ owner, page: '/farmer/documents' as const }))
      : []),
  ]
  const receivers = [
    ...(toBilling ? [{ to: toBilling as Email, page: '/restaurant/documents' as const }] : []),
    ...owners.map(({ owner, page }) => ({ to: mailToOf(owner), page })),
  ]
  const { id, number, reason } = next
  await notifyEach(
    ctx.db,
    ctx.now,
    documentReplaced,
    receivers.map(({ to, page }) => ({
      key: `replaced:${id}:${typeof to === 'string' ? to : to.personId}`,
      to,
      data: { recipient: counterparty, word: documentWord[content.kind], before, number, reason, page },
    })),
  )
}
