import { grams } from '#kernel/grams.ts'
import { parseId } from '#kernel/ids.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import { chosenCarrier, unnamedCarrier } from '#modules/delivery/carrier-word.ts'
import type { PackedLine } from '#modules/ordering/fulfilment/decide-packing.ts'
import { pieceWeights } from '#modules/ordering/fulfilment/piece-weights.ts'
import type { SentParcel } from '#modules/ordering/fulfilment/ship-order.server.ts'
import type { LineAnswer } from '#modules/ordering/order-input.ts'
import { type ShortageReason, shortageReasons } from '#modules/ordering/order-labels.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { fieldsToMend, type Problem, refused, typedIn } from '#web/form.ts'
import type { ReadForm } from '#web/read-form.server.ts'

/** Reads a farm's forms about an order, on its own pages and behind a link. */
type Read<Line> = ReadForm<Line[]>

/** The packed quantities. */
export function readPacked(form: FormData): Read<PackedLine> {
  const wrong: Record<string, string> = {}
  const lines = idsOf<'orderLine'>(form, 'qty').map((lineId): PackedLine => {
    const qty = parseWholeNumber(form.get(`qty.${lineId}`))
    if (qty === null) wrong[`qty.${lineId}`] = refusalText('bad_quantity')
    const scale = String(form.get(`kg.${lineId}`) ?? '').trim()
    const weight = parseKilograms(scale)
    if (scale !== '' && weight === null) wrong[`kg.${lineId}`] = '重量はkgの数字で入力してください（例 2.685）。'
    const pieces = pieceWeights(lineId, qty ?? 0, (name) => String(form.get(name) ?? ''))
    if (pieces === null) wrong[`kg.${lineId}`] = refusalText('pieces_wrong')
    const lot = form.get(`lot.${lineId}`)
    // none is guessed: a farm that has not said it today is asked
    if (qty && lot === '') wrong[`lot.${lineId}`] = refusalText('lot_missing')
    return {
      lineId,
      qty: qty ?? 0,
      // what was weighed piece by piece is added up
      ...(pieces?.length ? { grams: null, pieces } : { grams: weight === null ? null : grams(weight) }),
      reason: reasonIn(form, `reason.${lineId}`),
      lot: lot === 'today' ? 'today' : parseId<'lot'>(lot),
    }
  })
  return readOf(lines, wrong, form)
}

/** How much of each line can be sent, and what instead. */
export function readAnswers(form: FormData): Read<LineAnswer> {
  const wrong: Record<string, string> = {}
  const lines = idsOf<'orderLine'>(form, 'qty').map((lineId): LineAnswer => {
    const qty = parseWholeNumber(form.get(`qty.${lineId}`))
    if (qty === null) wrong[`qty.${lineId}`] = refusalText('bad_quantity')
    return {
      lineId,
      qty: qty ?? 0,
      reason: reasonIn(form, `reason.${lineId}`),
      substitute: substituteIn(form, `substitute.${lineId}`),
    }
  })
  return readOf(lines, wrong, form)
}

const readOf = <Line>(lines: Line[], wrong: Record<string, string>, form: FormData): Read<Line> =>
  Object.keys(wrong).length > 0 ? { ok: false, problem: problemOf(wrong, form) } : { ok: true, value: lines }

/** The boxes: with the numbers on their labels, or sent without one. */
export const readParcels = (form: FormData): SentParcel[] => [
  ...idsOf<'parcel'>(form, 'sent').map((parcelId): SentParcel => {
    return form.has(`unused.${parcelId}`) ? { parcelId, unused: true } : { parcelId, sent: true }
  }),
  ...idsOf<'parcel'>(form, 'number').map((parcelId): SentParcel => {
    if (form.has(`unused.${parcelId}`)) return { parcelId, unused: true }
    const text = (field: string) => String(form.get(`${field}.${parcelId}`) ?? '')
    const chosen = text('carrier')
    const carrier = chosenCarrier(chosen, text('carrierName'))
    // of a carrier that is chosen by its name the page is known
    const page = chosen === unnamedCarrier && { trackingPage: text('trackingPage') }
    const trackingNumber = String(form.get(`number.${parcelId}`) ?? '')
    const confirmed = form.get(`confirmed.${parcelId}`) === trackingNumber
    return { parcelId, carrier, ...page, trackingNumber, confirmed }
  }),
]

/** The version that the farm was shown. */
export const versionIn = (form: FormData): number | undefined => parseWholeNumber(form.get('version')) ?? undefined

/** `<product>:<count>` */
function substituteIn(form: FormData, name: string): NonNullable<LineAnswer['substitute']> | null {
  const [id, count] = String(form.get(name) ?? '').split(':')
  const productId = parseId<'product'>(id)
  const qty = parseWholeNumber(count ?? '')
  return productId && qty ? { productId, qty } : null
}

/** The ids in `qty.<id>`; anything else is ignored. */
function idsOf<Of extends string>(form: FormData, field: string) {
  return [...form.keys()].flatMap((name) => {
    const id = name.startsWith(`${field}.`) ? parseId<Of>(name.slice(field.length + 1)) : null
    return id ? [id] : []
  })
}

export function reasonIn(form: FormData, name: string): ShortageReason | null {
  const said = form.get(name)
  const known = Object.keys(shortageReasons) as ShortageReason[]
  return known.find((reason) => reason === said) ?? null
}

export const problemOf = (fields: Record<string, string>, form: FormData): Problem => ({
  fields,
  summary: fieldsToMend,
  typed: typedIn(form),
})

type Refused = { refusal: OrderingRefusal; detail?: RefusalDetail }

/** The field at which a refusal about a line or a box is shown. */
export const fieldIn = ({ refusal, detail }: Refused): string | undefined =>
  detail?.parcel
    ? `${parcelFieldOf[refusal] ?? 'number'}.${detail.parcel}`
    : detail?.line
      ? `${fieldOf[refusal] ?? 'qty'}.${detail.line}`
      : undefined

/** The refusal's sentence, at its field. */
export function no(said: Refused, form: FormData) {
  const field = fieldIn(said)
  return refused(refusalText(said.refusal, said.detail), form, field, field ? 422 : 409)
}

const parcelFieldOf: Partial<Record<OrderingRefusal, string>> = {
  parcel_unsaid: 'sent',
  carrier_unnamed: 'carrierName',
  tracking_page_wrong: 'trackingPage',
}
const fieldOf: Partial<Record<OrderingRefusal, string>> = {
  reason_missing: 'reason',
  weight_missing: 'kg',
  pieces_wrong: 'kg',
  weight_not_believable: 'kg',
  too_light: 'kg',
  not_catch_weight: 'kg',
  lot_missing: 'lot',
  lot_unknown: 'lot',
  lot_recalled: 'lot',
  lot_expired: 'lot',
}
