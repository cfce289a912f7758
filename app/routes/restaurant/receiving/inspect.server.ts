import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { fieldsToMend, formKey, invalid, parseForm, typedIn } from '#web/form.ts'
import { readInspection } from './inspection-form.ts'
import { photosOfLines } from './inspection-photos.server.ts'
import { isComing } from './is-coming.ts'
import { readReceipt } from './receipt-form.ts'

const Inspection = z.object({ key: formKey() })

/** Final immediately: so the form has to state every line, with known values. Null once it is done. */
export async function inspect(ctx: Ctx, sent: { orderId: OrderId; form: FormData; files: FileStore }) {
  const { orderId, form: data, files } = sent
  const asked = parseForm(Inspection, data)
  if (!asked.ok) return invalid(asked.problem)
  const { key } = asked.value
  const { lines } = await orderDetail(ctx, orderId)
  const coming = lines.filter(isComing)
  const read = readInspection(data, coming)
  const receipt = readReceipt(data)
  const photos = await photosOfLines(ctx, files, data, { key, lines: coming })
  const typed = { ...typedIn(data), ...photos.typed }
  const fields = { ...(!read.ok && read.fields), ...receipt.fields, ...photos.fields }
  if (!read.ok || Object.keys(fields).length > 0) return invalid({ fields, summary: fieldsToMend, typed })
  const said = read.lines.map((line) => ({ ...line, photos: photos.of.get(line.lineId) ?? [] }))
  const result = await receiveOrder(ctx, { orderId, key, lines: said, ...receipt.facts })
  if (result.ok) return null
  const { refusal, detail } = result
  const line = typeof detail?.line === 'string' ? detail.line : null
  const at = line && `${photoRefusals.includes(refusal) ? 'photo' : 'qty'}.${line}`
  const sentence = refusalText(refusal, detail)
  return invalid({ fields: at ? { [at]: sentence } : {}, summary: sentence, typed }, 409)
}

const photoRefusals: readonly OrderingRefusal[] = ['photo_missing', 'photos_gone']
