import { z } from 'zod'
import { operation } from '#api/operation.server.ts'
import { AnId } from '#api/schemas/shapes.ts'
import { stepMany } from '#modules/ordering/fulfilment/step-many.server.ts'

export const farmOfficeOperations = {
  stepMany: operation(stepMany, {
    path: '/order-steps',
    tag: '出荷と検収',
    scope: 'orders.write',
    summary: '複数の注文を受注する、または箱詰めを開始する（農園）',
    description:
      '注文を1件ずつ処理します。処理できない注文は refused に理由が入り、他の注文はそのまま処理します。受注は注文どおりの数量です。同じキーで再送しても、結果は変わりません。',
    example: { body: { step: 'accept', orders: [{ orderId: '0193c0de-0000-7000-8000-000000000003', version: 1 }] } },
    output: z.object({
      orders: z.array(z.object({ orderId: AnId, refused: z.string().nullable().describe('処理できない理由') })),
    }),
    answer: (_context, _given, { orders }) => ({
      orders: orders.map(({ orderId, refused }) => ({ orderId, refused })),
    }),
  }),
}
