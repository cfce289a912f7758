import type { Ctx } from '#authorization/ctx.ts'
import type { ReceiptOfOrder } from '#modules/ordering/fulfilment/receive-many.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { readInspection } from './inspection-form.ts'
import { photosOfLines } from './inspection-photos.server.ts'
import { readReceipt } from './receipt-form.ts'

type Sent = { key: string; form: FormData; files: FileStore; lines: Parameters<typeof readInspection>[1] }
type Said = Omit<ReceiptOfOrder, 'orderId' | 'complete' | 'form'> & { key: string }

/** The receipt of one order as its form states it; else the sentences by field, and the photos that were stored. */
export async function readSaid(
  ctx: Ctx,
  { key, form, files, lines }: Sent,
): Promise<{ said: Said | null; fields: Record<string, string>; typed: Record<string, string> }> {
  const read = readInspection(form, lines)
  const receipt = readReceipt(form)
  const photos = await photosOfLines(ctx, files, form, { key, lines })
  const fields = { ...(!read.ok && read.fields), ...receipt.fields, ...photos.fields }
  const { typed } = photos
  if (!read.ok || Object.keys(fields).length > 0) return { said: null, fields, typed }
  const inspected = read.lines.map((line) => ({ ...line, photos: photos.of.get(line.lineId) ?? [] }))
  return { said: { key, lines: inspected, ...receipt.facts }, fields, typed }
}

const photoRefusals: readonly string[] = ['photo_missing', 'photos_gone'] satisfies OrderingRefusal[]

/** The field at which a refusal about a line is shown. */
export function fieldOfRefusal(refusal: string, detail: Record<string, unknown> | undefined): string | null {
  const line = typeof detail?.line === 'string' ? detail.line : null
  return line && `${photoRefusals.includes(refusal) ? 'photo' : 'qty'}.${line}`
}
