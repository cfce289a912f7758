import { claimWishes, verdicts } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { parseKilograms } from '#kernel/text.ts'
import type { InspectedLine } from '#modules/ordering/fulfilment/receive-order.server.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { isDivisible, readParts } from '#modules/pricing/part-of-unit.ts'
import { words } from '#web/form.ts'

type Read = { ok: true; lines: InspectedLine[] } | { ok: false; fields: Record<string, string> }

type Line = Pick<OrderLine, 'id' | 'unitLabel' | 'catchWeight'>

/** A part of a unit, where the line is sold by count and its unit holds several things. */
function usableParts(text: unknown, { catchWeight, unitLabel }: Line) {
  const read = readParts(text)
  return read?.missing && (catchWeight || !isDivisible(unitLabel)) ? null : read
}

const badParts = '良品数は0以上の数字で入力してください（例 2、1.7、18/24）。'

const Note = words(200, '気づいた点は200文字以内で入力してください。')

/**
 * The kitchen's verdict on every line: `verdict.<line>` and its neighbours. A missing or unknown verdict is not 〇:
 * nothing can be undone afterwards. 〇 needs no quantity, but one that is sent counts.
 */
export function readInspection(form: FormData, lines: readonly Line[]): Read {
  const fields: Record<string, string> = {}
  const read = lines.flatMap((line): InspectedLine[] => {
    const { id: lineId } = line
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
    const counted = usableParts(form.get(at('qty')), line)
    if (!counted) fields[at('qty')] = isDivisible(line.unitLabel) ? badParts : refusalText('bad_quantity')
    const typedKg = form.get(at('kg'))
    const weight = typeof typedKg === 'string' && typedKg.trim() !== '' ? parseKilograms(typedKg) : undefined
    if (weight === null) fields[at('kg')] = '重量はkgで入力してください（例 2.685）。'
    const { qty, missing } = counted ?? { qty: 0, missing: null }
    return [{ ...said, qty, ...(missing && { missing }), grams: typeof weight === 'number' ? grams(weight) : null }]
  })
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, lines: read }
}
