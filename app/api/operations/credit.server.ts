import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { Day, Why, Yen } from '#api/schemas/shapes.ts'
import { zeroYen } from '#kernel/yen.ts'
import { ownCredit } from '#modules/credit/credit-standing.server.ts'
import { creditProblem, exposureOf, leftOf } from '#modules/credit/credit-standing.ts'
import { creditSentence } from '#modules/credit/refusal-text.ts'

const Overdue = z.object({ number: z.string(), dueOn: Day, yen: Yen })

export const creditOperations = {
  credit: endpoint('members', {
    method: 'GET',
    path: '/billing/credit',
    tag: '請求・支払い',
    scope: 'orders.read',
    summary: '掛け払いの利用状況を見る',
    description: '利用額は、未入金の請求、未請求の納品、未確定の注文（税込・概算）の合計です。',
  })
    .output(
      z.object({
        onAccount: z.boolean().describe('掛け払いか。カード払いの場合は false で、限度額は適用されません'),
        limitYen: Yen,
        usedYen: Yen,
        leftYen: Yen,
        unpaidYen: Yen.describe('請求済み・未入金。0未満は預り金'),
        unbilledYen: Yen,
        openYen: Yen,
        overdue: Overdue.nullable().describe('支払期日を過ぎた未入金。最も古い請求書と、合計金額'),
        refusal: Why.nullable().describe('現在、金額にかかわらず注文できない理由'),
      }),
    )
    .handler(async ({ context: { ctx } }) => {
      const credit = await ownCredit(ctx)
      const problem = creditProblem(credit, zeroYen)
      return {
        ...credit,
        usedYen: exposureOf(credit),
        leftYen: leftOf(credit),
        refusal: problem && {
          code: problem.refusal,
          message: creditSentence[problem.refusal](problem.detail ?? {}),
        },
      }
    }),
}
