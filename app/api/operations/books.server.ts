import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { YenWithTax } from '#api/schemas/document-shape.ts'
import { AnId, Count, Day, Moment } from '#api/schemas/shapes.ts'
import { IdOf } from '#kernel/schema.ts'
import { bookSettings, saveBookSettings } from '#modules/bookkeeping/book-settings.server.ts'
import { bookFile, exportBooks, MonthIn, previewBooks } from '#modules/bookkeeping/export-books.server.ts'
import { accountNames } from '#modules/bookkeeping/exports/deal.ts'
import { softwares } from '#modules/bookkeeping/exports/tax-names.ts'
import { FileOut, fileAnswer } from './file-answer.ts'

const tag = '会計ソフト連携'

const Settings = z.object({
  software: z.enum(softwares),
  encoding: z.enum(['utf8', 'shift_jis']),
  accounts: z.record(z.string(), z.string()).meta({
    description: '勘定科目の名称',
    examples: [{ purchases: accountNames.purchases }],
  }),
  version: Count.describe('変更する際に、取得した値をそのまま送信します'),
})

const settingsOf = ({ ctx }: ApiContext) => bookSettings(ctx)

/** The files for accounting software: those of the page, byte by byte. */
export const booksOperations = {
  preview: endpoint('members', {
    method: 'GET',
    path: '/books',
    tag,
    scope: 'orders.read',
    summary: '会計データの対象と、作成した会計データ（飲食店・農園）',
    description: '飲食店は請求書（仕入れ）、農園は支払通知書兼精算書（売上と手数料）が対象です。',
  })
    .input(
      z.object({ query: z.object({ fromMonth: MonthIn.describe('開始月'), toMonth: MonthIn.describe('終了月') }) }),
    )
    .output(
      z.object({
        documents: z.array(
          z.object({ id: AnId, number: z.string(), toOn: Day, exported: z.boolean().describe('出力済み') }),
        ),
        totalYen: YenWithTax,
        past: z.array(
          z.object({
            id: AnId,
            fromMonth: z.string(),
            toMonth: z.string(),
            software: z.enum(softwares),
            documents: Count,
            totalYen: YenWithTax,
            exportedBy: z.string(),
            at: Moment,
          }),
        ),
      }),
    )
    .handler(({ context: { ctx }, input: { query } }) => previewBooks(ctx, query)),
  make: operation(exportBooks, {
    path: '/books/exports',
    tag,
    scope: 'orders.write',
    summary: '会計データを作成する（飲食店・農園）',
    description:
      '設定した会計ソフトの形式で作成し、作成者と対象の書類を記録します。ファイルは GET /books/exports/{id}/file で取得します。',
    successStatus: 201,
    example: { body: { fromMonth: '2026-10', toMonth: '2026-10' } },
    output: z.object({
      id: AnId,
      replaced: z.array(z.string()).describe('文字コードにないため「〓」に置き換えた文字'),
    }),
    answer: (_context, _given, made) => made,
  }),
  file: endpoint('members', {
    method: 'GET',
    path: '/books/exports/{id}/file',
    tag,
    scope: 'orders.read',
    summary: '会計データのファイルを取得する（飲食店・農園）',
    description: '画面からのダウンロードと同じファイルです。いつ取得しても同じ内容です。',
    outputStructure: 'detailed',
  })
    .input(z.object({ params: z.object({ id: IdOf<'bookExport'>('会計データ') }) }))
    .output(FileOut)
    .handler(async ({ context: { ctx }, input: { params } }) => fileAnswer(await bookFile(ctx, params.id))),
  settings: endpoint('members', {
    method: 'GET',
    path: '/books/settings',
    tag,
    scope: 'orders.read',
    summary: '会計ソフトの設定を取得する（飲食店・農園）',
  })
    .output(Settings)
    .handler(({ context }) => settingsOf(context)),
  saveSettings: operation(saveBookSettings, {
    method: 'PUT',
    path: '/books/settings',
    tag,
    scope: 'orders.write',
    summary: '会計ソフトの設定を変更する（飲食店・農園）',
    description:
      '勘定科目は、会計ソフトに登録されている名称と同じ表記にしてください。省略した科目は既定の名称になります。',
    example: { body: { software: 'freee', encoding: 'utf8', version: 0, purchases: '材料仕入高' } },
    output: Settings,
    answer: settingsOf,
  }),
}
