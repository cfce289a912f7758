import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { AnId, Count, Day, Percent, TaxOfRate, Yen } from '#api/schemas/shapes.ts'
import { categories, paymentMethods } from '#kernel/enums.ts'
import { IdOf } from '#kernel/schema.ts'
import { currentPeriod } from '#modules/billing/current-period.server.ts'
import { type InvoiceRow, invoiceById, ownInvoices } from '#modules/billing/invoice-queries.server.ts'
import { invoiceStates } from '#modules/billing/invoice-state.ts'

const tag = '請求・支払い'

const YenWithTax = z.int().describe('円（税込）')

const Row = {
  id: AnId,
  number: z.string(),
  fromOn: Day,
  toOn: Day.describe('締め日'),
  issuedOn: Day,
  dueOn: Day.describe('支払期限'),
  totalYen: YenWithTax.describe('この期間の請求額（税込）。繰越額は含まない'),
  paidYen: YenWithTax,
  unpaidYen: YenWithTax,
  state: z.enum(invoiceStates).describe('paid 入金済み、unpaid 未払い、overdue 支払期限超過'),
}
const RowOut = z.object(Row)

const rowOf = ({ restaurantId: _, restaurant: __, ...row }: InvoiceRow) => row

const Slip = z.object({
  orderId: AnId,
  number: z.string(),
  kind: z.enum(['sale', 'adjustment', 'cancel_fee']).describe('sale 納品、adjustment 修正、cancel_fee キャンセル料'),
  suppliedOn: Day,
  bookedOn: Day,
  farmId: AnId,
  farm: z.string(),
  farmNumber: z.string().nullable().describe('農園の登録番号。登録を受けていない場合は null'),
  kitchen: z.string(),
  reason: z.string(),
  lines: z.array(
    z.object({
      name: z.string(),
      qty: Count,
      unit: z.string(),
      grams: Count.nullable(),
      priceYen: Yen,
      yen: Yen,
      taxPercent: Percent,
    }),
  ),
  freightYen: Yen,
  untaxedYen: Yen,
  perRate: z.array(TaxOfRate),
  totalYen: YenWithTax,
})

const InvoiceOut = z.object({
  ...Row,
  previousYen: YenWithTax.describe('前回請求額'),
  carriedYen: YenWithTax.describe('繰越額'),
  dueYen: YenWithTax.describe('繰越額と今回請求額の合計'),
  sales: z.array(TaxOfRate),
  returns: z.array(TaxOfRate).describe('返還した対価。マイナスの金額'),
  unregistered: z
    .array(z.object({ percent: Percent, deductiblePercent: Percent, totalYen: YenWithTax, taxPartYen: Yen }))
    .describe('適格請求書発行事業者以外からの仕入れ。deductiblePercent は経過措置で控除できる割合'),
  untaxedYen: Yen,
  slips: z.array(Slip),
  payments: z.array(z.object({ receivedOn: Day, method: z.enum(paymentMethods), yen: YenWithTax })),
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
      const { previousYen, carriedYen, dueYen, sales, returns, unregistered, untaxedYen, slips } = content
      const sums = { previousYen, carriedYen, dueYen, sales, returns, unregistered, untaxedYen }
      return { ...rowOf(row), ...sums, slips, payments }
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
      z.object({
        fromOn: Day,
        toOn: Day.describe('締め日'),
        dueOn: Day.describe('支払期限'),
        finalYen: YenWithTax,
        openYen: YenWithTax.describe('未確定の注文の見込み（税込）'),
        openOrders: Count,
        byFarm: z.array(z.object({ name: z.string(), yen: Yen })),
        byCategory: z.array(z.object({ category: z.enum(categories), yen: Yen })),
      }),
    )
    .handler(({ context: { ctx, operator } }) => currentPeriod(ctx, operator.buyerTerms)),
}
