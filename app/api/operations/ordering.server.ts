import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { Cart, QuoteChange } from '#api/operations/cart.server.ts'
import { cartAnswer } from '#api/operations/cart-answer.ts'
import { detailAnswer, summaryAnswer } from '#api/operations/order-answer.ts'
import { granted } from '#api/problems.server.ts'
import { Order, OrderSummary } from '#api/schemas/order-shape.ts'
import { AnId, Count, Day, Moment, Next, Yen } from '#api/schemas/shapes.ts'
import { writerOf, written } from '#api/written.ts'
import { kitchenOf } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { KitchenId, OrderId, PurchaseId } from '#kernel/ids.ts'
import { Body, CursorOf, cursorText, IdOf, KeyHeader, KitchenChoice, Limit, OrderState, Slot } from '#kernel/schema.ts'
import { sumYen } from '#kernel/yen.ts'
import type { SeenQuote } from '#modules/cart/cart-input.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { cartRefusalText } from '#modules/cart/refusal-text.ts'
import { reorder } from '#modules/cart/reorder.server.ts'
import { changesSince } from '#modules/cart/seen-quote.ts'
import { acceptOrder } from '#modules/ordering/accept-order.server.ts'
import { cancelOrder, declineOrder } from '#modules/ordering/end-order.server.ts'
import { historyOfFarm, historyOfRestaurant } from '#modules/ordering/order-history.server.ts'
import { PlainAnswer } from '#modules/ordering/order-input.ts'
import { orderDetail, ordersOfPurchase, placedOrders, purchaseOf } from '#modules/ordering/order-queries.server.ts'
import { type Placed, placeOrder } from '#modules/ordering/place-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { undoAccept } from '#modules/ordering/undo-accept.server.ts'
import { cardPaymentOf } from '#modules/payments/card/card-desk.server.ts'
import { placeByCard, placedText } from '#modules/payments/card/place-by-card.server.ts'
import { cardRefusalText } from '#modules/payments/card/refusal-text.ts'

const tag = '注文'

const PlacedOut = z.object({
  purchaseId: AnId,
  number: z.string(),
  pending: z.boolean().describe('責任者の承認待ち（未注文）'),
  orders: z.array(
    z.object({
      id: AnId,
      number: z.string(),
      farm: z.object({ id: AnId, name: z.string() }),
      deliveryOn: Day,
      slot: Slot,
    }),
  ),
})

const Purchase = z.object({
  id: AnId,
  number: z.string(),
  placedAt: Moment,
  totalIncYen: Yen.describe('税込。現時点で判明している金額の合計'),
  orders: z.array(OrderSummary),
})

export const Reordered = z.object({
  put: Count.describe('かごに追加した商品の点数'),
  changes: z.array(
    z.object({
      productId: AnId,
      name: z.string(),
      kind: z
        .enum(['gone', 'less', 'more', 'dearer', 'cheaper'])
        .describe('なくなった・減った・最少数量まで増えた・値上がりした・値下がりした'),
      before: Count,
      after: Count,
    }),
  ),
})

export const ofOrder = z.object({ id: IdOf<'order'>('注文') })

/** About one order, which is the response. */
export const ofOneOrder = {
  params: { id: 'orderId' },
  output: Order,
  answer: ({ ctx }: ApiContext, { orderId }: { orderId: OrderId }) => orderAnswer(ctx, orderId),
} as const

const placedAs = placeOrder.declaration.refusals
const cardCodes = [
  'card_no_answer',
  'card_declined',
  'card_short_of_money',
  'card_expired',
  'card_not_proven',
  'card_too_much',
] as const
/** The chef opens the address, and comes back to the confirmed purchase. */
const cardProof = {
  status: 409,
  message: 'カードの本人認証が必要です。url を開いて認証を完了すると、注文が確定します。',
}

/** The JSON of an order is written once, as long as the order is kept. */
const writeOrders = writerOf(OrderSummary, summaryAnswer)

const kitchenBody = Body({ kitchenId: KitchenChoice }).optional()

