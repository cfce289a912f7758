import { claimWishes, verdicts } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import type { InspectedLine } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { words } from '#web/form.ts'

type Read = { ok: true; lines: InspectedLine[] } | { ok: false; fields: Record<string, string> }

const Note = words(200, '気づいた点は200文字以内で入力してください。')

/**
 * The kitchen's verdict on every line: `verdict.<line>` and its neighbours. A missing or unknown verdict is not 〇:
 * nothing can be undone afterwards. 〇 needs no quantity, but one that is sent counts.
 */
export function readInspection(form: FormData, lines: readonly { id: OrderLineId }[]): Read {
  const fields: Record<string, string> = {}
  const read = lines.flatMap(({ id: lineId }): InspectedLine[] => {
    const at = (field: string) => `${field}.${lineId}`
    const verdict = verdicts.find((known) => known === form.get(at('verdict')))
    if (!verdict) {
      fields[at('verdict')] = '〇か、「不足」「傷み」などを選択してください。'
      return []
    }
    const note = Note.safeParse(form.get(at('note')) ?? '')
    if (!note.success) fields[at('note')] = note.error.issues[0]?.message ?? ''
    const wish = claimWishes.find((known) => known === form.get(at('wish')))
    const said = { lineId, verdict, note: note.data ?? '', ...(wish && { wish }) }
    if (verdict === 'ok' && !form.has(at('qty'))) return []
    const qty = parseWholeNumber(form.get(at('qty')))
    if (qty === null || qty < 0) fields[at('qty')] = refusalText('bad_quantity')
    const typedKg = form.get(at('kg'))
    const weight = typeof typedKg === 'string' && typedKg.trim() !== '' ? parseKilograms(typedKg) : undefined
    if (weight === null) fields[at('kg')] = '重量はkgで入力してください（例 2.685）。'
    return [{ ...said, qty: qty ?? 0, grams: typeof weight === 'number' ? grams(weight) : null }]
  })
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, lines: read }
}
