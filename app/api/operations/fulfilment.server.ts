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
    summary: '農園のしごと',
    description: '答えを待っている注文と、until までに出る注文。',
  })
    .input(z.object({ query: z.object({ until: DayIn.optional().describe('この日まで。省くときょう') }) }))
    .output(z.object({ orders: z.array(OrderSummary) }))
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      orders: (await farmWork(ctx, query.until ?? jstDateOf(ctx.now))).map(summaryAnswer),
    })),
  prepare: operation(prepareOrder, {
    path: '/orders/{id}/preparation',
    tag,
    scope: 'shipments.write',
    summary: '箱づめをはじめる（農園）',
    description: 'ここから先、店は取り消せません。',
    ...ofOneOrder,
  }),
  pack: operation(packOrder, {
    path: '/orders/{id}/packing',
    tag,
    scope: 'shipments.write',
    summary: '箱に入れた数・重さ・収穫分を記録する（農園）',
    description: '発送するまで何度でも言い直せます。変えたことはすべていきさつに残ります。',
    example: { body: { lines: [{ lineId, qty: 2, grams: 3_700, lot: 'today' }] } },
    ...ofOneOrder,
  }),
  ship: operation(shipOrder, {
    path: '/orders/{id}/shipment',
    tag,
    scope: 'shipments.write',
    summary: '発送する（農園）',
    description: 'すべての箱に、送り状番号か unused が要ります。不定貫の品は量ってから、収穫分を選んでから。',
    example: { body: { parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '4444-1375-8703' }] } },
    ...ofOneOrder,
  }),
  shipPart: operation(shipPart, {
    path: '/orders/{id}/part-shipment',
    tag,
    scope: 'shipments.write',
    summary: 'ある分だけ先に発送する（農園）',
    description:
      '先に送る品と数、その箱の送り状番号、残りが届く日を書きます。書かなかった品と箱は、残りといっしょに送ります。お店が待てる日までで、金額と送料は変わりません。',
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
    summary: '残りを発送する（農園）',
    description: '残っている箱のすべてに、送り状番号か unused が要ります。書かなかった品は、残りのぜんぶを送ります。',
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
    summary: '残りは送れないと知らせる（農園）',
    description: '先に送った分だけになります。残りの金額はかかりません。',
    example: { body: { reason: '霜で、残りがとれませんでした' } },
    ...ofOneOrder,
  }),
  endWithoutRest: operation(endWithoutRest, {
    path: '/orders/{id}/rest-waiver',
    tag,
    scope: 'receipts.write',
    summary: '残りを待たない（店）',
    description: '先に届いた分だけになり、検収できるようになります。',
    ...ofOneOrder,
  }),
  receive: operation(receiveOrder, {
    path: '/orders/{id}/receipt',
    tag,
    scope: 'receipts.write',
    summary: '検収する（店）',
    description:
      '書かなかった品は、届いたとおりに受け取ったことになります。〇でない品は、同時に申し出になります（/orders/{id}/claims）。申し出がなければ、請求する金額がここで決まります。receivedBy を書くと、受け取りの記録（HACCP）に残ります。',
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
