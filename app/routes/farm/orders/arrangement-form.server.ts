import { z } from 'zod'
import type { OrderId } from '#kernel/ids.ts'
import { parseId } from '#kernel/ids.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { arrangeParcels } from '#modules/ordering/fulfilment/arrange-parcels.server.ts'
import type { ArrangedParcel } from '#modules/ordering/fulfilment/arrange-parcels.ts'
import { rowKeys, rowsIn } from '#modules/ordering/fulfilment/ui/parcel-rows.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { typedIn } from '#web/form.ts'
import type { ReadForm } from '#web/read-form.server.ts'
import { problemOf } from './order-form.server.ts'

type Given = z.output<z.ZodObject<typeof arrangeParcels.declaration.input>>

/** The farm's form of the parcels of an order. */
export function readArrangement(form: FormData, orderId: OrderId): ReadForm<Given> {
  const wrong: Record<string, string> = {}
  const rows = rowsIn(typedIn(form)).filter((_, at, all) => !form.has(`remove.${rowKeys(all)[at]}`))
  const keys = rowKeys(rows)
  const parcels = rows.map(({ id, name, temperature, size, contents }, index) => ({
    ...{ parcelId: id, name, temperature, sizeClass: Number(size) },
    contents: Object.entries(contents).flatMap(([line, typed]) => {
      const qty = typed.trim() === '' ? 0 : parseWholeNumber(typed)
      if (qty === null) wrong[`in.${keys[index]}.${line}`] = refusalText('bad_quantity')
      const lineId = parseId<'orderLine'>(line)
      return qty && lineId ? [{ lineId, qty }] : []
    }),
  }))
  // without script a parcel is added by a button of its own
  const [first] = parcels
  const added = form.has('more') && first ? [{ ...first, parcelId: null, name: '', contents: [] }] : []
  const asked = { orderId, version: parseWholeNumber(form.get('version')) ?? 0, parcels: [...parcels, ...added] }
  const read = z.object(arrangeParcels.declaration.input).safeParse(asked)
  if (read.success && Object.keys(wrong).length === 0) return { ok: true, value: read.data }
  for (const { path, message } of read.error?.issues ?? []) {
    const [, at, field] = path
    const name = field === 'sizeClass' ? 'size' : String(field ?? 'name')
    wrong[`${name}.${keys[Number(at ?? 0)]}`] ??= message
  }
  return { ok: false, problem: problemOf(wrong, form) }
}

/** The field at which a refusal about a parcel is shown. */
export function arrangedFieldOf(
  { detail }: { detail?: RefusalDetail },
  { parcels }: { parcels: readonly ArrangedParcel[] },
): string | undefined {
  const key = rowKeys(parcels.map(({ parcelId }) => ({ id: parcelId })))[Number(detail?.at ?? 0)]
  if (detail?.line) return `in.${key}.${detail.line}`
  return detail?.at === undefined ? undefined : `size.${key}`
}
