import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { fieldsToMend, formKey, invalid, parseForm, typedIn } from '#web/form.ts'
import { isComing } from './is-coming.ts'
import { fieldOfRefusal, readSaid } from './read-inspection.server.ts'

const Inspection = z.object({ key: formKey() })

/** Final immediately: so the form has to state every line, with known values. Null once it is done. */
export async function inspect(ctx: Ctx, sent: { orderId: OrderId; form: FormData; files: FileStore }) {
  const { orderId, form, files } = sent
  const asked = parseForm(Inspection, form)
  if (!asked.ok) return invalid(asked.problem)
  const { lines } = await orderDetail(ctx, orderId)
  const read = await readSaid(ctx, { key: asked.value.key, form, files, lines: lines.filter(isComing) })
  const typed = { ...typedIn(form), ...read.typed }
  if (!read.said) return invalid({ fields: read.fields, summary: fieldsToMend, typed })
  const result = await receiveOrder(ctx, { orderId, ...read.said })
  if (result.ok) return null
  const { refusal, detail } = result
  const at = fieldOfRefusal(refusal, detail)
  const sentence = refusalText(refusal, detail)
  return invalid({ fields: at ? { [at]: sentence } : {}, summary: sentence, typed }, 409)
}
