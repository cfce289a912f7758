import { grams } from '#kernel/grams.ts'
import { parseId } from '#kernel/ids.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import type { RequestedChange } from '#modules/ordering/adjustments/adjustment-request.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import type { ReadForm } from '#web/read-form.server.ts'
import { problemOf } from './order-form.server.ts'

/** Fields that are left empty change nothing: `weight.<line>`, `back.<line>` and `backKg.<line>`. */
export function readCorrection(form: FormData): ReadForm<RequestedChange[]> {
  const wrong: Record<string, string> = {}
  const typed = (name: string) => String(form.get(name) ?? '').trim()
  const weightIn = (name: string) => {
    const weight = parseKilograms(typed(name))
    if (typed(name) !== '' && weight === null) wrong[name] = '重量はkgの数字で入力してください（例 2.685）。'
    return weight === null ? null : grams(weight)
  }
  const lines = [...form.keys()].flatMap((field): RequestedChange[] => {
    const lineId = field.startsWith('back.') ? parseId<'orderLine'>(field.slice(5)) : null
    if (!lineId) return []
    const [right, back] = [weightIn(`weight.${lineId}`), weightIn(`backKg.${lineId}`)]
    const qty = typed(field) === '' ? 0 : parseWholeNumber(form.get(field))
    if (qty === null) wrong[field] = refusalText('bad_quantity')
    if (qty && right !== null) wrong[field] = '同じ商品の重さの訂正と返品は、別々に依頼してください。'
    if (!qty && back !== null) wrong[field] = '返品の数量を入力してください。'
    if (qty) return [{ lineId, kind: 'return', qty, grams: back }]
    return right === null ? [] : [{ lineId, kind: 'weight', qty: null, grams: right }]
  })
  return Object.keys(wrong).length > 0 ? { ok: false, problem: problemOf(wrong, form) } : { ok: true, value: lines }
}

/** The field at which a refusal is shown. */
export function correctedField({ refusal, detail }: { refusal: OrderingRefusal; detail?: RefusalDetail }) {
  if (refusal === 'reason_missing') return 'reason'
  if (!detail?.line) return undefined
  return `${fields[refusal] ?? 'back'}.${detail.line}`
}

const fields: Partial<Record<OrderingRefusal, string>> = {
  not_catch_weight: 'weight',
  weight_not_believable: 'weight',
  weight_missing: 'backKg',
}
