import type { DocumentKind, GoodsKind } from '#kernel/enums.ts'
import type { DocumentId, FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { photoRefusals, photoRefusalText } from '#modules/photos/photo.ts'

/** The owner of a document: a sign-up that is not submitted yet (SHA-256 of its cookie), or an organisation. */
export type DocumentOwner = { draftHash: Buffer } | { farmId: FarmId } | { restaurantId: RestaurantId }

/** A document as lists show it; its bytes are at `/documents/:id`. */
export type DocumentFacts = {
  id: DocumentId
  kind: DocumentKind
  fileName: string
  mediaType: 'image/webp' | 'application/pdf'
  byteCount: number
  number: string
  authority: string
  holder: string
  issuedOn: JstDate | null
  expiresOn: JstDate | null
  /** What it allows to sell, as recorded by staff; if empty, whatever its kind can prove. */
  goodsKinds: GoodsKind[]
  addedAt: Date
  removedAt: Date | null
  checkedAt: Date | null
}

/**
 * Whether a newer document has taken the place of this one: checked, of the same kind, valid for longer, and for all that
 * this one allows to sell.
 */
export const isReplaced = (document: DocumentFacts, all: readonly DocumentFacts[]): boolean =>
  all.some(
    (later) =>
      later.kind === document.kind &&
      later.removedAt === null &&
      later.checkedAt !== null &&
      later.addedAt > document.addedAt &&
      isLonger(later.expiresOn, document.expiresOn) &&
      isForAll(later.goodsKinds, document.goodsKinds),
  )

/** None: for whatever the kind of document can prove. */
const isForAll = (later: readonly GoodsKind[], earlier: readonly GoodsKind[]) =>
  later.length === 0 || (earlier.length > 0 && earlier.every((kind) => later.includes(kind)))

/** null: without an end. */
const isLonger = (later: JstDate | null, earlier: JstDate | null) =>
  earlier !== null && (later === null || later > earlier)

export const maxDocumentBytes = 10 * 1024 * 1024
export const maxDocuments = 10
/** A licence has one page or two; anything longer is something else. */
export const maxPdfPages = 50
/** Longest side of a picture in pixels: the small print of a licence stays legible. */
export const documentPixels = 2_400

/** In the store: 1,296 folders, so that none grows large. */
export const documentStoreKey = (fileKey: string): string => `documents/${fileKey.slice(0, 2)}/${fileKey}`

/** For the field of the form: `FileField rule={documentRule}`. */
export const documentRule = {
  accept: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  kinds: '写真（JPEG・PNG・WebP）またはPDF',
  maxMegabytes: 10,
  maxFiles: maxDocuments,
} as const

export const documentKindWord: Record<DocumentKind, string> = {
  business_licence: '営業許可証',
  permit: '許可証・免許証',
  notification: '届出の控え',
  certificate: '証明書・認証書',
  other: 'その他の書類',
}

const refusalCodes = [
  ...photoRefusals.codes,
  'document_too_large',
  'document_empty',
  'document_unknown_kind',
  'document_pdf_broken',
  'document_pdf_locked',
  'document_pdf_active',
  'document_pdf_too_long',
  'document_pdf_unclear',
  'document_too_many',
] as const
export type DocumentRefusal = (typeof refusalCodes)[number]

/** One Japanese sentence for every refusal: the cause, then what can be done. */
export const documentRefusalText: Record<DocumentRefusal, string> = {
  ...photoRefusalText,
  photo_broken: '写真のファイルが破損しています。撮影し直すか、別の写真を選択してください。',
  document_too_large:
    'ファイルサイズが大きすぎます（1つ10MBまで）。小さくするか、スマートフォンで撮影した写真を選択してください。',
  document_empty: 'ファイルの内容がありません。もう一度選択してください。',
  document_unknown_kind: '対応していない形式のファイルです。写真（JPEG・PNG・WebP）またはPDFを選択してください。',
  document_pdf_broken: 'PDFが途中で切れているか、破損しています。作成し直すか、書類を撮影した写真を選択してください。',
  document_pdf_locked:
    'パスワード付きのPDFは確認できません。パスワードを解除するか、書類を撮影した写真を選択してください。',
  document_pdf_active:
    'PDFにプログラム（JavaScriptなど）、外部への送信、または添付ファイルが含まれています。印刷機能でPDFに保存し直すか、書類を撮影した写真を選択してください。',
  document_pdf_too_long: `PDFは${maxPdfPages}ページまでです。必要なページだけを保存して、選択してください。`,
  document_pdf_unclear:
    'PDFの内容を確認できません。印刷機能でPDFに保存し直すか、書類を撮影した写真を選択してください。',
  document_too_many: `書類は${maxDocuments}点までです。不要な書類を削除してから、もう一度選択してください。`,
}

/** How storing a document may refuse (audit-log/use-case.server.ts). */
export const documentRefusals = {
  codes: refusalCodes,
  text: (refusal: DocumentRefusal): string => documentRefusalText[refusal],
}
