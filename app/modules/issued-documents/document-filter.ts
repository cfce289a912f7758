import type { JstDate } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import type { DocumentContent } from './document-content.ts'

export type DocumentKind = DocumentContent['kind']
export const documentKinds = [
  'invoice',
  'statement',
  'receipt',
  'delivery_slip',
] as const satisfies readonly DocumentKind[]

/** How many documents one ZIP has at the most. */
export const mostInArchive = 300

/** A search by what the law asks for (電子帳簿保存法): day, amount and counterparty, each a range or a part; all together. */
export type DocumentFilter = {
  from: JstDate | null
  to: JstDate | null
  least: number | null
  most: number | null
  /** A part of the counterparty's printed name. */
  name: string
  kind: DocumentKind | null
}

type Field = 'from' | 'to' | 'least' | 'most'

/** A search as it was typed, and what is wrong with it: one sentence for each such field. */
export type DocumentSearchTyped = {
  typed: Readonly<Record<Field, string>>
  problems: Readonly<Partial<Record<Field, string>>>
}

/** From an address. With a problem nothing is to be searched: without that condition too much would be found. */
export function documentSearchOf(search: URLSearchParams): DocumentSearchTyped & { filter: DocumentFilter } {
  const of = (field: Field) => (search.get(field) ?? '').trim().slice(0, 30)
  const typed = { from: of('from'), to: of('to'), least: of('least'), most: of('most') }
  const problems: Partial<Record<Field, string>> = {}
  const dayIn = (field: 'from' | 'to'): JstDate | null => {
    if (typed[field] === '') return null
    const read = readDay(typed[field])
    if (read.ok) return read.value
    // the control of a day shows nothing that is not one
    problems[field] = `「${typed[field]}」：${dayRefusalText(read.refusal)}`
    return null
  }
  const amountIn = (field: 'least' | 'most'): number | null => {
    if (typed[field] === '') return null
    const read = readNumber(typed[field])
    if (read.ok) return read.value
    problems[field] = numberRefusalText(read.refusal, read.detail)
    return null
  }
  const [from, to, least, most] = [dayIn('from'), dayIn('to'), amountIn('least'), amountIn('most')]
  if (from && to && from > to) problems.to = '開始日以後の日を入力してください'
  if (least !== null && most !== null && least > most) problems.most = '下限以上の金額を入力してください'
  const name = (search.get('name') ?? '').replaceAll('\u0000', '').trim().slice(0, 100)
  const kind = documentKinds.find((it) => it === search.get('kind')) ?? null
  return { filter: { from, to, least, most, name, kind }, typed, problems }
}
