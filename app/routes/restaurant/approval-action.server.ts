import { data } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { parseId } from '#kernel/ids.ts'
import { approvePurchase, sendBackPurchase, withdrawPurchase } from '#modules/ordering/approve-purchase.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, invalid, parseForm, refused, words } from '#web/form.ts'

const Decision = z.object({
  key: formKey(),
  decision: z.enum(['approve', 'sendBack', 'withdraw']),
  reason: words(200, '理由は200文字までです。').default(''),
})

/** An owner's decision about an order that waits for approval; or its withdrawal by the buyer. */
export async function decideApproval(ctx: Ctx, form: FormData) {
  const read = parseForm(Decision, form)
  const purchaseId = parseId<'purchase'>(form.get('purchase'))
  if (!read.ok) return invalid(read.problem)
  if (!purchaseId) throw data(null, { status: 400 })
  const { key, decision, reason } = read.value
  if (decision === 'approve') {
    const done = await approvePurchase(ctx, { purchaseId, key })
    if (!done.ok) return refused(refusalText(done.refusal, done.detail), form)
    const { approved, lapsed } = done.value
    const late = lapsed > 0 ? `締切をすぎた${lapsed}件は、かごにもどしました。` : ''
    return redirectWithFlash(
      '/restaurant',
      `承認しました。${approved}農園に注文しました。締切までは、伝票の画面で取り消せます。${late}`,
    )
  }
  if (decision === 'withdraw') {
    const done = await withdrawPurchase(ctx, { purchaseId, key })
    if (!done.ok) return refused(refusalText(done.refusal, done.detail), form)
    return redirectWithFlash('/restaurant', '取り下げました。品物はかごにあります。')
  }
  const done = await sendBackPurchase(ctx, { purchaseId, key, reason })
  if (done.ok) return redirectWithFlash('/restaurant', '差し戻しました。頼んだ人にメールで知らせます。')
  if (done.refusal === 'reason_missing')
    return refused('差し戻す理由を書いてください。頼んだ人に伝わります。', form, 'reason', 422)
  return refused(refusalText(done.refusal, done.detail), form)
}
