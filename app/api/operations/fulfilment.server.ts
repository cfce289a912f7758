import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { summaryAnswer } from '#api/operations/order-answer.ts'
import { ofOneOrder } from '#api/operations/ordering.server.ts'
import { OrderSummary } from '#api/schemas/order-shape.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { DayIn } from '#kernel/schema.ts'
import { dropRest } from '#modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { endWithoutRest, receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart, shipRest } from '#modules/ordering/fulfilment/ship-part.server.ts'
import { farmWork } from '#modules/ordering/open-orders.server.ts'

const tag = '出荷と検収'

const lineId = '0193c0de-0000-7000-8000-000000000003'

const parcelId = '0193c0de-0000-7000-8000-000000000004'

export const fulfilmentOperations = {
  farmWork: endpoint('members', {
    method: 'GET',
    path: '/farm/work',
    tag,
    scope: 'orders.read',
    summary: '農園の作業',
    description: '回答待ちの注文と、until までに出荷する注文。',
  })
    .input(z.object({ query: z.object({ until: DayIn.optional().describe('この日まで。省略時は今日') }) }))
    .output(z.object({ orders: z.array(OrderSummary) }))
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      orders: (await farmWork(ctx, query.until ?? jstDateOf(ctx.now))).map(summaryAnswer),
    })),
  prepare: operation(prepareOrder, {
    path: '/orders/{id}/preparation',
    tag,
    scope: 'shipments.write',
    summary: '箱詰めを開始する（農園）',
    description: 'これ以降、飲食店はキャンセルできません。',
    ...ofOneOrder,
  }),
  pack: operation(packOrder, {
    path: '/orders/{id}/packing',
    tag,
    scope: 'shipments.write',
    summary: '箱に入れた数量・重量・ロットを記録する（農園）',
    description: '出荷するまで何度でも修正できます。変更はすべて履歴に残ります。',
    example: { body: { lines: [{ lineId, qty: 2, grams: 3_700, lot: 'today' }] } },
    ...ofOneOrder,
  }),
  ship: operation(shipOrder, {
    path: '/orders/{id}/shipment',
    tag,
    scope: 'shipments.write',
    summary: '出荷する（農園）',
    description: 'すべての箱に、送り状番号か unused が必要です。不定貫商品は計量し、ロットを選択してから実行します。',
    example: { body: { parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '4444-1375-8703' }] } },
    ...ofOneOrder,
  }),
  shipPart: operation(shipPart, {
    path: '/orders/{id}/part-shipment',
    tag,
    scope: 'shipments.write',
    summary: '出荷できる分を先に出荷する（農園）',
    description:
      '先に出荷する商品と数量、その箱の送り状番号、残りが届く日を指定します。指定しなかった商品と箱は、残りとして出荷します。飲食店が指定した日数以内で、金額と送料は変わりません。',
    example: {
      body: {
        lines: [{ lineId, qty: 1, lot: 'today' }],
        parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '4444-1375-8703' }],
        restOn: '2026-11-27',
      },
    },
    ...ofOneOrder,
  }),
  shipRest: operation(shipRest, {
    path: '/orders/{id}/rest-shipment',
    tag,
    scope: 'shipments.write',
    summary: '残りの商品を出荷する（農園）',
    description:
      '残っているすべての箱に、送り状番号か unused が必要です。指定しなかった商品は、残りの全量を出荷します。',
    example: {
      body: {
        lines: [{ lineId, qty: 1, lot: 'today' }],
        parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '4444-1375-8703' }],
      },
    },
    ...ofOneOrder,
  }),
  dropRest: operation(dropRest, {
    path: '/orders/{id}/rest-cancellation',
    tag,
    scope: 'orders.write',
    summary: '残りの商品を出荷できないと通知する（農園）',
    description: '出荷済みの分のみになります。残りの金額は請求されません。',
    example: { body: { reason: '霜で、残りがとれませんでした' } },
    ...ofOneOrder,
  }),
  endWithoutRest: operation(endWithoutRest, {
    path: '/orders/{id}/rest-waiver',
    tag,
    scope: 'receipts.write',
    summary: '残りの商品を待たない（飲食店）',
    description: '先に届いた商品のみとなり、検収できるようになります。',
    ...ofOneOrder,
  }),
  receive: operation(receiveOrder, {
    path: '/orders/{id}/receipt',
    tag,
    scope: 'receipts.write',
    summary: '検収する（飲食店）',
    description:
      '指定しなかった商品は、納品どおりに受け取ったものとして登録されます。〇以外の商品は、同時に不良・欠品の報告が登録されます（/orders/{id}/claims）。報告がない場合は、請求金額がここで確定します。receivedBy を指定すると、受け取りの記録（HACCP）に残ります。',
    example: {
      body: {
        receivedBy: '小川 葵',
        chilledTenths: 45,
        lines: [{ lineId, verdict: 'short', qty: 1, note: '2箱のはずが1箱でした' }],
      },
    },
    ...ofOneOrder,
  }),
}
