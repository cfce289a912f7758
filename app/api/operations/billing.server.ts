import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { DayCursorOf, LateCharges, Slip, Unregistered, untaxedYen, YenWithTax } from '#api/schemas/document-shape.ts'
import { AnId, Count, Day, Next, TaxOfRate, Yen } from '#api/schemas/shapes.ts'
import { categories, paymentMethods } from '#kernel/enums.ts'
import { IdOf, Limit } from '#kernel/schema.ts'
import { currentPeriod } from '#modules/billing/current-period.server.ts'
import { type InvoiceRow, invoiceById, ownInvoices } from '#modules/billing/invoice-queries.server.ts'
import { invoiceStates } from '#modules/billing/invoice-state.ts'
import { ownPayments } from '#modules/payments/own-payments.server.ts'
import { dayCursorText } from '#modules/traceability/lot-filter.ts'

const tag = '請求・支払い'

const Row = {
  id: AnId,
  number: z.string(),
  fromOn: Day,
  toOn: Day.describe('締め日'),
  issuedOn: Day,
  dueOn: Day.describe('支払期日'),
  totalYen: YenWithTax.describe('この期間の請求額（税込）。繰越額は含まない'),
  paidYen: YenWithTax,
  settledYen: YenWithTax.describe('当社で処理済みの額。入金ではない'),
  unpaidYen: YenWithTax,
  state: z
    .enum(invoiceStates)
    .describe(
      'paid 入金済み、unpaid 未払い、collecting 決済手続き中（口座振替・カード決済の結果待ち）、overdue 支払期日超過、settled 処理済み（未払い額はない）',
    ),
}
const RowOut = z.object(Row)

const rowOf = ({ restaurantId: _, restaurant: __, ...row }: InvoiceRow) => row

const PeriodOut = z.object({
  fromOn: Day,
  toOn: Day.describe('締め日'),
  dueOn: Day.describe('支払期日'),
  settlesOn: Day.describe('請求書の発行日'),
  finalYen: YenWithTax,
  openYen: YenWithTax.describe('未確定の注文の見込み（税込）'),
  openOrders: Count,
})

const InvoiceOut = z.object({
  ...Row,
  previousYen: YenWithTax.describe('前回請求額'),
  carriedYen: YenWithTax.describe('繰越額'),
  dueYen: YenWithTax.describe('繰越額と今回請求額の合計'),
  sales: z.array(TaxOfRate),
  returns: z.array(TaxOfRate).describe('返還した対価。マイナスの金額'),
  unregistered: Unregistered,
  untaxedYen,
  slips: z.array(Slip),
  lateCharges: LateCharges,
  payments: z.array(
    z.object({
      receivedOn: Day,
      method: z.enum(paymentMethods),
      yen: YenWithTax.describe('この請求書に充当した額'),
      bankFeeYen: YenWithTax.describe('そのうち、差し引かれた振込手数料として当社が負担した額'),
    }),
  ),
})

export const billingOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/billing/invoices',
    tag,
    scope: 'orders.read',
    summary: '請求書の一覧を取得する（飲食店）',
    description: '新しい順に24件まで。month は締め日の月です。',
  })
    .input(
      z.object({
        query: z.object({
          month: z
            .string()
            .regex(/^20\d\d-(0[1-9]|1[0-2])$/, '月は YYYY-MM の形で入力してください（例 2026-11）。')
            .optional()
            .describe('締め日の月'),
        }),
      }),
    )
    .output(z.object({ invoices: z.array(RowOut) }))
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      invoices: (await ownInvoices(ctx, query.month ?? null)).map(rowOf),
    })),
  one: endpoint('members', {
    method: 'GET',
    path: '/billing/invoices/{id}',
    tag,
    scope: 'orders.read',
    summary: '請求書を取得する（飲食店）',
    description: '発行した時点の内容です。後から変更した名称や価格は反映されません。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'issuedDocument'>('請求書') }) }))
    .output(InvoiceOut)
    .handler(async ({ context: { ctx }, input: { params } }) => {
      const { content, payments, ...row } = await invoiceById(ctx, params.id)
      const { previousYen, carriedYen, dueYen, sales, returns, unregistered, untaxedYen, slips, lateCharges } = content
      const sums = { previousYen, carriedYen, dueYen, sales, returns, unregistered, untaxedYen }
      return { ...rowOf(row), ...sums, slips, lateCharges, payments }
    }),
  current: endpoint('members', {
    method: 'GET',
    path: '/billing/current',
    tag,
    scope: 'orders.read',
    summary: '今回の締めの状況を取得する（飲食店）',
    description: '金額確定済みの額と、未確定の注文の見込みです。',
  })
    .output(
      PeriodOut.extend({
        byFarm: z.array(z.object({ name: z.string(), yen: Yen })),
        byCategory: z.array(z.object({ category: z.enum(categories), yen: Yen })),
        settling: PeriodOut.nullable().describe('前回の締め（締め日から請求書の発行まで）'),
      }),
    )
    .handler(({ context: { ctx, operator } }) => currentPeriod(ctx, operator.buyerTerms)),
  payments: endpoint('members', {
    method: 'GET',
    path: '/billing/payments',
    tag,
    scope: 'orders.read',
    summary: '入金の一覧を取得する（飲食店）',
    description: '新しい順。取り消した消込は含みません。invoice が null の行は、次回以降の請求に充当する預り金です。',
  })
    .input(
      z.object({
        query: z.object({
          after: DayCursorOf<'payment'>().optional().describe('前回の応答の next'),
          limit: Limit.optional().describe('1〜100。省略時は50'),
        }),
      }),
    )
    .output(
      z.object({
        payments: z.array(
          z.object({
            id: AnId,
            receivedOn: Day,
            method: z.enum(paymentMethods),
            yen: YenWithTax.describe('入金額のうち、消込が済んだ額'),
            pays: z.array(
              z.object({
                invoice: z.string().nullable().describe('請求書の番号'),
                documentId: AnId.nullable(),
                yen: YenWithTax,
                bankFeeYen: YenWithTax.describe('そのうち、運営が負担した振込手数料'),
              }),
            ),
          }),
        ),
        next: Next,
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { payments, next } = await ownPayments(ctx, { after: query.after ?? null, limit: query.limit ?? 50 })
      return { payments, next: next && dayCursorText(next) }
    }),
}
