import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { summaryAnswer } from '#api/operations/order-answer.ts'
import { ofOneOrder, ofOrder } from '#api/operations/ordering.server.ts'
import { OrderSummary } from '#api/schemas/order-shape.ts'
import { AnId, Count } from '#api/schemas/shapes.ts'
import { temperatures } from '#kernel/enums.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { DayIn } from '#kernel/schema.ts'
import { arrangeParcels, parcelArrangement } from '#modules/ordering/fulfilment/arrange-parcels.server.ts'
import { arrivalsOfDay } from '#modules/ordering/fulfilment/arrivals.server.ts'
import { dropRest } from '#modules/ordering/fulfilment/drop-rest.server.ts'
import { handOverOrder } from '#modules/ordering/fulfilment/hand-over.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveMany } from '#modules/ordering/fulfilment/receive-many.server.ts'
import { endWithoutRest, receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart, shipRest } from '#modules/ordering/fulfilment/ship-part.server.ts'
import { farmWork } from '#modules/ordering/open-orders.server.ts'
import { dayPapers } from '#modules/packing-papers/day-papers.server.ts'
import { paperChoice, papersFileName } from '#modules/packing-papers/paper-choice.ts'
import { preparePapers } from '#modules/packing-papers/prepare-papers.server.ts'
import { drawDayPapers } from '#web/draw-papers.server.ts'
import { FileOut, fileAnswer } from './file-answer.ts'
import { PapersAsked } from './papers-asked.ts'

const tag = '出荷と検収'

const lineId = '0193c0de-0000-7000-8000-000000000003'

const parcelId = '0193c0de-0000-7000-8000-000000000004'

