import { operation } from '#api/operation.server.ts'
import { ofOneOrder } from '#api/operations/ordering.server.ts'
import {
  answerAdjustmentRequest,
  requestAdjustment,
  withdrawAdjustmentRequest,
} from '#modules/ordering/adjustments/request-adjustment.server.ts'

const stepOf = (path: `/${string}`, summary: string, description: string) =>
  ({ path, tag: '注文の変更', scope: 'orders.write', summary, description }) as const

const requestId = '0193c0de-0000-7000-8000-000000000009'

export const orderCorrectionsOperations = {
  request: operation(requestAdjustment, {
    ...stepOf(
      '/orders/{id}/correction-request',
      '出荷後に、重さの訂正または返品の確認を依頼する（農園）',
      '飲食店が同意すると、金額の確定後に修正伝票が発行されます。回答がない場合は変更しません。お届け日から30日まで依頼できます。回答を待つ依頼は、注文ごとに1つです。',
    ),
    example: {
      body: {
        lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', kind: 'weight', grams: 2_300 }],
        reason: '風袋を引かずに計量していました',
      },
    },
    ...ofOneOrder,
  }),
  withdraw: operation(withdrawAdjustmentRequest, {
    ...stepOf(
      '/orders/{id}/correction-request-withdrawal',
      '訂正・返品の依頼を取り下げる（農園）',
      '金額は変わりません。',
    ),
    example: { body: { requestId } },
    ...ofOneOrder,
  }),
  answer: operation(answerAdjustmentRequest, {
    ...stepOf(
      '/orders/{id}/correction-request-answer',
      '訂正・返品の依頼に回答する（飲食店）',
      '同意すると、金額が確定している注文にはすぐに、それ以外の注文には金額の確定時に、修正伝票が発行されます。',
    ),
    example: { body: { requestId, agree: true } },
    ...ofOneOrder,
  }),
}
