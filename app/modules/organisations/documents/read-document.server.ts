import { ok, type Result, refuse } from '#kernel/result.ts'
import { redrawPicture, webpWithin } from '#modules/photos/shrink-photo.server.ts'
import { type DocumentRefusal, documentPixels, maxDocumentBytes } from './document.ts'

const page = { width: documentPixels, height: documentPixels }

export type ReadDocument = { bytes: Uint8Array; mediaType: 'image/webp' | 'application/pdf' }

/**
 * An untrusted uploaded document. A picture is re-encoded, so that nothing but the picture is stored. A PDF is stored
 * unchanged, because it may be signed and is evidence; it is checked, never rendered by us, and only served as a
 * download.
 */
export async function readDocument(bytes: Uint8Array): Promise<Result<ReadDocument, DocumentRefusal>> {
  if (bytes.length === 0) return refuse('document_empty')
  if (bytes.length > maxDocumentBytes) return refuse('document_too_large')
  if (startsAsPdf(bytes)) return readPdf(bytes)
  const drawn = await redrawPicture(bytes, (picture) => webpWithin(picture, page, 82))
  if (drawn.ok) return ok({ bytes: drawn.value.data, mediaType: 'image/webp' })
  return drawn.refusal === 'photo_not_a_picture' ? refuse('document_unknown_kind') : drawn
}

const startsAsPdf = (bytes: Uint8Array) => /^%PDF-[12]\.\d/.test(latin(bytes.subarray(0, 16)))

/** The first bytes identify it; inspect-pdf.server.ts checks its content. */
async function readPdf(bytes: Uint8Array): Promise<Result<ReadDocument, DocumentRefusal>> {
  const { inspectPdf } = await import('./inspect-pdf.server.ts')
  const refusal = await inspectPdf(bytes)
  return refusal ? refuse(refusal) : ok({ bytes, mediaType: 'application/pdf' })
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
