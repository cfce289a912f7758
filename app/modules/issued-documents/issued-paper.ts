import type { EventId, IssuedDocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { DocumentContent } from './document-content.ts'

/** An issued document as its PDF, XML and CSV are made from it. */
export type IssuedPaper<Content extends DocumentContent = DocumentContent> = {
  id: IssuedDocumentId
  number: string
  issuedOn: JstDate
  content: Content
  contentSha256: string
  /** The number of the document that it replaces. */
  replaces: string | null
}

/** What a document is called on paper and on the screen. */
export const documentWord = {
  invoice: '請求書',
  statement: '支払通知書兼精算書',
  receipt: '領収書',
  delivery_slip: '納品書',
} as const satisfies Record<DocumentContent['kind'], string>

/** The address of a file; staff have their own, where their sign-in counts. */
export const issuedFilePath = (
  id: IssuedDocumentId,
  format: 'pdf' | 'xml' | 'csv',
  reader: 'member' | 'staff' = 'member',
): string => `${reader === 'staff' ? '/admin' : ''}/documents/issued/${id}.${format}`

/** Where the user who has just issued a receipt takes its original; `press` is the event of issuing it. */
export const originalFilePath = (id: IssuedDocumentId, press: EventId): string =>
  `${issuedFilePath(id, 'pdf')}?press=${press}`

/** As much of the hash of the content as the QR code on the paper carries. */
export const shortHash = (sha256: string): string => sha256.slice(0, 16)

/** Where a holder of the paper sees whether it is true. */
export const verifyAddress = (
  origin: string,
  { number, contentSha256 }: Pick<IssuedPaper, 'number' | 'contentSha256'>,
) => `${origin}/verify/${number}?h=${shortHash(contentSha256)}`
