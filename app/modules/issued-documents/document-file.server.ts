import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { EventId, IssuedDocumentId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { newFileKey } from '#modules/photos/file-key.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { documentCsv } from './document-csv.ts'
import { documentPaper } from './document-paper.ts'
import type { IssuedPaper } from './issued-paper.ts'
import { type IssuedSides, issuedDocument } from './read-issued.server.ts'

export type FileFormat = 'pdf' | 'xml' | 'csv'
export type StoredFormat = FileFormat | 'pdf_copy'

export type FileTools = {
  files: FileStore
  /** Of our pages, for the QR code. */
  origin: string
  pdfOf: (paper: TDocumentDefinitions) => Promise<Uint8Array>
}

type Within = Pick<Ctx, 'db' | 'actor' | 'now'>
export type GivenFile = { bytes: Uint8Array; name: string; mediaType: string }

export const mediaTypes = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<FileFormat, string>

/**
 * A file of a document: the same bytes for every caller once it is made. The original of a receipt is given to the restaurant
 * that issued it, to the caller who knows its event (`press`); all others, and every caller a day later, get the copy marked
 * 再発行. So taking a file changes nothing but the record of who took it, and a download that breaks off can be repeated.
 */
export const documentFile = query(
  'order_money.see',
  async (
    ctx: Within,
    id: IssuedDocumentId,
    format: FileFormat,
    tools: FileTools,
    press: EventId | null = null,
  ): Promise<GivenFile> => {
    const paper = await issuedDocument(ctx, id)
    const stored = press && (await isOriginal(ctx, paper, press)) ? format : storedFor(paper, format)
    const bytes = await keptFile(ctx, paper, stored, tools)
    await recordEvent(ctx.db, ctx, {
      kind: 'document_exported',
      ...aboutSides(paper),
      data: { number: paper.number, format: stored },
    })
    return { bytes, name: `${paper.number}.${format}`, mediaType: mediaTypes[format] }
  },
)

/** What a user is given of a document that was not issued just now. */
export const storedFor = ({ content }: IssuedPaper, format: FileFormat): StoredFormat =>
  format === 'pdf' && content.kind === 'receipt' ? 'pdf_copy' : format

/** As long as the press of a button opens the original, in hours: time enough to try a broken download again. */
const originalForHours = 24

async function isOriginal({ db, actor, now }: Within, { id }: IssuedPaper, press: EventId): Promise<boolean> {
  if (actor.kind !== 'buyer') return false
  const issued = await db
    .selectFrom('events')
    .select(sql<string | null>`data ->> 'receiptId'`.as('receiptId'))
    .where('id', '=', press)
    .where('kind', '=', 'receipt_issued')
    .where('at', '>', addHours(now, -originalForHours))
    .executeTakeFirst()
  return issued?.receiptId === id
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

/** The bytes of a file: the stored ones, or those that are made and stored now. */
export async function keptFile(
  ctx: Within,
  paper: IssuedPaper,
  stored: StoredFormat,
  tools: FileTools,
): Promise<Uint8Array> {
  const before = await fileRow(ctx, paper, stored)
  if (before) return checkedBytes(before, paper, stored, tools)
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
  if (Number(made.numInsertedOrUpdatedRows ?? 0) > 0) return bytes
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
  // its library is loaded with the first document
  const { jpPint } = await import('./jp-pint.ts')
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

/** The folder of the store. */
export const issuedFolder = 'issued'

const storeKey = (fileKey: string) => `${issuedFolder}/${fileKey.slice(0, 2)}/${fileKey}`

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
