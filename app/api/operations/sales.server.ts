import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day, Moment, TaxOfRate, Yen } from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { IdOf } from '#kernel/schema.ts'
import { answerCommission, ownCommission } from '#modules/organisations/commission/agreements.server.ts'
import { ownSales, statementDetail } from '#modules/payouts/farm-sales.server.ts'
import { confirmStatement, objectToSlip } from '#modules/payouts/objections.server.ts'

const tag = '売上と支払通知書'

const Named = z.array(z.object({ name: z.string(), yen: Yen }))

const StatementHead = z.object({
  id: AnId,
  number: z.string(),
  fromOn: Day,
  toOn: Day,
  payOn: Day.nullable(),
  netYen: Yen.describe('差引支払額（税込）。0未満は次回に繰り越し'),
  confirmedAt: Moment.nullable(),
  objections: Count.describe('回答待ちの異議'),
})

const Statement = StatementHead.extend({
  grossYen: Yen.describe('手数料を差し引く前の額（税込）'),
  sales: z.array(TaxOfRate),
  returns: z.array(TaxOfRate),
  fee: TaxOfRate.describe('手数料'),
  carriedYen: Yen.describe('前回からの繰越'),
  confirmBy: Day,
  slips: z.array(
    z.object({
      number: z.string(),
      orderId: AnId,
      suppliedOn: Day,
      restaurant: z.string(),
      farmYen: Yen.describe('税込'),
      feeYen: Yen,
      objection: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})

const Commission = z.object({
  commissionBp: Count.nullable().describe('現在の手数料率（ベーシスポイント。1200は12%）'),
  proposal: z
    .object({ id: AnId, commissionBp: Count, fromOn: Day, reason: z.string() })
    .nullable()
    .describe('回答待ちの変更の提案'),
})

const ofStatement = {
  params: { id: 'documentId' },
  output: Statement,
  answer: ({ ctx }: ApiContext, { documentId }: { documentId: IssuedDocumentId }) => statementOf(ctx, documentId),
} as const

/** What a farm sold and is paid for it; for members who may see money. */
export const salesOperations = {
  sales: endpoint('members', {
    method: 'GET',
    path: '/farm/sales',
    tag,
    scope: 'orders.read',
    summary: '売上、次回の振込、支払通知書の一覧（農園）',
  })
    .output(
      z.object({
        todayYen: Yen,
        monthYen: Yen,
        yearYen: Yen,
        shortYen: Yen.describe('今月の欠品'),
        claimsYen: Yen.describe('今月の不良・欠品の報告による減額'),
        byRestaurant: Named,
        byProduct: Named,
        next: z.object({ payOn: Day, yen: Yen, heldYen: Yen.describe('確認中のため留保する額') }).nullable(),
        statements: z.array(StatementHead),
      }),
    )
    .handler(async ({ context: { ctx } }) => {
      const { month: _, next, statements, ...sales } = await ownSales(ctx)
      return {
        ...sales,
        next: next && { payOn: next.payOn, yen: next.yen, heldYen: next.heldYen },
        statements: statements.map(headOf),
      }
    }),
  statement: endpoint('members', {
    method: 'GET',
    path: '/farm/statements/{id}',
    tag,
    scope: 'orders.read',
    summary: '支払通知書の内容（農園）',
  })
    .input(z.object({ params: z.object({ id: IdOf<'issuedDocument'>('支払通知書') }) }))
    .output(Statement)
    .handler(({ context: { ctx }, input: { params } }) => statementOf(ctx, params.id)),
  object: operation(objectToSlip, {
    path: '/farm/statements/{id}/objections',
    tag,
    scope: 'orders.write',
    summary: '明細に異議を送信する（農園）',
    description: '発行日から14日以内に送信できます。運営の回答まで、その明細の金額の支払いを留保します。',
    example: { body: { slip: '261124-00001-1', words: '3箱出荷しています' } },
    ...ofStatement,
  }),
  confirm: operation(confirmStatement, {
    path: '/farm/statements/{id}/confirmation',
    tag,
    scope: 'orders.write',
    summary: '支払通知書を確認済みにする（農園）',
    ...ofStatement,
  }),
  commission: endpoint('members', {
    method: 'GET',
    path: '/farm/commission',
    tag,
    scope: 'orders.read',
    summary: '手数料率と、変更の提案（農園）',
  })
    .output(Commission)
    .handler(({ context: { ctx } }) => commissionOut(ctx)),
  answerCommission: operation(answerCommission, {
    path: '/farm/commission/{id}/answer',
    tag,
    scope: 'orders.write',
    summary: '手数料率の変更の提案に回答する（農園主）',
    description: '同意するまで、現在の手数料率のままです。',
    example: { body: { agree: true } },
    params: { id: 'agreementId' },
    output: Commission,
    answer: ({ ctx }) => commissionOut(ctx),
  }),
}

type Head = Awaited<ReturnType<typeof ownSales>>['statements'][number]

const headOf = (
  it: Pick<Head, 'id' | 'number' | 'fromOn' | 'toOn' | 'dueOn' | 'netYen' | 'confirmedAt' | 'objections'>,
) => ({
  id: it.id,
  number: it.number,
  fromOn: it.fromOn,
  toOn: it.toOn,
  payOn: it.dueOn,
  netYen: it.netYen,
  confirmedAt: it.confirmedAt,
  objections: it.objections,
})

async function statementOf(ctx: Ctx, id: IssuedDocumentId) {
  const { content, slipObjections, ...head } = await statementDetail(ctx, id)
  const { grossYen, sales, returns, fee, carriedYen, confirmBy, slips } = content
  return {
    ...headOf(head),
    ...{ grossYen, sales, returns, fee, carriedYen, confirmBy },
    slips: slips.map(({ number, orderId, suppliedOn, restaurant, farmYen, feeYen }) => {
      const said = slipObjections.find(({ slip }) => slip === number)
      return {
        ...{ number, orderId, suppliedOn, restaurant, farmYen, feeYen },
        objection: said?.words ?? null,
        answer: said?.answer ?? null,
      }
    }),
  }
}

async function commissionOut(ctx: Ctx) {
  const { todayBp, open } = await ownCommission(ctx)
  return {
    commissionBp: todayBp,
    proposal: open && { id: open.id, commissionBp: open.commissionBp, fromOn: open.fromOn, reason: open.reason },
  }
}
