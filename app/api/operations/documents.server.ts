import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { DayCursorOf, DocumentContent, YenWithTax } from '#api/schemas/document-shape.ts'
import { AnId, Day, Next } from '#api/schemas/shapes.ts'
import { drawPdf } from '#infra/draw-pdf.server.ts'
import { choice, DayIn, IdOf, Limit, Text, YenAsked } from '#kernel/schema.ts'
import { documentFile } from '#modules/issued-documents/document-file.server.ts'
import { documentKinds } from '#modules/issued-documents/document-filter.ts'
import { type DocumentRow, findDocuments } from '#modules/issued-documents/find-documents.server.ts'
import { issuedDocument } from '#modules/issued-documents/read-issued.server.ts'
import { dayCursorText } from '#modules/traceability/lot-filter.ts'
import { FileOut, fileAnswer } from './file-answer.ts'

const tag = '発行書類'

const Head = {
  id: AnId,
  number: z.string(),
  kind: z
    .enum(documentKinds)
    .describe('invoice 請求書、statement 支払通知書兼精算書、receipt 領収書、delivery_slip 納品書'),
  issuedOn: Day,
}

const Row = z.object({
  ...Head,
  fromOn: Day,
  toOn: Day,
  counterparty: z.string().describe('取引先。書類に記載した名称'),
  totalYen: YenWithTax,
  sha256: z.string().describe('内容のハッシュ値'),
  voided: z.boolean().describe('無効'),
  replacedBy: z.string().nullable().describe('置き換えた書類の番号'),
})

export const DocumentsOut = z.object({ documents: z.array(Row), next: Next })

export const DocumentsAsked = z.object({
  from: DayIn.optional().describe('発行日の開始'),
  to: DayIn.optional().describe('発行日の終了（この日を含む）'),
  leastYen: YenAsked.optional().describe('税込金額の下限。0未満も可'),
  mostYen: YenAsked.optional().describe('税込金額の上限'),
  name: Text(0, 100).optional().describe('取引先の名称の一部。発行時に記載した名称で検索します'),
  kind: choice(documentKinds).optional(),
  after: DayCursorOf<'issuedDocument'>().optional().describe('前回の応答の next'),
  limit: Limit.optional().describe('1〜100。省略時は50'),
})

export const DocumentOut = z.object({
  ...Head,
  sha256: z.string(),
  replaces: z.string().nullable().describe('この書類が置き換えた書類の番号'),
  content: DocumentContent,
})

export const documentParams = z.object({ id: IdOf<'issuedDocument'>('書類') })
export const documentFileParams = documentParams.extend({ format: choice(['pdf', 'xml', 'csv']) })

/** The same for all three sides; the use case knows whose documents it finds. */
export async function documentsFound({ ctx }: ApiContext, query: z.output<typeof DocumentsAsked>) {
  const { rows, next } = await findDocuments(ctx, {
    from: query.from ?? null,
    to: query.to ?? null,
    least: query.leastYen ?? null,
    most: query.mostYen ?? null,
    name: query.name ?? '',
    kind: query.kind ?? null,
    after: query.after ?? null,
    limit: query.limit ?? 50,
  })
  return { documents: rows.map((row: DocumentRow) => ({ ...row })), next: next && dayCursorText(next) }
}

export async function documentRead({ ctx }: ApiContext, id: z.output<typeof documentParams>['id']) {
  const { number, issuedOn, content, contentSha256, replaces } = await issuedDocument(ctx, id)
  return { id, number, kind: content.kind, issuedOn, sha256: contentSha256, replaces, content }
}

export async function documentFileAnswer(
  { ctx, files, site }: ApiContext,
  { id, format }: z.output<typeof documentFileParams>,
) {
  const { bytes, name, mediaType } = await documentFile(ctx, id, format, { files, origin: site, pdfOf: drawPdf })
  return fileAnswer({ bytes, fileName: name, mediaType })
}

/** What was issued to or for the caller's organisation (電子帳簿保存法). */
export const documentsOperations = {
  search: endpoint('members', {
    method: 'GET',
    path: '/documents',
    tag,
    scope: 'orders.read',
    summary: '発行書類を検索する（飲食店・農園）',
    description:
      '新しい順。発行日・金額・取引先の条件はすべて同時に指定できます。飲食店は請求書と領収書、農園は支払通知書兼精算書と納品書が対象です。',
  })
    .input(z.object({ query: DocumentsAsked }))
    .output(DocumentsOut)
    .handler(({ context, input: { query } }) => documentsFound(context, query)),
  one: endpoint('members', {
    method: 'GET',
    path: '/documents/{id}',
    tag,
    scope: 'orders.read',
    summary: '発行書類の内容を取得する（飲食店・農園）',
    description: '発行した時点の内容です。後から変更した名称や価格は反映されません。',
  })
    .input(z.object({ params: documentParams }))
    .output(DocumentOut)
    .handler(({ context, input: { params } }) => documentRead(context, params.id)),
  file: endpoint('members', {
    method: 'GET',
    path: '/documents/{id}/{format}',
    tag,
    scope: 'orders.read',
    summary: '発行書類のファイルを取得する（飲食店・農園）',
    description:
      'format は pdf・xml（JP PINT。請求書と支払通知書のみ）・csv。画面と同じファイルで、取得は記録されます。領収書のPDFは「再発行」と記載した控えです。原本は、画面で領収書を発行したときにのみ取得できます。',
    outputStructure: 'detailed',
  })
    .input(z.object({ params: documentFileParams }))
    .output(FileOut)
    .handler(({ context, input: { params } }) => documentFileAnswer(context, params)),
}
