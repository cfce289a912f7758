import { z } from 'zod'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { Cart, QuoteChange, SeenQuote } from './cart.ts'
import { endpoint, needsKey, refusals } from './endpoint.ts'
import { Order, OrderSummary } from './order-shape.ts'
import {
  AnId,
  Body,
  Count,
  CursorOf,
  Day,
  IdOf,
  KeyHeader,
  KitchenChoice,
  Limit,
  Moment,
  Next,
  OrderState,
  Quantity,
  ShortageReasonIn,
  Slot,
  Text,
  Yen,
} from './shapes.ts'

const tag = '注文'

const Placed = z.object({
  purchaseId: AnId,
  number: z.string(),
  pending: z.boolean().describe('責任者の承認を待っている（まだ注文していない）'),
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
  totalIncYen: Yen.describe('税込み。いまわかっている金額の合計'),
  orders: z.array(OrderSummary),
})

export const Reordered = z.object({
  put: Count.describe('かごに入れた品の数'),
  changes: z.array(
    z.object({
      productId: AnId,
      name: z.string(),
      kind: z
        .enum(['gone', 'less', 'more', 'dearer', 'cheaper'])
        .describe('なくなった・減った・最少の数までふえた・高くなった・安くなった'),
      before: Count,
      after: Count,
    }),
  ),
})

export const ofOrder = z.object({ id: IdOf<'order'>('注文') })
export const refusedBy = (...codes: OrderingRefusal[]) => refusals(codes, refusalText)
const kitchenBody = Body({ kitchenId: KitchenChoice }).optional()

export const orderingContract = {
  place: endpoint('members', {
    method: 'POST',
    path: '/purchases',
    tag,
    scope: 'orders.write',
    summary: '注文する',
    description:
      'かごの中身を、農園ごとの注文にします。seen には GET /cart の seen をそのまま送ります。見た内容から値段・残り・日・送料が変わっていたら、何も注文されず、409 CHANGED で変わったところと新しいかごが返ります。',
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
    .errors(refusedBy('cart_empty', 'not_orderable', 'out_of_stock', 'over_order_limit', 'key_reused'))
    .errors({
      CHANGED: {
        status: 409,
        message: refusalText('changed'),
        data: z.object({ changes: z.array(QuoteChange), cart: Cart }),
      },
    })
    .input(
      z.object({
        headers: KeyHeader,
        body: Body({
          kitchenId: KitchenChoice,
          seen: SeenQuote,
          askOwner: z
            .boolean('true か false を入れてください。')
            .default(false)
            .describe('上限をこえるとき、断らずに責任者の承認を待つ'),
        }),
      }),
    )
    .output(Placed),
  purchase: endpoint('members', {
    method: 'GET',
    path: '/purchases/{id}',
    tag,
    scope: 'orders.read',
    summary: '一度の注文を見る',
    description: '農園ごとの注文と、その合計。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'purchase'>('購入') }) }))
    .output(Purchase),
  reorderPurchase: endpoint('members', {
    method: 'POST',
    path: '/purchases/{id}/reorder',
    tag,
    scope: 'cart.write',
    summary: '一度の注文をもう一度かごに入れる',
    description: 'いまの値段と残りで入れます。前と変わった品は changes に出ます。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'purchase'>('購入') }), body: kitchenBody }))
    .output(Reordered),
  reorder: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/reorder',
    tag,
    scope: 'cart.write',
    summary: 'ひとつの注文をもう一度かごに入れる',
  })
    .input(z.object({ params: ofOrder, body: kitchenBody }))
    .output(Reordered),
  orders: endpoint('members', {
    method: 'GET',
    path: '/orders',
    tag,
    scope: 'orders.read',
    summary: '注文の一覧',
    description: '新しい順。店の人には自分の店の、農園の人には自分の農園の注文だけが見えます。',
  })
    .input(
      z.object({
        query: z.object({
          month: z
            .string()
            .regex(/^20\d\d-(0[1-9]|1[0-2])$/, '月は YYYY-MM の形で入力してください（例 2026-11）。')
            .optional()
            .meta({ description: '注文した月', examples: ['2026-11'] }),
          farmId: IdOf<'farm'>('農園').optional(),
          state: z
            .union([OrderState, z.array(OrderState)], { error: '注文の状態ではありません。' })
            .optional()
            .describe('くり返すと、どれかの状態'),
          after: CursorOf<'order'>().optional().describe('前の答えの next'),
          limit: Limit.optional().describe('1〜100。省くと20'),
        }),
      }),
    )
    .output(z.object({ orders: z.array(OrderSummary), next: Next })),
  order: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}',
    tag,
    scope: 'orders.read',
    summary: '注文をくわしく見る',
    description: '五つの数、金額、送り状、収穫分、いきさつ、いまできること。両側から同じ数字が見えます。',
  })
    .input(z.object({ params: ofOrder }))
    .output(Order),
  accept: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/acceptance',
    tag,
    scope: 'orders.write',
    summary: '受ける（農園）',
    description:
      '書かなかった品は注文どおりに受けます。少なくするときは理由が要ります。足りないときの店の指示がすぐに働きます。',
    example: { body: { lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 1, reason: 'weather' }] } },
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        'wrong_state',
        'too_late',
        'reason_missing',
        'more_than_ordered',
        'nothing_confirmed',
        'unknown_line',
        'changed_meanwhile',
        'key_reused',
      ),
    )
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({
          version: z
            .int('整数を入れてください。')
            .min(1)
            .optional()
            .describe('見ていた注文の version。変わっていたら断ります'),
          lines: z
            .array(
              Body({
                lineId: IdOf<'orderLine'>('品'),
                qty: Quantity(0),
                reason: ShortageReasonIn.nullable().optional(),
              }),
            )
            .max(500)
            .default([]),
        }).optional(),
      }),
    )
    .output(Order),
  decline: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/decline',
    tag,
    scope: 'orders.write',
    summary: '辞退する（農園）',
    example: { body: { reason: '大雨で畑に入れません' } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'too_late', 'reason_missing', 'key_reused'))
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({ reason: Text(1, 400).describe('相手に伝わる理由') }),
      }),
    )
    .output(Order),
  cancel: endpoint('members', {
    method: 'POST',
    path: '/orders/{id}/cancellation',
    tag,
    scope: 'orders.write',
    summary: '取り消す（店）',
    description: '締切まで、無料で取り消せます。',
    example: { body: { reason: '予約がなくなりました' } },
  })
    .errors(needsKey)
    .errors(refusedBy('wrong_state', 'too_late', 'key_reused'))
    .input(
      z.object({
        params: ofOrder,
        headers: KeyHeader,
        body: Body({ reason: Text(0, 400).optional() }).optional(),
      }),
    )
    .output(Order),
}
