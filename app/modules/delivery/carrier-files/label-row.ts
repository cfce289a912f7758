import type { Carrier } from '#kernel/enums.ts'
import { phoneText, readPhone } from '#kernel/phone.ts'
import { postalCodeText, readPostalCode } from '#kernel/postal-code.ts'
import { toFullWidth, toJis } from './jis-text.ts'
import type { LabelNotice } from './label-notice.ts'
import { type Column, layouts } from './layouts.ts'
import type { LabelParty, Shipment } from './shipment.ts'

/** What a row says, by the name of its column; a column that is not named stays empty. */
export type Cells = Readonly<Record<string, string>>

/** Collects what is told to the farm while a row is written; the same thing is told once. */
export class Notices {
  readonly all: LabelNotice[] = []

  add(notice: LabelNotice): void {
    const same = JSON.stringify(notice)
    if (!this.all.some((it) => JSON.stringify(it) === same)) this.all.push(notice)
  }

  /** The text in letters that the file can have. */
  jis(field: string, text: string): string {
    const { text: written, replaced } = toJis(
      withoutFormula(text, (removed) => this.add({ kind: 'sign', field, removed })),
    )
    for (const { from, to } of replaced) this.add({ kind: 'replaced', field, from, to })
    return written
  }

  /** What did not fit. */
  cut(field: string, lost: string): void {
    if (lost !== '') this.add({ kind: 'cut', field, lost })
  }
}

/**
 * Text that a spreadsheet would run begins with one of these; an apostrophe, as in our own CSV files (kernel/csv.ts), would be
 * printed on the label, so the signs are left out.
 */
const formula = /^[\s　]*([=+\-@＝＋－＠−|%][\s　=+\-@＝＋－＠−|%]*)/

export function withoutFormula(text: string, tell: (removed: string) => void = () => {}): string {
  const [all, removed] = formula.exec(text) ?? []
  if (all === undefined || removed === undefined) return text
  tell(removed.trim())
  return text.slice(all.length)
}

/** A party in the letters of the file; `whose` names it in what is told: お届け先, ご依頼主. */
export function writtenParty(party: LabelParty, whose: string, told: Notices): LabelParty {
  const jis = (what: string, text: string) => told.jis(`${whose}の${what}`, text)
  const phone = readPhone(party.phone)
  const postal = readPostalCode(party.postalCode)
  if (!phone.ok) told.add(notRead(`${whose}の電話番号`, party.phone))
  if (!postal.ok) told.add(notRead(`${whose}の郵便番号`, party.postalCode))
  return {
    name: jis('名称', party.name),
    part: jis('店舗名', party.part),
    postalCode: postal.ok ? postalCodeText(postal.value) : '',
    prefecture: party.prefecture,
    city: jis('住所', party.city),
    street: jis('住所', party.street),
    building: jis('建物名', party.building),
    phone: phone.ok ? phoneText(phone.value) : '',
  }
}

const notRead = (field: string, text: string): LabelNotice =>
  text.trim() === '' ? { kind: 'missing', field } : { kind: 'unreadable', field, text: text.trim() }

/** Parcel n of m, with the number of the order: what the kitchen reads on the label. */
export const orderWord = ({ orderNumber, at, of }: Shipment): string =>
  `注文${orderNumber}${of > 1 ? ` ${at}/${of}個口` : ''}`

export const inFull = (party: LabelParty): LabelParty => ({
  ...party,
  name: toFullWidth(party.name),
  part: toFullWidth(party.part),
  prefecture: toFullWidth(party.prefecture),
  city: toFullWidth(party.city),
  street: toFullWidth(party.street),
  building: toFullWidth(party.building),
})

export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('　')

/** Puts the cells into the columns of the layout, none of them a formula. A cell that no column takes is a mistake of ours, and thrown. */
export function inColumns(carrier: Carrier, cells: Cells, told: Notices): string[] {
  const { columns } = layouts[carrier]
  const names = new Set(columns.map(({ name }) => name))
  for (const name of Object.keys(cells)) if (!names.has(name)) throw new RangeError(`${carrier} has no column ${name}`)
  return columns.map((column) => {
    const field = column.name
    const cell = cells[field] ?? ''
    // a text that was divided may begin with a sign in its second field
    const safe = cell === '' ? cell : withoutFormula(cell, (removed) => told.add({ kind: 'sign', field, removed }))
    return checked(carrier, column, safe)
  })
}

/** A code outside of its list would spoil goods or a delivery: it never gets into a file. */
function checked(carrier: Carrier, { name, allowed, format = '' }: Column, cell: string): string {
  const digits = format === 'digit' || format === 'digit_hyphen'
  if (cell !== '' && ((allowed && !allowed.includes(cell)) || (digits && !/^[\d-]+$/.test(cell) && !allowed)))
    throw new RangeError(`${carrier} ${name}: ${cell}`)
  return cell
}
