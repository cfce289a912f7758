import { Zip, ZipPassThrough } from 'fflate'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { csvLine, csvStart } from '#kernel/csv.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type FileTools, keptFile, storedFor } from './document-file.server.ts'
import { type DocumentFilter, mostInArchive } from './document-filter.ts'
import { type DocumentRow, findDocuments } from './find-documents.server.ts'
import { documentWord } from './issued-paper.ts'
import { issuedDocument } from './read-issued.server.ts'

const head = ['書類番号', '書類', '発行日', '取引先', '金額（税込）', '状態', '内容のハッシュ値', 'ファイル']

/**
 * A ZIP of the PDFs that a search finds, with an index: one document is in memory at a time. Who took which selection is
 * recorded before anything is given. Each PDF that nobody has asked for before has to be drawn, so there is a limit.
 */
export const documentsArchive = query(
  'order_money.see',
  async (
    ctx: Ctx,
    filter: DocumentFilter,
    tools: FileTools,
  ): Promise<Result<AsyncGenerator<Uint8Array>, 'too_many_documents'>> => {
    const farmId = ctx.actor.kind === 'farm' ? ctx.actor.farmId : null
    const restaurantId = ctx.actor.kind === 'buyer' ? ctx.actor.restaurantId : null
    authorize(ctx.actor, 'order_money.see', { farmId, restaurantId })
    const { rows, next } = await findDocuments(ctx, { ...filter, after: null, limit: mostInArchive })
    if (next) return refuse('too_many_documents')
    await recordEvent(ctx.db, ctx, {
      kind: 'documents_exported',
      ...(farmId && { aboutFarmId: farmId }),
      ...(restaurantId && { aboutRestaurantId: restaurantId }),
      data: filter,
    })
    return ok(zipped(filesOf(ctx, rows, tools)))
  },
)

type NamedFile = { name: string; bytes: Uint8Array }

async function* filesOf(ctx: Ctx, rows: readonly DocumentRow[], tools: FileTools): AsyncGenerator<NamedFile> {
  const index = [csvStart + csvLine(head)]
  for (const row of rows) {
    const paper = await issuedDocument(ctx, row.id)
    const bytes = await keptFile(ctx, paper, storedFor(paper, 'pdf'), tools)
    const name = `${row.number}.pdf`
    index.push(
      csvLine([
        row.number,
        documentWord[row.kind],
        row.issuedOn,
        row.counterparty,
        row.totalYen,
        stateOf(row),
        row.sha256,
        name,
      ]),
    )
    yield { name, bytes }
  }
  yield { name: 'index.csv', bytes: Buffer.from(index.join('')) }
}

const stateOf = ({ voided, replacedBy }: Pick<DocumentRow, 'voided' | 'replacedBy'>): string =>
  replacedBy ? `無効（${replacedBy} に差し替え）` : voided ? '無効' : '有効'

async function* zipped(files: AsyncIterable<NamedFile>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const { name, bytes } of files) {
    // a PDF is compressed already
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(bytes, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
