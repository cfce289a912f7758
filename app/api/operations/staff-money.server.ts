import { z } from 'zod'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment, YenMoved } from '#api/schemas/shapes.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { DayIn, IdOf } from '#kernel/schema.ts'
import { debitOutcomes } from '#modules/banking/direct-debit.ts'
import { payablesByState, receivablesByAge } from '#modules/bookkeeping/ageing.server.ts'
import { bookRefusalText } from '#modules/bookkeeping/book-refusals.ts'
import { moneyExceptionKinds } from '#modules/bookkeeping/exception-labels.ts'
import { moneyExceptions } from '#modules/bookkeeping/exceptions.server.ts'
import { MonthIn } from '#modules/bookkeeping/export-books.server.ts'
import { platformBookFile } from '#modules/bookkeeping/platform-books.server.ts'
import { accountKeys, trialBalance } from '#modules/bookkeeping/trial-balance.server.ts'
import { debitRunStates } from '#modules/payments/debit/debit-labels.ts'
import { debitRunDetail, debitRuns } from '#modules/payments/debit/debit-run.server.ts'
import { payRunDetail, payRuns } from '#modules/payouts/pay-run.server.ts'
import {
  DocumentOut,
  DocumentsAsked,
  DocumentsOut,
  documentFileAnswer,
  documentFileParams,
  documentParams,
  documentRead,
  documentsFound,
} from './documents.server.ts'
import { FileOut, fileAnswer } from './file-answer.ts'

const tag = '運営者'
const scope = 'none'
const OnDay = z.object({ query: z.object({ on: DayIn.optional().describe('省略時は本日') }) })

/** The rows that are shown, how many there are, and the sums of all of them. */
const Aged = <const Key extends string>(keys: readonly Key[]) => {
  const sums = Object.fromEntries(keys.map((key) => [key, YenMoved])) as Record<Key, typeof YenMoved>
  return z.object({
    rows: z.array(z.object({ id: AnId, name: z.string(), ...sums })).describe('先頭から200件まで'),
    count: Count,
    sums: z.object(sums),
  })
}

const Run = {
  id: AnId,
  payOn: Day,
  itemCount: Count,
  totalYen: YenMoved,
  releasedAt: Moment.nullable(),
  sentAt: Moment.nullable(),
  cancelledAt: Moment.nullable(),
}

const DebitRunOut = z.object({
  id: AnId,
  debitOn: Day.describe('振替日'),
  itemCount: Count,
  totalYen: YenMoved,
  state: z
    .enum(debitRunStates)
    .describe('made 依頼データ未作成、requested 結果待ち、done 結果を取り込み済み、cancelled 取り消し'),
  failed: Count.describe('振替不能の件数'),
})

const debitRunOf = ({ id, debitOn, itemCount, totalYen, state, failed }: z.output<typeof DebitRunOut>) => ({
  ...{ id, debitOn, itemCount, totalYen, state, failed },
})