export const orderingOperations = {
  place: endpoint('members', {
    method: 'POST',
    path: '/purchases',
    tag,
    scope: 'orders.write',
    summary: '注文する',
    description:
      'かごの内容を、農園ごとの注文にします。seen には GET /cart の seen をそのまま指定します。確認した内容から価格・在庫・日付・送料が変わっていた場合は、何も注文されず、409 CHANGED で変更点と新しいかごを返します。',
    successStatus: 201,
    example: {
      body: {
        seen: {
          totalYen: 4_340,
          lines: [{ productId: '0193c0de-0000-7000-8000-000000000001', qty: 2, priceYen: 1_500 }],
          farms: [
            {
              farmId: '0193c0de-0000-7000-8000-000000000002',
              deliveryOn: '2026-11-26',
              slot: 'am',
              freightYen: 1_000,
            },
          ],
        },
      },
      answer: {
        purchaseId: '0193c0de-0000-7000-8000-000000000005',
        number: '261124-00001',
        pending: false,
        orders: [
          {
            id: '0193c0de-0000-7000-8000-000000000006',
            number: '261124-00001-1',
            farm: { id: '0193c0de-0000-7000-8000-000000000002', name: '佐藤農園' },
            deliveryOn: '2026-11-26',
            slot: 'am',
          },
        ],
      },
    },
  })
    .errors(needsKey)
    .errors(
      refusals(
        placedAs.codes.filter((code) => code !== 'changed'),
        placedAs.text,
      ),
    )
    .errors(refusals(cardCodes, cardRefusalText))
    .errors({
      CHANGED: {
        status: 409,
        message: refusalText('changed'),
        data: z.object({ changes: z.array(QuoteChange), cart: Cart }),
      },
      CARD_PROOF: { ...cardProof, data: z.object({ url: z.url() }) },
    })
    .input(z.object({ headers: KeyHeader, body: Body(placeOrder.declaration.input) }))
    .output(PlacedOut)
    .handler(async ({ context: { ctx, site }, input: { headers, body } }) => {
      const placed = await placeByCard(ctx, { ...body, key: headers['idempotency-key'] }, site)
      if (!placed.ok && placed.refusal === 'changed')
        throw await changed(ctx, kitchenOf(ctx.actor, body.kitchenId), body.seen)
      const done = granted(placed, placedText)
      if ('prove' in done) throw new ORPCError('CARD_PROOF', { ...cardProof, data: { url: done.prove } })
      return placedAnswer(ctx, done)
    }),
  purchase: endpoint('members', {
    method: 'GET',
    path: '/purchases/{id}',
    tag,
    scope: 'orders.read',
    summary: '1回の注文（購入）を取得する',
    description: '農園ごとの注文とその合計を返します。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'purchase'>('購入') }) }))
    .output(Purchase)
    .handler(({ context: { ctx }, input }) => purchaseAnswer(ctx, input.params.id)),
  reorderPurchase: endpoint('members', {
    method: 'POST',
    path: '/purchases/{id}/reorder',
    tag,
    scope: 'cart.write',
    summary: '1回の注文（購入）を再度かごに追加する',
    description: '現在の価格と在庫で追加します。前回から変わった商品は changes に入ります。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'purchase'>('購入') }), body: kitchenBody }))
    .output(Reordered)
    .handler(async ({ context: { ctx }, input: { params, body } }) =>
      granted(
        await reorder(ctx, {
          ...body,
          orderIds: (await ordersOfPurchase(ctx, params.id)).map((order) => order.id),
        }),
        cartRefusalText,
      ),
    ),
  reorder: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/reorder',
    tag,
    scope: 'cart.write',
    summary: '1件の注文を再度かごに追加する',
  })
    .input(z.object({ params: ofOrder, body: kitchenBody }))
    .output(Reordered)
    .handler(async ({ context: { ctx }, input: { params, body } }) =>
      granted(await reorder(ctx, { ...body, orderIds: [params.id] }), cartRefusalText),
    ),
  orders: endpoint('members', {
    method: 'GET',
    path: '/orders',
    tag,
    scope: 'orders.read',
    summary: '注文の一覧',
    description:
      '新しい順。飲食店のメンバーには自分の飲食店の注文のみ、農園のメンバーには自分の農園の注文のみを返します。If-None-Match に前回の ETag を指定すると、変更がない場合は 304 を返します。',
  })
    .input(
      z.object({
        query: z.object({
          month: z
            .string()
            .regex(/^20\d\d-(0[1-9]|1[0-2])$/, '月は YYYY-MM の形で入力してください（例 2026-11）。')
            .optional()
            .meta({ description: '注文月', examples: ['2026-11'] }),
          farmId: IdOf<'farm'>('農園').optional(),
          state: z
            .union([OrderState, z.array(OrderState)], { error: '注文の状態を正しく指定してください。' })
            .optional()
            .describe('繰り返し指定すると、いずれかの状態に一致する注文'),
          after: CursorOf<'order'>().optional().describe('前回の応答の next'),
          limit: Limit.optional().describe('1〜100。省略時は20'),
        }),
      }),
    )
    .output(written(z.object({ orders: z.array(OrderSummary), next: Next })))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const historyOfMine = ctx.actor.kind === 'farm' ? historyOfFarm : historyOfRestaurant
      const { orders, next } = await historyOfMine(ctx, {
        month: query.month,
        farmId: query.farmId,
        states: query.state && [query.state].flat(),
        after: query.after && { placedAt: query.after.at, id: query.after.id },
        limit: query.limit,
      })
      return writeOrders('orders', orders, next && cursorText(next.placedAt, next.id))
    }),
  order: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}',
    tag,
    scope: 'orders.read',
    summary: '注文の詳細を取得する',
    description: '5つの数量、金額、送り状、収穫分、履歴、現在可能な操作を返します。双方に同じ数値が表示されます。',
  })
    .input(z.object({ params: ofOrder }))
    .output(Order)
    .handler(({ context: { ctx }, input }) => orderAnswer(ctx, input.params.id)),
  accept: operation(acceptOrder, {
    path: '/orders/{id}/acceptance',
    tag,
    scope: 'orders.write',
    summary: '受注する（農園）',
    description:
      '指定しなかった商品は注文どおりに受注します。数量を減らす場合は理由が必要です。飲食店の事前の指示が直ちに適用されます。',
    example: { body: { lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 1, reason: 'weather' }] } },
    ...ofOneOrder,
    narrower: { lines: z.array(PlainAnswer).max(500).default([]) },
  }),
  undoAccept: operation(undoAccept, {
    path: '/orders/{id}/acceptance-withdrawal',
    tag,
    scope: 'orders.write',
    summary: '受注を取り消す（農園）',
    description:
      'undoable を指定して、すべての商品を受注した直後のみ取り消せます。注文は回答待ちに戻ります。飲食店への通知は、取り消せる時間が過ぎてから送信します。',
    ...ofOneOrder,
  }),
  decline: operation(declineOrder, {
    path: '/orders/{id}/decline',
    tag,
    scope: 'orders.write',
    summary: '辞退する（農園）',
    example: { body: { reason: '大雨で畑に入れません' } },
    ...ofOneOrder,
  }),
  cancel: operation(cancelOrder, {
    path: '/orders/{id}/cancellation',
    tag,
    scope: 'orders.write',
    summary: 'キャンセルする（飲食店）',
    description: '締切までは、無料でキャンセルできます。',
    example: { body: { reason: '予約がなくなりました' } },
    ...ofOneOrder,
  }),
}

/** Only what never changes: the same key gives the same response, also after a farm has answered. */
async function placedAnswer(ctx: Ctx, { purchaseId, number, pending, orders }: Placed) {
  return { purchaseId, number, pending, orders: orders ?? (await placedOrders(ctx, purchaseId)) }
}

async function changed(ctx: Ctx, kitchenId: KitchenId, seen: SeenQuote) {
  const quote = await cartQuote(ctx, kitchenId)
  return new ORPCError('CHANGED', {
    status: 409,
    message: refusalText('changed'),
    data: { changes: changesSince(seen, quote), cart: cartAnswer(quote) },
  })
}

async function purchaseAnswer(ctx: Ctx, id: PurchaseId) {
  const { number, placedAt, orders } = await purchaseOf(ctx, id)
  return {
    id,
    number,
    placedAt,
    totalIncYen: sumYen(orders.map((order) => order.figures.totalIncYen)),
    orders: orders.map(summaryAnswer),
  }
}

export const orderAnswer = async (ctx: Ctx, id: OrderId) => ({
  ...detailAnswer(await orderDetail(ctx, id)),
  card: await cardPaymentOf(ctx, id),
})
