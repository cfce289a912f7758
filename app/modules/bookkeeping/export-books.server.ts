import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type BookExportId, newId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { bookRefusals } from './book-refusals.ts'
import { aboutOwner, type BookOwner, bookOwner, bookSettings } from './book-settings.server.ts'
import { accountNames, type Deal, type ExportFile, totalOf } from './exports/deal.ts'
import { purchasesOf, saleOf } from './exports/document-deals.ts'
import { writeExport } from './exports/write-export.ts'

export const mostMonths = 24
export const MonthIn = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月を選択してください。')

/** The documents in force of the organisation: neither void nor replaced, by the month in which their period ends. */
function documentsInForce(db: DbOrTx, { farmId, restaurantId }: BookOwner) {
  return db
    .selectFrom('issuedDocuments as document')
    .select(['document.id', 'document.number', 'document.content', 'document.toOn'])
    .where('document.kind', '=', farmId ? 'statement' : 'invoice')
    .where((it) => (farmId ? it('document.farmId', '=', farmId) : it('document.restaurantId', '=', restaurantId)))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documentVoids').select('at').whereRef('documentVoids.documentId', '=', 'document.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('issuedDocuments as later').select('later.id').whereRef('later.supersedes', '=', 'document.id'),
        ),
      ),
    )
    .orderBy('document.number')
}

const inMonths = (db: DbOrTx, owner: BookOwner, { fromMonth, toMonth }: Months) =>
  documentsInForce(db, owner)
    .where('document.toOn', '>=', jstDate(`${fromMonth}-01`))
    .where('document.toOn', '<=', lastDayOf(toMonth))
    .execute()

export type Months = { fromMonth: string; toMonth: string }
type Document = Awaited<ReturnType<typeof inMonths>>[number]

function dealsOf({ number, content }: Pick<Document, 'number' | 'content'>): Deal[] {
  if (content.kind === 'invoice') return purchasesOf(content)
  if (content.kind === 'statement') return [saleOf(number, content, 'sales')]
  return []
}
const sumOf = (documents: readonly Document[]): Yen =>
  yen(documents.flatMap(dealsOf).reduce((sum, deal) => sum + totalOf(deal), 0))

export type PastExport = {
  id: BookExportId
  fromMonth: string
  toMonth: string
  software: BookExportRow['software']
  documents: number
  totalYen: Yen
  exportedBy: string
  at: Date
}
type BookExportRow = Awaited<ReturnType<typeof pastExports>>[number]

const pastExports = (db: DbOrTx, { farmId, restaurantId }: BookOwner) =>
  db
    .selectFrom('bookExports')
    .selectAll()
    .where((it) => (farmId ? it('farmId', '=', farmId) : it('restaurantId', '=', restaurantId)))
    .orderBy('at', 'desc')
    .limit(50)
    .execute()

/** What an export of these months would hold, and which exports were made before. */
export const previewBooks = query('order_money.see', async (ctx, months: Months) => {
  const owner = bookOwner(ctx)
  authorize(ctx.actor, 'order_money.see', owner)
  const documents = await inMonths(ctx.db, owner, months)
  const past = await pastExports(ctx.db, owner)
  const before = new Set(past.flatMap(({ documentIds }) => documentIds))
  return {
    documents: documents.map(({ id, number, toOn }) => ({ id, number, toOn, exported: before.has(id) })),
    totalYen: sumOf(documents),
    past: past.map(({ documentIds, ...row }): PastExport => ({ ...row, documents: documentIds.length })),
  }
})

/**
 * Notes which documents are handed to the accounting software, by whom and when, with the names of accounts as they are
 * now; the file itself follows from that (`bookFile`). None of the programs recognises a repetition, so the page warns
 * before a document is exported again.
 */
export const exportBooks = mutation({
  name: 'books.export',
  permission: 'order_money.see',
  input: { fromMonth: MonthIn, toMonth: MonthIn },
  refusals: bookRefusals('bad_months', 'nothing_to_export', 'no_tax_name', 'key_reused'),
  run: async (ctx, { fromMonth, toMonth }) => {
    const owner = bookOwner(ctx)
    authorize(ctx.actor, 'order_money.see', owner)
    if (fromMonth > toMonth || monthsBetween(fromMonth, toMonth) >= mostMonths) return refuse('bad_months')
    const documents = await inMonths(ctx.db, owner, { fromMonth, toMonth })
    if (documents.length === 0) return refuse('nothing_to_export')
    const { software, encoding, accounts } = await bookSettings(ctx)
    const file = writeExport(software, documents.flatMap(dealsOf), { accounts, encoding, fileName: '' })
    if (!file.ok) return file
    const id = newId<'bookExport'>()
    await ctx.db
      .insertInto('bookExports')
      .values({
        ...owner,
        id,
        software,
        encoding,
        accountNames: JSON.stringify(accounts),
        fromMonth,
        toMonth,
        documentIds: documents.map((document) => document.id),
        totalYen: sumOf(documents),
        exportedBy: 'name' in ctx.actor ? ctx.actor.name : '',
        at: ctx.now,
      })
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'books_exported',
      ...aboutOwner(owner),
      data: { software, fromMonth, toMonth, documents: documents.length },
    })
    return ok({ id, replaced: file.value.replaced })
  },
})

/** The file of an export: the same bytes whenever it is downloaded, because its documents cannot change. */
export const bookFile = query('order_money.see', async (ctx, id: BookExportId): Promise<ExportFile> => {
  const owner = bookOwner(ctx)
  authorize(ctx.actor, 'order_money.see', owner)
  const row = await ctx.db.selectFrom('bookExports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.farmId !== owner.farmId || row.restaurantId !== owner.restaurantId) throw new NotFound('bookExport')
  const documents = await ctx.db
    .selectFrom('issuedDocuments')
    .select(['number', 'content'])
    .where('id', 'in', row.documentIds)
    .orderBy('number')
    .execute()
  const { software, encoding, fromMonth, toMonth } = row
  const file: Result<ExportFile> = writeExport(software, documents.flatMap(dealsOf), {
    accounts: { ...accountNames, ...row.accountNames },
    encoding,
    fileName: `${software}-${fromMonth}${fromMonth === toMonth ? '' : `-${toMonth}`}.csv`,
  })
  if (!file.ok) throw new Error(`export ${id} cannot be written again: ${file.refusal}`)
  return file.value
})

export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5))

export const lastDayOf = (month: string): JstDate =>
  addDays(jstDate(`${addDays(jstDate(`${month}-01`), 31).slice(0, 7)}-01`), -1)