const Arrangement = z.object({
  version: Count.describe('変更のときに指定します'),
  proposed: z.boolean().describe('中身が提案の場合は true'),
  parcels: z.array(
    z.object({
      id: AnId,
      name: z.string(),
      temperature: z.enum(temperatures),
      sizeClass: Count,
      contents: z.array(z.object({ lineId: AnId, qty: Count })),
    }),
  ),
})

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
  papers: endpoint('members', {
    method: 'GET',
    path: '/farm/papers/{day}',
    tag,
    scope: 'orders.read',
    summary: '出荷書類をPDFで取得する（農園）',
    description:
      'その日に出荷する注文のピッキングリスト・納品書・箱のラベルを、1つのPDFにします。納品書は発行済みのもののみで、取得によって発行されることはありません。発行は POST /farm/papers で行います。金額を閲覧できないメンバーには納品書が含まれません。',
    outputStructure: 'detailed',
  })
    .input(z.object({ params: z.object({ day: paperChoice.day }), query: PapersAsked }))
    .output(FileOut)
    .handler(async ({ context: { ctx, site: origin }, input: { params, query } }) => {
      const { parts, sheet, start, rightTenths, downTenths } = query
      const chosen = { day: params.day, parts: [...parts], sheet, start, rightTenths, downTenths }
      const bytes = await dayPapers(ctx, chosen, { origin, draw: drawDayPapers })
      return fileAnswer({ bytes, fileName: papersFileName(params.day), mediaType: 'application/pdf' })
    }),
  printPapers: operation(preparePapers, {
    path: '/farm/papers',
    tag,
    scope: 'shipments.write',
    summary: '出荷書類の印刷を登録し、納品書を発行する（農園）',
    description:
      '箱詰めが完了した注文の納品書を発行します。発行済みで内容が同じ場合は、何も変わりません。用紙と位置の設定は農園に保存されます。',
    example: {
      body: { day: '2026-11-24', parts: ['slips'], sheet: 'a4_12', start: 1, rightTenths: 0, downTenths: 0 },
    },
    output: z.object({
      orders: Count.describe('印刷の対象となる注文の件数'),
      withoutSlip: z.array(AnId).describe('納品書を発行できなかった注文'),
      missing: z
        .array(
          z.object({
            id: AnId,
            number: z.string(),
            kitchen: z.string(),
            kinds: z
              .array(z.enum(['answer', 'preparation', 'rest', 'weight', 'lot', 'facts', 'address']))
              .describe('回答待ち・箱詰めの開始前・一部出荷済み・重量が未入力・ロットが未選択・住所がない'),
          }),
        )
        .describe('未完了の注文'),
    }),
    answer: (_, __, { orders, withoutSlip, missing }) => ({ orders, withoutSlip, missing }),
  }),
  prepare: operation(prepareOrder, {
    path: '/orders/{id}/preparation',
    tag,
    scope: 'shipments.write',
    summary: '箱詰めを開始する（農園）',
    description: 'これ以降、飲食店はキャンセルできません。',
    ...ofOneOrder,
  }),
  parcels: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}/parcels',
    tag,
    scope: 'orders.read',
    summary: '個口とその中身を取得する',
    description: '農園が中身を登録していない場合は、proposed が true となり、中身は提案です。',
  })
    .input(z.object({ params: ofOrder }))
    .output(Arrangement)
    .handler(async ({ context: { ctx }, input: { params } }) => parcelArrangement(ctx, params.id)),
  arrangeParcels: operation(arrangeParcels, {
    method: 'PUT',
    path: '/orders/{id}/parcels',
    params: { id: 'orderId' },
    tag,
    scope: 'shipments.write',
    summary: '個口とその中身を登録する（農園）',
    description:
      '箱詰め中に、この注文のすべての個口を登録します。商品ごとの合計は、出荷する数量と一致させてください。飲食店の送料は注文時の金額のままで、個口を追加しても増えません。',
    example: {
      body: {
        version: 0,
        parcels: [
          { parcelId, name: '冷蔵1', temperature: 'chilled', sizeClass: 80, contents: [{ lineId, qty: 2 }] },
          { name: '冷蔵2', temperature: 'chilled', sizeClass: 60, contents: [{ lineId, qty: 1 }] },
        ],
      },
    },
    output: Arrangement,
    answer: ({ ctx }, { orderId }) => parcelArrangement(ctx, orderId),
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
    description: 'すべての個口に、送り状番号か unused が必要です。不定貫商品は計量し、ロットを選択してから実行します。',
    example: { body: { parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '4444-1375-8703' }] } },
    ...ofOneOrder,
  }),
  handOver: operation(handOverOrder, {
    path: '/orders/{id}/hand-over',
    tag,
    scope: 'shipments.write',
    summary: '納品を記録する（農園）',
    description:
      '自社配送・引き取り・市場便・共同便など、送り状番号のない注文のみ。写真は事前に /claim-photos で送信します。検収の期限は登録の時刻から数えます。',
    example: { body: { day: '2026-11-26', time: '9:30', receivedBy: '小川' } },
    ...ofOneOrder,
  }),
  shipPart: operation(shipPart, {
    path: '/orders/{id}/part-shipment',
    tag,
    scope: 'shipments.write',
    summary: '出荷できる分を先に出荷する（農園）',
    description:
      '先に出荷する商品と数量、その個口の送り状番号、残りが届く日を指定します。指定しなかった商品と箱は、残りとして出荷します。飲食店が指定した日数以内で、金額と送料は変わりません。',
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
      '残っているすべての個口に、送り状番号か unused が必要です。指定しなかった商品は、残りの全量を出荷します。',
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
  arrivals: endpoint('members', {
    method: 'GET',
    path: '/arrivals',
    tag,
    scope: 'orders.read',
    summary: 'ある日に届く注文（飲食店）',
    description:
      'late はお届け日を過ぎて検収していない注文（今日を指定した場合のみ）、here は届く注文、waiting は出荷前または残りの出荷待ちの注文、done は検収済みの注文です。',
  })
    .input(z.object({ query: z.object({ day: DayIn.optional().describe('お届け日。省略時は今日') }) }))
    .output(
      z.object({
        late: z.array(OrderSummary),
        here: z.array(OrderSummary),
        waiting: z.array(OrderSummary),
        done: z.array(OrderSummary),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { late, here, waiting, done } = await arrivalsOfDay(ctx, query.day ?? jstDateOf(ctx.now))
      return {
        late: late.map(summaryAnswer),
        here: here.map(summaryAnswer),
        waiting: waiting.map(summaryAnswer),
        done: done.map(summaryAnswer),
      }
    }),
  receiveMany: operation(receiveMany, {
    path: '/arrivals/receipts',
    tag,
    scope: 'receipts.write',
    summary: 'まとめて検収する（飲食店）',
    description:
      '注文を1件ずつ検収します。検収できない注文は refused に理由が入り、他の注文はそのまま検収します。残りの出荷を待つ注文は検収しません。同じキーで再送しても、結果は変わりません。',
    example: { body: { receipts: [{ orderId: lineId, receivedBy: '小川 葵', lines: [] }] } },
    output: z.object({
      orders: z.array(z.object({ orderId: AnId, refused: z.string().nullable().describe('検収できない理由') })),
    }),
    answer: (_context, _given, { orders }) => ({
      orders: orders.map(({ orderId, refused }) => ({ orderId, refused })),
    }),
  }),
}
