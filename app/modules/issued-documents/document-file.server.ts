import { createHash } from 'node:crypto'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { newFileKey } from '#modules/photos/file-key.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { documentCsv } from './document-csv.ts'
import { documentPaper } from './document-paper.ts'
import type { IssuedPaper } from './issued-paper.ts'
import { jpPint } from './jp-pint.ts'
import { type IssuedSides, issuedDocument } from './read-issued.server.ts'

export type FileFormat = 'pdf' | 'xml' | 'csv'
type StoredFormat = FileFormat | 'pdf_copy'

export type FileTools = {
  files: FileStore
  /** Of our pages, for the QR code. */
  origin: string
  pdfOf: (paper: TDocumentDefinitions) => Promise<Uint8Array>
}

type Within = Pick<Ctx, 'db' | 'actor' | 'now'>
export type GivenFile = { bytes: Uint8Array; name: string; mediaType: string }

const mediaTypes = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<FileFormat, string>

/**
 * A file of a document: made when it is first asked for, and the same bytes for everybody from then on. A restaurant is given
 * the original of a receipt once; what comes after it, and what staff take, is marked as a copy.
 */
export const documentFile = query(
  'order_money.see',
  async (ctx: Within, id: IssuedDocumentId, format: FileFormat, tools: FileTools): Promise<GivenFile> => {
    const paper = await issuedDocument(ctx, id)
    const { bytes, stored } = await bytesFor(ctx, paper, format, tools)
    await recordEvent(ctx.db, ctx, {
      kind: 'document_exported',
      ...aboutSides(paper),
      data: { number: paper.number, format: stored },
    })
    return { bytes, name: `${paper.number}.${format}`, mediaType: mediaTypes[format] }
  },
)

/** As documentFile, without an event of its own. */
export async function bytesFor(ctx: Within, paper: IssuedPaper, format: FileFormat, tools: FileTools) {
  if (format !== 'pdf' || paper.content.kind !== 'receipt') return keptFile(ctx, paper, format, tools)
  const taken = ctx.actor.kind === 'buyer' ? await keptFile(ctx, paper, 'pdf', tools) : null
  return taken?.isNew ? taken : keptFile(ctx, paper, 'pdf_copy', tools)
}

export const aboutSides = ({ restaurantId, farmId }: IssuedSides) => ({
  ...(restaurantId && { aboutRestaurantId: restaurantId }),
  ...(farmId && { aboutFarmId: farmId }),
})

/** A stored file is missing or altered, and cannot be made again as it was: nobody is given another one in its place. */
export class DocumentFileLost extends Error {
  constructor(number: string, format: StoredFormat) {
    super(`the ${format} of document ${number} is not what was stored, and is not made again with the same bytes`)
  }
}

type Kept = { bytes: Uint8Array; stored: StoredFormat; isNew: boolean }

async function keptFile(ctx: Within, paper: IssuedPaper, stored: StoredFormat, tools: FileTools): Promise<Kept> {
  const before = await fileRow(ctx, paper, stored)
  if (before) return { bytes: await checkedBytes(before, paper, stored, tools), stored, isNew: false }
  const bytes = await makeFile(paper, stored, tools)
  const fileKey = newFileKey()
  await tools.files.put(storeKey(fileKey), bytes)
  const made = await ctx.db
    .insertInto('documentFiles')
    .values({
      documentId: paper.id,
      format: stored,
      fileKey,
      sha256: sha256Of(bytes),
      byteCount: bytes.length,
      at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['documentId', 'format']).doNothing())
    .executeTakeFirst()
  if (Number(made.numInsertedOrUpdatedRows ?? 0) > 0) return { bytes, stored, isNew: true }
  // another request was faster: its file counts
  await tools.files.delete(storeKey(fileKey))
  return keptFile(ctx, paper, stored, tools)
}

type FileRow = { fileKey: string; sha256: string }

const fileRow = ({ db }: Within, { id }: IssuedPaper, format: StoredFormat): Promise<FileRow | undefined> =>
  db
    .selectFrom('documentFiles')
    .select(['fileKey', 'sha256'])
    .where('documentId', '=', id)
    .where('format', '=', format)
    .executeTakeFirst()

async function checkedBytes(row: FileRow, paper: IssuedPaper, stored: StoredFormat, tools: FileTools) {
  const bytes = await tools.files.get(storeKey(row.fileKey))
  if (bytes && sha256Of(bytes) === row.sha256) return bytes
  const again = await makeFile(paper, stored, tools)
  if (sha256Of(again) !== row.sha256) throw new DocumentFileLost(paper.number, stored)
  await tools.files.put(storeKey(row.fileKey), again)
  return again
}

async function makeFile(paper: IssuedPaper, stored: StoredFormat, { origin, pdfOf }: FileTools): Promise<Uint8Array> {
  const csv = Buffer.from(documentCsv(paper))
  if (stored === 'csv') return csv
  const text = jpPint(paper)
  const xml = text === null ? null : Buffer.from(text)
  if (stored === 'xml') {
    if (!xml) throw new NotFound('this kind of document as XML')
    return xml
  }
  return pdfOf(
    documentPaper(paper, {
      origin,
      copy: stored === 'pdf_copy',
      embedded: [
        { name: `${paper.number}.csv`, mediaType: 'text/csv', about: '明細', bytes: csv },
        ...(xml
          ? [{ name: `${paper.number}.xml`, mediaType: 'application/xml' as const, about: 'JP PINT', bytes: xml }]
          : []),
      ],
    }),
  )
}

const storeKey = (fileKey: string) => `issued/${fileKey.slice(0, 2)}/${fileKey}`

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
