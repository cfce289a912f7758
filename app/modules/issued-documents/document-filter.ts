import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import type { DocumentContent } from './document-content.ts'
import { documentWord } from './issued-paper.ts'

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

/** From an address; what is no day or amount is ignored. */
export const readDocumentFilter = (search: URLSearchParams): DocumentFilter => ({
  from: parseJstDate(search.get('from')),
  to: parseJstDate(search.get('to')),
  least: parseWholeNumber(search.get('least')),
  most: parseWholeNumber(search.get('most')),
  name: (search.get('name') ?? '').replaceAll('\u0000', '').trim().slice(0, 100),
  kind: documentKinds.find((kind) => kind === search.get('kind')) ?? null,
})

export const kindChoices = documentKinds.map((value) => ({ value, label: documentWord[value] }))
