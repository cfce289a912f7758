import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day, Moment, TaxOfRate, Yen, YenMoved } from '#api/schemas/shapes.ts'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { IssuedDocumentId } from '#kernel/ids.ts'
import { IdOf } from '#kernel/schema.ts'
import { answerCommission, ownCommission } from '#modules/organisations/commission/agreements.server.ts'
import { ownRegistration } from '#modules/organisations/registration/change-registration.server.ts'
import {
  type NextPayout,
  ownSales,
  salesBreakdown,
  statementDetail,
  yearFigures,
} from '#modules/payouts/farm-sales.server.ts'
import { confirmStatement, objectToSlip } from '#modules/payouts/objections.server.ts'
import { payoutObstacles } from '#modules/payouts/pay-run-labels.ts'
import { payoutsOf } from '#modules/payouts/payouts-of.server.ts'
import { salesSpans, soldAxes } from '#modules/payouts/sales-span.ts'
import { answerDays } from '#modules/payouts/statement.ts'

const tag = '売上と支払通知書'

const Named = z.array(z.object({ name: z.string(), yen: Yen }))
const Buyers = z.array(z.object({ id: AnId, name: z.string(), yen: Yen }))

const Span = z
  .enum(salesSpans, 'span は today、month、year のいずれかを指定してください。')
  .default('month')
  .describe('集計期間。today 本日、month 今月、year 本年')

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
  account: z
    .string()
    .nullable()
    .describe(
      '振込先の口座（下3桁のみ）。支払日に利用できる口座が発行時点でない場合はnull（2026年11月29日より前に発行した書類もnull）',
    ),
  slips: z.array(
    z.object({
      number: z.string(),
      orderId: AnId,
      suppliedOn: Day,
      restaurant: z.string(),
      farmYen: Yen.describe('税込'),
      feeYen: Yen,
      objections: z.array(
        z.object({
          line: Count.nullable().describe('明細の何行目か（1から）。nullは明細全体'),
          lineName: z.string().nullable(),
          words: z.string(),
          accepted: z.boolean().nullable().describe('nullは回答待ち'),
          answer: z.string().nullable(),
        }),
      ),
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

const nextOf = ({ documentId, ...next }: NextPayout) => ({ ...next, expected: documentId === null })

/** What a farm sold and is paid for it; for members who may see money. */
export const salesOperations = {
  sales: endpoint('members', {
    method: 'GET',
    path: '/farm/sales',
    tag,
    scope: 'orders.read',
    summary: '売上、次回の振込、支払通知書の一覧（農園）',
    description:
      '売上は納品日で集計した商品の税抜額です。欠品、減額、取引先別、商品別は、span で指定した期間（fromOn から toOn まで）の額です。',
  })
    .input(
      z.object({
        query: z.object({
          span: Span,
        }),
      }),
    )
    .output(
      z.object({
        todayYen: Yen,
        monthYen: Yen,
        yearYen: Yen,
        fromOn: Day.describe('集計期間の初日'),
        toOn: Day.describe('集計期間の末日'),
        shortYen: Yen.describe('期間の欠品'),
        claimsYen: Yen.describe('期間の不良・欠品の報告による減額'),
        byRestaurant: Buyers.describe('取引先別。金額の大きい順に20件まで。同じ名称の取引先は所在地を付けて区別します'),
        byProduct: Named.describe('商品別。金額の大きい順に20件まで'),
        next: z
          .object({
            month: Day.describe('対象の月の初日'),
            payOn: Day,
            yen: YenMoved.describe('振込額。円'),
            heldYen: YenMoved.describe('確認中のため留保する額'),
            obstacle: z
              .enum(payoutObstacles)
              .nullable()
              .describe(
                '支払日に振り込めない理由。no_account 口座の登録なし、blocked 口座の確認待ち、disputed 全額を確認中、below_least 最低支払額未満、replaced 訂正の確認中',
              ),
            expected: z.boolean().describe('締め前の見込み（金額が確定した納品から手数料を差し引いた額）'),
          })
          .nullable(),
        statements: z.array(StatementHead),
      }),
    )
    .handler(async ({ context: { ctx, operator }, input: { query } }) => {
      const {
        month: _,
        next,
        statements,
        byRestaurant,
        byProduct,
        ...sales
      } = await ownSales(ctx, operator.farmTerms, query.span)
      return {
        ...sales,
        byRestaurant: byRestaurant.flatMap(({ id, name, yen }) => (id ? [{ id, name, yen }] : [])),
        byProduct: byProduct.map(({ name, yen }) => ({ name, yen })),
        next: next && nextOf(next),
        statements: statements.map(headOf),
      }
    }),
  salesBreakdown: endpoint('members', {
    method: 'GET',
    path: '/farm/sales/breakdown',
    tag,
    scope: 'orders.read',
    summary: '取引先別または商品別の売上（農園）',
    description:
      '期間の売上を、取引先または商品ごとにすべて返します。金額の大きい順です。画面のCSVと同じ内容です。納品日で集計した商品の税抜額です。',
  })
    .input(
      z.object({
        query: z.object({
          span: Span,
          by: z
            .enum(soldAxes, 'by は restaurant、product のいずれかを指定してください。')
            .describe('restaurant 取引先別、product 商品別'),
        }),
      }),
    )
    .output(
      z.object({
        fromOn: Day.describe('集計期間の初日'),
        toOn: Day.describe('集計期間の末日'),
        rows: z.array(
          z.object({
            id: AnId.nullable().describe('取引先のID。商品別では null'),
            name: z.string(),
            orders: Count.describe('注文件数'),
            yen: Yen,
          }),
        ),
      }),
    )
    .handler(({ context: { ctx }, input: { query } }) => salesBreakdown(ctx, query)),
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
    summary: '明細の行に異議を送信する（農園）',
    description: `発行日から${answerDays}日以内に送信できます。運営の回答まで、その行（または明細全体）の金額の支払いを留保します。`,
    example: { body: { slip: '261124-00001-1', line: 1, words: '3箱出荷しています' } },
    ...ofStatement,
  }),
  confirm: operation(confirmStatement, {
    path: '/farm/statements/{id}/confirmation',
    tag,
    scope: 'orders.write',
    summary: '支払通知書を確認済みにする（農園）',
    ...ofStatement,
  }),
  year: endpoint('members', {
    method: 'GET',
    path: '/farm/sales/years/{year}',
    tag,
    scope: 'orders.read',
    summary: '1年分の月別の販売金額（農園）',
    description: '青色申告用。納品日の月で集計し、手数料は支払通知書の月です。画面のCSVと同じ金額です。',
  })
    .input(
      z.object({
        params: z.object({
          year: z.coerce
            .number('年は西暦4桁で指定してください。')
            .int('年は西暦4桁で指定してください。')
            .min(2000, '年は西暦4桁で指定してください。')
            .max(2099, '年は西暦4桁で指定してください。'),
        }),
      }),
    )
    .output(
      z.object({
        months: z.array(
          z.object({
            month: z.string().meta({ examples: ['2026-11'] }),
            goodsYen: Yen,
            freightYen: Yen,
            otherYen: YenMoved.describe('取消料と補償'),
            taxYen: YenMoved.describe('消費税額'),
            grossYen: Yen.describe('販売金額（税込）'),
            feeYen: Yen.describe('手数料（税込）'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx }, input: { params } }) => ({
      months: (await yearFigures(ctx, params.year)).map((it) => ({ ...it, month: it.month.slice(0, 7) })),
    })),
  payouts: endpoint('members', {
    method: 'GET',
    path: '/farm/payouts',
    tag,
    scope: 'orders.read',
    summary: '振込の一覧（農園）',
    description: '新しい順。scheduled 振込予定、paid 振込済み、returned 組戻し・振込不能。',
  })
    .output(
      z.object({
        payouts: z.array(
          z.object({
            id: AnId,
            state: z.enum(['scheduled', 'paid', 'returned']),
            payOn: Day,
            yen: YenMoved.describe('振込額。円'),
            heldYen: YenMoved.describe('確認中のため留保した額。円'),
            documentId: AnId.describe('支払通知書'),
            statement: z.string().describe('支払通知書の番号'),
            account: z.string().describe('振込先。口座番号は下3桁のみ'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ payouts: await payoutsOf(ctx, requireFarm(ctx.actor).farmId) })),
  registration: endpoint('members', {
    method: 'GET',
    path: '/farm/registration',
    tag,
    scope: 'orders.read',
    summary: '適格請求書発行事業者の登録の履歴（農園）',
    description: '登録番号は納品日の時点のものを書類に記載します。変更はサイトで行います。',
  })
    .output(
      z.object({
        number: z.string().nullable().describe('現在の登録番号。登録を受けていない場合は null'),
        history: z.array(
          z.object({
            number: z.string(),
            fromOn: Day,
            untilOn: Day.nullable().describe('効力を失った日。この日を含まない'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => {
      const { number, history } = await ownRegistration(ctx)
      return { number, history: [...history] }
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
  const { grossYen, sales, returns, fee, carriedYen, confirmBy, account, slips } = content
  return {
    ...headOf(head),
    ...{ grossYen, sales, returns, fee, carriedYen, confirmBy, account },
    slips: slips.map(({ number, orderId, suppliedOn, restaurant, farmYen, feeYen }) => ({
      ...{ number, orderId, suppliedOn, restaurant, farmYen, feeYen },
      objections: slipObjections
        .filter(({ slip }) => slip === number)
        .map(({ line, lineName, words, accepted, answer }) => ({ line, lineName, words, accepted, answer })),
    })),
  }
}

async function commissionOut(ctx: Ctx) {
  const { todayBp, open } = await ownCommission(ctx)
  return {
    commissionBp: todayBp,
    proposal: open && { id: open.id, commissionBp: open.commissionBp, fromOn: open.fromOn, reason: open.reason },
  }
}
