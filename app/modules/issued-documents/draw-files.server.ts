import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { type FileTools, keptFile, type StoredFormat } from './document-file.server.ts'
import type { DocumentKind } from './document-filter.ts'
import { issuedDocument } from './read-issued.server.ts'

export type Drawn = { drawn: number; failed: { id: IssuedDocumentId; why: string }[] }

/** What was issued earlier, and nobody has asked for, is drawn when it is asked for. */
const freshForDays = 7
const batchSize = 50

/**
 * Draws the PDF files of the documents of the last days before a user asks for them, the oldest first, until a moment: what
 * is left follows with the next run. A download or another run at the same time is harmless: the file that is stored first
 * counts. A document that cannot be drawn is left out and named; the others are not held up.
 */
export async function drawFreshFiles(
  parts: Omit<Ctx, 'actor'>,
  tools: FileTools,
  until: Date | null = null,
): Promise<Drawn> {
  const ctx: Ctx = { ...parts, actor: { kind: 'system' } }
  const done: Drawn = { drawn: 0, failed: [] }
  let after: Missing | null = null
  for (;;) {
    const batch: Missing[] = await missingFiles(ctx, after)
    for (const { id, kind } of batch) {
      if (until !== null && Date.now() >= until.getTime()) return done
      try {
        const paper = await issuedDocument(ctx, id)
        for (const stored of pdfsOf(kind)) await keptFile(ctx, paper, stored, tools)
        done.drawn += 1
      } catch (error) {
        done.failed.push({ id, why: String(error) })
      }
    }
    after = batch.at(-1) ?? null
    if (after === null) return done
  }
}

const pdfsOf = (kind: DocumentKind): StoredFormat[] => (kind === 'receipt' ? ['pdf', 'pdf_copy'] : ['pdf'])

type Missing = { id: IssuedDocumentId; kind: DocumentKind; issuedOn: string }

/** Documents that stand and have no PDF yet; `after`: the last one that was seen. */
async function missingFiles({ db, now }: Ctx, after: Missing | null): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select d.id, d.kind, d.issued_on as "issuedOn" from issued_documents d
     where d.issued_on >= ${addDays(jstDateOf(now), -freshForDays)}::date
       and (${after?.id ?? null}::uuid is null
            or (d.issued_on, d.id) > (${after?.issuedOn ?? null}::date, ${after?.id ?? null}::uuid))
       and (not exists (select from document_files f where f.document_id = d.id and f.format = 'pdf')
            or d.kind = 'receipt'
               and not exists (select from document_files f where f.document_id = d.id and f.format = 'pdf_copy'))
       and not exists (select from issued_documents n where n.supersedes = d.id)
       and not exists (select from document_voids v where v.document_id = d.id)
     order by d.issued_on, d.id limit ${batchSize}`.execute(db)
  return rows
}
