import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { parseId } from '#kernel/ids.ts'
import { receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, invalid, parseForm } from '#web/form.ts'

const Inspections = z.object({ key: formKey() })

/** Everything in the selected slips arrived as shipped. Each by itself: what cannot be inspected stays, with its reason. */
export async function inspectMany(ctx: Ctx, form: FormData, receivedBy: string) {
  const asked = parseForm(Inspections, form)
  if (!asked.ok) return invalid(asked.problem)
  const ids = form.getAll('row').flatMap((id) => parseId<'order'>(id) ?? [])
  if (ids.length === 0) return invalid({ fields: {}, summary: '伝票を選択してください。', typed: {} })
  const reasons: string[] = []
  for (const orderId of ids) {
    const key = `${asked.value.key}-${orderId}`
    const done = await receiveOrder(ctx, { orderId, key, lines: [], receivedBy })
    if (!done.ok) reasons.push(refusalText(done.refusal, done.detail))
  }
  const inspected = ids.length - reasons.length
  const [reason] = reasons
  return redirectWithFlash(
    '/restaurant/receiving',
    [
      inspected > 0 && `${inspected}件を「問題なし」で検収しました。`,
      reason && `${reasons.length}件は検収できませんでした。${reason}`,
    ]
      .filter(Boolean)
      .join(''),
  )
}