/** What staff read of the books; they change nothing here, and sign in by the cookie of their own pages. */
export const staffMoneyOperations = {
  moneyExceptions: endpoint('staff', {
    method: 'GET',
    path: '/admin/ledger/exceptions',
    tag,
    scope,
    summary: '対応が必要な項目を取得する（運営者）',
    description:
      '帳簿・請求・入金・支払いのうち、担当者の対応が必要なものを種類ごとに、件数、合計額（報告のみ、消費税を含みません）、最も古い日とともに返します。優先して対応する順です。',
  })
    .output(
      z.object({
        items: z.array(
          z.object({
            kind: z.enum(moneyExceptionKinds),
            count: Count,
            yen: YenMoved.nullable().describe('金額のない種類は null'),
            since: Day.nullable().describe('日付のない種類は null'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ items: await moneyExceptions(ctx) })),
  trialBalance: endpoint('staff', {
    method: 'GET',
    path: '/admin/ledger/trial-balance',
    tag,
    scope,
    summary: '試算表を取得する（運営者）',
    description:
      '指定した日の属する月の期首残高、借方、貸方と、その日の残高。残高は、その科目の正常な側をプラスとします。',
  })
    .input(OnDay)
    .output(
      z.object({
        accounts: z.array(
          z.object({
            account: z.enum(accountKeys),
            word: z.string().describe('勘定科目の名称'),
            side: z.enum(['debit', 'credit']),
            openingYen: YenMoved,
            debitYen: YenMoved,
            creditYen: YenMoved,
            closingYen: YenMoved,
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      accounts: await trialBalance(ctx, query.on ?? jstDateOf(ctx.now)),
    })),
  receivables: endpoint('staff', {
    method: 'GET',
    path: '/admin/ledger/receivables',
    tag,
    scope,
    summary: '売掛金の年齢表を取得する（運営者）',
    description:
      '支払期日からの経過日数別。支払期日を長く過ぎている順。notDueYen は支払期日前、collectingYen は支払期日後で口座振替・カード決済の結果待ち、creditYen は請求書に充当していない入金、totalYen は creditYen を差し引いた額です。',
  })
    .input(OnDay)
    .output(Aged(['notDueYen', 'collectingYen', 'upTo30', 'upTo60', 'upTo90', 'over90', 'creditYen', 'totalYen']))
    .handler(({ context: { ctx }, input: { query } }) => receivablesByAge(ctx, query.on ?? jstDateOf(ctx.now))),
  payables: endpoint('staff', {
    method: 'GET',
    path: '/admin/ledger/payables',
    tag,
    scope,
    summary: '農園への未払金を取得する（運営者）',
    description: '支払通知書の発行前、発行済み、振込予定、組戻し別。',
  })
    .output(Aged(['unclosedYen', 'statementYen', 'scheduledYen', 'returnedYen', 'totalYen']))
    .handler(({ context: { ctx } }) => payablesByState(ctx)),
  books: endpoint('staff', {
    method: 'GET',
    path: '/admin/ledger/books',
    tag,
    scope,
    summary: '運営の会計データを取得する（運営者）',
    description:
      '設定した会計ソフトの形式で、日別・種類別の仕訳を出力します。画面からのダウンロードと同じファイルです。締め済みの月は、設定を変更しない限り、いつ取得しても同じ内容です。',
    outputStructure: 'detailed',
  })
    .errors(refusals(['bad_months', 'nothing_booked', 'no_tax_name'], bookRefusalText))
    .input(
      z.object({ query: z.object({ fromMonth: MonthIn.describe('開始月'), toMonth: MonthIn.describe('終了月') }) }),
    )
    .output(FileOut)
    .handler(async ({ context: { ctx }, input: { query } }) =>
      fileAnswer(granted(await platformBookFile(ctx, query), bookRefusalText)),
    ),
  payRuns: endpoint('staff', {
    method: 'GET',
    path: '/admin/pay-runs',
    tag,
    scope,
    summary: '総合振込の一覧を取得する（運営者）',
    description: '新しい順に60件まで。',
  })
    .output(
      z.object({
        runs: z.array(
          z.object({
            ...Run,
            maker: z.string().describe('作成者'),
            releaser: z.string().nullable().describe('承認者'),
            returned: Count.describe('組戻し・振込不能の件数'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({
      runs: (await payRuns(ctx)).map(({ madeBy: _, ...run }) => ({ ...run, returned: Number(run.returned ?? 0) })),
    })),
  payRun: endpoint('staff', {
    method: 'GET',
    path: '/admin/pay-runs/{id}',
    tag,
    scope,
    summary: '総合振込の内容を取得する（運営者）',
    description: '口座番号は下3桁のみです。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'payRun'>('振込') }) }))
    .output(
      z.object({
        ...Run,
        feeYen: YenMoved.nullable().describe('振込手数料。振込済みになるまで null'),
        items: z.array(
          z.object({
            id: AnId,
            ordinal: Count,
            farm: z.string(),
            statement: z.string().describe('支払通知書の番号'),
            yen: YenMoved,
            heldYen: YenMoved.describe('確認中のため留保した額'),
            outcome: z
              .enum(['cancelled', 'returned', 'refused'])
              .nullable()
              .describe('cancelled 取り消し、returned 組戻し、refused 振込不能'),
            account: z.string(),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { params } }) => {
      const { run, items } = await payRunDetail(ctx, params.id)
      const { id, payOn, itemCount, totalYen, releasedAt, sentAt, cancelledAt, feeYen } = run
      return {
        ...{ id, payOn, itemCount, totalYen, releasedAt, sentAt, cancelledAt, feeYen },
        items: items.map(({ number, ...item }) => ({ ...item, statement: number })),
      }
    }),
  debitRuns: endpoint('staff', {
    method: 'GET',
    path: '/admin/debit-runs',
    tag,
    scope,
    summary: '口座振替の一覧を取得する（運営者）',
    description: '新しい順に60件まで。',
  })
    .output(z.object({ runs: z.array(DebitRunOut) }))
    .handler(async ({ context: { ctx } }) => ({ runs: (await debitRuns(ctx)).map(debitRunOf) })),
  debitRun: endpoint('staff', {
    method: 'GET',
    path: '/admin/debit-runs/{id}',
    tag,
    scope,
    summary: '口座振替の内容を取得する（運営者）',
    description: '振替不能の請求書から順に。口座番号は下3桁のみです。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'debitRun'>('口座振替') }) }))
    .output(
      DebitRunOut.extend({
        handInBy: Day.describe('依頼データの送信期限'),
        items: z.array(
          z.object({
            id: AnId,
            invoice: z.string().describe('請求書の番号'),
            restaurant: z.string(),
            customer: z.string().describe('顧客番号（20桁）'),
            account: z.string(),
            yen: YenMoved,
            outcome: z
              .enum([...Object.values(debitOutcomes), 'cancelled'])
              .nullable()
              .describe('銀行の結果。未着は null'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { params } }) => {
      const { run, items } = await debitRunDetail(ctx, params.id)
      return {
        ...debitRunOf(run),
        handInBy: run.handInBy,
        items: items.map(({ number, ...item }) => ({ ...item, invoice: number })),
      }
    }),
  documents: endpoint('staff', {
    method: 'GET',
    path: '/admin/documents',
    tag,
    scope,
    summary: '発行書類を検索する（運営者）',
    description: '新しい順。取引先は書類の宛先です。',
  })
    .input(z.object({ query: DocumentsAsked }))
    .output(DocumentsOut)
    .handler(({ context, input: { query } }) => documentsFound(context, query)),
  document: endpoint('staff', {
    method: 'GET',
    path: '/admin/documents/{id}',
    tag,
    scope,
    summary: '発行書類の内容を取得する（運営者）',
  })
    .input(z.object({ params: documentParams }))
    .output(DocumentOut)
    .handler(({ context, input: { params } }) => documentRead(context, params.id)),
  documentFile: endpoint('staff', {
    method: 'GET',
    path: '/admin/documents/{id}/{format}',
    tag,
    scope,
    summary: '発行書類のファイルを取得する（運営者）',
    description: '領収書のPDFは「再発行」と記載した控えです。',
    outputStructure: 'detailed',
  })
    .input(z.object({ params: documentFileParams }))
    .output(FileOut)
    .handler(({ context, input: { params } }) => documentFileAnswer(context, params)),
}
