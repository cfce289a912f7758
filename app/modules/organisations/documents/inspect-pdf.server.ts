import { constants, createInflate } from 'node:zlib'
import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { type DocumentRefusal, maxPdfPages } from './document.ts'

type PdfRefusal = Extract<DocumentRefusal, `document_pdf_${string}`>

/**
 * Why a PDF may not be uploaded; null if it may. It has to be complete, readable without a password and no longer than
 * 50 pages, and free of active content: no script, no action that launches or sends something, no XFA form, no embedded
 * file.
 *
 * Two checks. The text of the whole file, including compressed parts, is searched for the names of such actions: this
 * finds what a reader might reach in another way than ours (an older revision, an object within a stream). Then a
 * library parses it, and every object is checked for the keys that refer to active content.
 *
 * Source: ISO 32000-2, 12.6 (actions), 7.11 (embedded files), 12.7.8 (XFA).
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfRefusal | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.subarray(-1024).includes('%%EOF')) return 'document_pdf_broken'
  return (await readThrough(file)) ?? takenApart(bytes)
}

/** Searches the text of the file, and of all compressed streams in it. */
async function readThrough(file: Buffer): Promise<PdfRefusal | null> {
  const raw = file.toString('latin1')
  const text = plainNames(raw)
  if (bombs.test(text)) return 'document_pdf_unclear'
  if (activeWords.test(text)) return 'document_pdf_active'
  let left = mostOfAll
  let streams = 0
  for (const { index, 0: word } of raw.matchAll(/(?<!end)stream(?: ?\r?\n|\r|(?=x))/g)) {
    if (++streams > mostStreams) return 'document_pdf_unclear'
    // to the end of the file: the compressed data says where it ends, not a keyword that may occur in it
    const inside = await inflated(file.subarray(index + word.length), Math.min(mostOfOne, left))
    if (inside === null) return 'document_pdf_unclear'
    if (activeWords.test(plainNames(inside.text))) return 'document_pdf_active'
    left -= inside.count
  }
  return null
}

/**
 * Kinds of actions, and whatever else never occurs in a document, as separate names: after a space, a bracket, or `/S`.
 */
const activeWords =
  /(?:^|[\s<>[\](){}%]|\/S)\/(?:JavaScript|Launch|SubmitForm|ImportData|GoToE|GoToR|Rendition|RichMedia\w*|EmbeddedFiles?|XFA)(?![\w-])/

/** Compressed twice, or objects compressed with a high-ratio method: made to be decompressed without end. */
const bombs =
  /(?:Flate|LZW)(?:Decode)?(?:[\s/]|%[^\r\n]*)+(?:Flate|LZW|Fl\b|RunLength)|\/(?:ObjStm|XRef)\b[\s\S]{0,300}\/(?:LZW|RunLength|ASCII|A85|AHx)|\/(?:LZW|RunLength|ASCIIHex|ASCII85)(?:Decode)?\b[\s\S]{0,300}\/(?:ObjStm|XRef)\b/

/** Names may be written with character codes: `/J#61vaScript`. */
const plainNames = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A scanned document of 50 pages has a few hundred. */
const mostStreams = 5_000
/** Per stream, and for all together; an A4 page at 600 dpi in colour has 104 MB. */
const mostOfOne = 160 * 1_048_576
const mostOfAll = 640 * 1_048_576
/** How much of each is searched: anything longer is a picture. */
const mostSearched = 2 * 1_048_576

/** The decompressed stream, as far as possible; empty if it uses another compression. */
async function inflated(packed: Buffer, most: number): Promise<{ text: string; count: number } | null> {
  const unpacking = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
  unpacking.end(packed)
  const kept: Buffer[] = []
  let count = 0
  try {
    for await (const piece of unpacking as AsyncIterable<Buffer>) {
      if (count < mostSearched) kept.push(piece)
      count += piece.length
      if (count > most) return null
    }
  } catch {
    // not Flate, or truncated: what was decompressed counts
  }
  return { text: Buffer.concat(kept).toString('latin1'), count }
}

/** Keys that attach active content to an object, or embed a file. */
const activeKeys = ['JS', 'JavaScript', 'AA', 'XFA', 'EF', 'EmbeddedFiles', 'RichMediaContent', 'Collection']
const activeKinds = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'Movie',
  'Sound',
]
const activeAnnotations = ['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D']

async function takenApart(bytes: Uint8Array): Promise<PdfRefusal | null> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true })
    if (pdf.getPageCount() === 0) return 'document_pdf_broken'
    if (pdf.getPageCount() > maxPdfPages) return 'document_pdf_too_long'
    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
    return isActive(pdf.catalog.lookup(PDFName.of('OpenAction'))) || objects.some(holdsActive)
      ? 'document_pdf_active'
      : null
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'document_pdf_locked' : 'document_pdf_broken'
  }
}

/** What happens on opening: going to a page is fine (LibreOffice writes that into every file), anything else is not. */
const isActive = (opening: PDFObject | undefined): boolean =>
  opening instanceof PDFDict && nameAt(opening, 'S') !== 'GoTo'

function holdsActive(object: PDFObject): boolean {
  if (object instanceof PDFStream) return holdsActive(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(holdsActive)
  if (!(object instanceof PDFDict)) return false
  return (
    activeKeys.some((key) => object.has(PDFName.of(key))) ||
    activeKinds.includes(nameAt(object, 'S') ?? '') ||
    activeAnnotations.includes(nameAt(object, 'Subtype') ?? '') ||
    object.values().some(holdsActive)
  )
}

function nameAt(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : null
}
