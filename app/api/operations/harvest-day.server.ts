import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day } from '#api/schemas/shapes.ts'
import { DayIn, IdOf } from '#kernel/schema.ts'
import { harvestNeeds } from '#modules/ordering/fulfilment/harvest-list.server.ts'
import { shortOrders } from '#modules/ordering/short-orders.server.ts'
import { reportNoHarvest } from '#modules/products/harvest/cannot-harvest.server.ts'

const tag = '収穫の当日'

const Outcome = z
  .enum(['settled', 'ask', 'end', 'declined'])
  .nullable()
  .describe('settled: 数量を確定、ask: 飲食店に確認、end: 事前の指示によりキャンセル、declined: 辞退、null: 変更不可')

const Need = z.object({
  shipOn: Day,
  productId: AnId,
  name: z.string(),
  packLabel: z.string(),
  unitLabel: z.string(),
  qty: Count.describe('出荷する数量'),
  openQty: Count.describe('うち回答待ちの注文の数量'),
  packedQty: Count.describe('うち箱詰め済みの数量'),
  orders: Count,
  pieces: Count.nullable().describe('個数。商品に登録がない場合は null'),
  grams: Count.nullable().describe('表示の重量（g）。商品に登録がない場合は null'),
})

const ShortOrder = z.object({
  orderId: AnId,
  number: z.string(),
  version: Count,
  restaurant: z.string(),
  shipOn: Day,
  outcome: Outcome,
  lines: z.array(
    z.object({
      lineId: AnId,
      name: z.string(),
      unitLabel: z.string(),
      wanted: Count,
      instruction: z.string().describe('不足時の飲食店の指示'),
      proposed: z
        .object({ productId: AnId, qty: Count })
        .nullable()
        .describe('飲食店が事前に承諾した代替品。ない場合は null'),
    }),
  ),
})

/** What is harvested for a day, and what is told when it cannot be. */
export const harvestDayOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/harvest-list',
    tag,
    scope: 'orders.read',
    summary: '収穫リストを取得する（農園）',
    description: '出荷日ごと・商品ごとの合計です。辞退・キャンセル・出荷済みの注文は含みません。',
  })
    .input(
      z.object({ query: z.object({ from: DayIn.describe('出荷日（開始）'), to: DayIn.describe('出荷日（終了）') }) }),
    )
    .output(z.object({ goods: z.array(Need) }))
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      goods: (await harvestNeeds(ctx, query)).map(({ picture: _, ...need }) => need),
    })),
  touched: endpoint('members', {
    method: 'GET',
    path: '/farm/missing-harvest',
    tag,
    scope: 'orders.read',
    summary: '収穫できない商品の対象となる注文を取得する（農園）',
    description: '箱詰め前の注文のみです。outcome は、1つも出荷しない場合の結果です。',
  })
    .input(
      z.object({
        query: z.object({ productId: IdOf<'product'>('商品'), from: DayIn, to: DayIn }),
      }),
    )
    .output(z.object({ orders: z.array(ShortOrder) }))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { productId, from, to } = query
      const orders = await shortOrders(ctx, { productIds: [productId], from, to })
      return {
        orders: orders.map(({ orderId, number, version, restaurant, shipOn, outcome, lines }) => ({
          ...{ orderId, number, version, restaurant, shipOn, outcome },
          lines: lines.map(({ lineId, name, unitLabel, wanted, instruction, proposed }) => ({
            ...{ lineId, name, unitLabel, wanted, instruction, proposed },
          })),
        })),
      }
    }),
  report: operation(reportNoHarvest, {
    path: '/farm/missing-harvest',
    tag,
    scope: 'orders.write',
    summary: '収穫できない商品を登録し、対象の注文に回答する（農園）',
    description:
      '注文ごとに、飲食店の事前の指示を適用します。変更できない注文は refused に理由が入り、他の注文には回答します。同じキーで再送しても、回答は1回です。',
    example: {
      body: {
        productIds: ['0193c0de-0000-7000-8000-000000000001'],
        ...{ from: '2026-11-25', to: '2026-11-25', reason: 'weather', closes: true },
        orders: [
          {
            orderId: '0193c0de-0000-7000-8000-000000000002',
            version: 1,
            lines: [{ lineId: '0193c0de-0000-7000-8000-000000000003', qty: 0 }],
          },
        ],
      },
    },
    output: z.object({
      orders: z.array(
        z.object({
          orderId: AnId,
          number: z.string(),
          outcome: z.union([Outcome, z.literal('day_proposed')]).describe('day_proposed は、別のお届け日の提案'),
          refused: z.string().nullable().describe('回答できない理由'),
        }),
      ),
      unseen: Count.describe('orders に含まれない対象の注文'),
      closed: z.array(z.string()).describe('販売を停止した商品'),
      stillOpen: z.array(z.string()).describe('他の日を含む見込みのため、停止していない商品'),
    }),
    answer: (_context, _given, { orders, ...done }) => ({
      ...done,
      orders: orders.map(({ restaurant: _, ...order }) => order),
    }),
  }),
}
