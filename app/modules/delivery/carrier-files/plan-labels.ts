import type { OrderId, ParcelId } from '#kernel/ids.ts'
import { knownCarrier } from '../carrier-word.ts'
import { parseOtherNumber, parseTrackingNumber } from '../tracking-number.ts'
import type { ReturnedRow } from './read-returned.ts'
import { readCustomerNumber } from './shipment.ts'

/** A parcel of the farm, as the rows of a file are compared with it. */
export type KnownParcel = {
  parcelId: ParcelId
  orderId: OrderId
  /** 00001-1: the order number without its day. */
  order: string
  ordinal: number
  orderNumber: string
  restaurant: string
  /** The number that it has had so far, on its label or when it was shipped. */
  trackingNumber: string | null
  /** Whose number it gets: one of the three, or another carrier by its name, whose numbers have a form of their own. */
  carrier: string
  /** Whether a number may still be put on it: its order is open, it has not left, and it is needed. */
  open: boolean
}

/** What the farm is asked before a row counts. */
export type LabelQuestion =
  /** The last digit is not that of such a number. */
  | 'check_digit'
  /** Eleven digits, which are right with a zero before them. */
  | 'lost_zero'
  /** The parcel has another number already. */
  | 'other_number'
  /** Another parcel has this number. */
  | 'taken'

export type PlannedLabel = {
  line: number
  customerNumber: string
  /** As it will be stored, or as it stands in the file if it is none. */
  trackingNumber: string
  parcel: KnownParcel | null
  what: 'new' | 'asked' | 'same' | 'blank' | 'unknown' | 'closed' | 'not_a_number'
  questions: LabelQuestion[]
}

/**
 * What each row of a returned file would do: put its number on a parcel, ask first, or nothing. Every row of the file is in
 * the answer. `takenBy`: the farm's parcels that have one of the numbers of the file. A row of another farm is unknown.
 */
export function planLabels(
  rows: readonly ReturnedRow[],
  known: readonly KnownParcel[],
  takenBy: ReadonlyMap<string, readonly ParcelId[]>,
): PlannedLabel[] {
  const parcels = new Map(known.map((parcel) => [`${parcel.order}-${parcel.ordinal}`, parcel]))
  const now = new Map(known.map(({ parcelId, trackingNumber }) => [parcelId, trackingNumber]))
  const holders = new Map([...takenBy].map(([number, ids]) => [number, new Set(ids)]))
  return rows.map((row) => {
    const key = readCustomerNumber(row.customerNumber)
    const parcel = (key && parcels.get(`${key.order}-${key.ordinal}`)) ?? null
    const plan = (
      what: PlannedLabel['what'],
      trackingNumber = row.trackingNumber,
      questions: LabelQuestion[] = [],
    ) => ({
      line: row.line,
      customerNumber: row.customerNumber,
      trackingNumber,
      parcel,
      what,
      questions,
    })
    if (!parcel) return plan('unknown')
    if (row.trackingNumber === '') return plan('blank')
    const read = knownCarrier(parcel.carrier) ? readNumber(row.trackingNumber) : readOtherNumber(row.trackingNumber)
    if (!read) return plan('not_a_number')
    const before = now.get(parcel.parcelId) ?? null
    if (before === read.number) return plan('same', read.number)
    if (!parcel.open) return plan('closed', read.number)
    const holding = holders.get(read.number) ?? new Set<ParcelId>()
    const questions: LabelQuestion[] = [
      ...read.questions,
      ...(before === null ? [] : (['other_number'] as const)),
      ...([...holding].some((id) => id !== parcel.parcelId) ? (['taken'] as const) : []),
    ]
    // a later row of the same file is compared with this one
    now.set(parcel.parcelId, read.number)
    holders.set(read.number, holding.add(parcel.parcelId))
    return plan(questions.length > 0 ? 'asked' : 'new', read.number, questions)
  })
}

/** Letters and digits of a carrier that we do not know: nothing of them can be checked. */
function readOtherNumber(text: string): { number: string; questions: LabelQuestion[] } | null {
  const number = parseOtherNumber(text)
  return number === null ? null : { number, questions: [] }
}

/** Twelve digits with the right last one, or with a question; null is no number at all. */
function readNumber(text: string): { number: string; questions: LabelQuestion[] } | null {
  const read = parseTrackingNumber(text)
  if (read.ok) return { number: read.value, questions: [] }
  if (read.refusal === 'check_digit') return { number: String(read.detail?.digits), questions: ['check_digit'] }
  const padded = parseTrackingNumber(`0${text.trim()}`)
  return padded.ok ? { number: padded.value, questions: ['lost_zero'] } : null
}
