import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { summaryAnswer } from '#api/operations/order-answer.ts'
import { OrderSummary } from '#api/schemas/order-shape.ts'
import { AnId, Count, Day, Moment, Next, Percent, Yen } from '#api/schemas/shapes.ts'
import { Category, CursorOf, cursorText, DayIn, IdOf, Limit, OrderState, Text } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { aYearAgo } from '#modules/ordering/past/a-year-ago.server.ts'
import { calendarFeed, makeCalendarFeed, revokeCalendarFeed } from '#modules/ordering/past/calendar-feed.server.ts'
import { findOrders } from '#modules/ordering/past/find-orders.server.ts'
import { priceHistory, purchaseAnalysis } from '#modules/ordering/past/purchase-analysis.server.ts'
import { priceMove, type Share } from '#modules/ordering/past/purchase-analysis.ts'

const tag = '注文の履歴'

const YenIn = z.coerce
  .number({ error: '金額は0以上の整数で入力してください。' })
  .int('金額は0以上の整数で入力してください。')
  .min(0, '金額は0以上の整数で入力してください。')
  .max(999_999_999, '金額が大きすぎます。')
  .transform(yen)

const monthText = '月は YYYY-MM の形で入力してください（例 2026-11）。'

const ShareOut = z.object({ id: AnId, name: z.string(), billedYen: Yen })

const Feed = z.object({
  createdAt: Moment,
  lastReadAt: Moment.nullable().describe('カレンダーアプリが最後に読み込んだ時刻（1時間単位）'),
})

export const orderHistoryOperations = {
  search: endpoint('members', {
    method: 'GET',
    path: '/order-history',
    tag,
    scope: 'orders.read',
    summary: '自分の飲食店の注文を検索する（飲食店）',
    description:
      '新しい順。q は商品・農園・産地・注文番号で、カタログと同じ表記ゆれ（人参・にんじん・キャロット）に対応します。日は注文日、金額は税込の合計です。months は、このレスポンスに含まれる月ごとの、該当するすべての注文の合計です。',
  })
    .input(
      z.object({
        query: z.object({
          q: Text(0, 100).optional(),
          month: z
            .string()
            .regex(/^20\d\d-(0[1-9]|1[0-2])$/, monthText)
            .optional()
            .describe('注文月'),
          from: DayIn.optional().describe('注文日の開始'),
          to: DayIn.optional().describe('注文日の終了（この日を含む）'),
          farmId: IdOf<'farm'>('農園').optional(),
          leastYen: YenIn.optional().describe('税込合計の下限'),
          mostYen: YenIn.optional().describe('税込合計の上限'),
          state: z
            .union([OrderState, z.array(OrderState)], { error: '注文の状態を正しく指定してください。' })
            .optional()
            .describe('繰り返し指定すると、いずれかの状態に一致する注文'),
          after: CursorOf<'order'>().optional().describe('前回の応答の next'),
          limit: Limit.optional().describe('1〜100。省略時は20'),
        }),
      }),
    )
    .output(
      z.object({
        orders: z.array(OrderSummary),
        months: z.array(
          z.object({
            month: z.string().meta({ examples: ['2026-11'] }),
            orders: Count,
            totalIncYen: Yen.describe('税込。キャンセルと辞退は含みません'),
            unsettled: Count.describe('そのうち、金額が未確定の注文'),
          }),
        ),
        next: Next,
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { q, state, after, limit, ...filter } = query
      const { orders, months, next } = await findOrders(
        ctx,
        { ...filter, words: q?.trim() || undefined, states: state && [state].flat() },
        { after: after && { placedAt: after.at, id: after.id }, limit },
      )
      return { orders: orders.map(summaryAnswer), months, next: next && cursorText(next.placedAt, next.id) }
    }),
  analysis: endpoint('members', {
    method: 'GET',
    path: '/order-history/analysis',
    tag,
    scope: 'orders.read',
    summary: '仕入れ分析を取得する（飲食店）',
    description:
      'その期間に注文し、金額が確定した分の商品代（税抜、送料を除く）。月・農園・種類・商品別。productId を指定すると、その商品の価格推移も返します。',
  })
    .input(
      z.object({
        query: z.object({ from: DayIn, to: DayIn, productId: IdOf<'product'>('商品').optional() }),
      }),
    )
    .output(
      z.object({
        totalYen: Yen,
        unsettled: Count.describe('この期間の、金額が未確定の注文。金額には含みません'),
        months: z.array(z.object({ month: z.string(), billedYen: Yen })),
        farms: z.array(ShareOut),
        categories: z.array(z.object({ category: Category, billedYen: Yen })),
        products: z.array(ShareOut),
        price: z
          .object({
            productId: AnId,
            name: z.string(),
            per: z.string().describe('kg または数える単位'),
            open: z.boolean().describe('商品のページが公開されている。false は販売終了'),
            points: z.array(z.object({ orderedOn: Day, priceYen: Yen })),
            move: z.object({ yen: Yen, percent: Percent }).nullable().describe('期間の開始から終了までの変化'),
          })
          .nullable(),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { productId, from, to } = query
      const days = from <= to ? { from, to } : { from: to, to: from }
      const { farms, products, ...analysis } = await purchaseAnalysis(ctx, days)
      const price = productId ? await priceHistory(ctx, productId, days) : null
      return {
        ...analysis,
        farms: farms.map(shareAnswer),
        products: products.map(shareAnswer),
        price: price && { ...price, move: priceMove(price.points) },
      }
    }),
  yearAgo: endpoint('members', {
    method: 'GET',
    path: '/order-history/year-ago',
    tag,
    scope: 'orders.read',
    summary: '昨年同時期の注文を取得する（飲食店）',
    description:
      '1年前の前後10日間に注文した商品を、注文の多い順に8点まで返します。同時期の注文がない場合、yearAgo は null です。',
  })
    .output(
      z.object({
        yearAgo: z
          .object({
            from: Day,
            to: Day,
            goods: z.array(
              z.object({
                productId: AnId,
                name: z.string(),
                farm: z.string(),
                unitLabel: z.string(),
                qty: Count,
                orders: Count.describe('注文の回数'),
                onSale: z.boolean().describe('現在販売中'),
              }),
            ),
          })
          .nullable(),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ yearAgo: await aYearAgo(ctx) })),
  feed: endpoint('members', {
    method: 'GET',
    path: '/calendar-feed',
    tag,
    scope: 'none',
    summary: 'お届けカレンダーのアドレスの有無を取得する（飲食店）',
    description: 'アドレスそのものは、作成時にのみ返します。',
  })
    .output(z.object({ feed: Feed.nullable() }))
    .handler(async ({ context: { ctx } }) => ({ feed: await calendarFeed(ctx) })),
  makeFeed: operation(makeCalendarFeed, {
    method: 'PUT',
    path: '/calendar-feed',
    tag,
    scope: 'none',
    summary: 'お届けカレンダーのアドレスを作成する（飲食店）',
    description:
      '自分専用のアドレス（iCalendar）です。アドレスを知っている人は、サインインせずにお届けの予定を閲覧できます。価格は含みません。再度作成すると、前のアドレスは使用できなくなります。10分以内のサインインが必要です。',
    example: { answer: { address: 'https://market.example.jp/calendar/3q2-7w….ics' } },
    proof: true,
    output: z.object({ address: z.string() }),
    answer: ({ site }, _given, { path }) => ({ address: `${site}${path}` }),
  }),
  revokeFeed: operation(revokeCalendarFeed, {
    method: 'DELETE',
    path: '/calendar-feed',
    tag,
    scope: 'none',
    summary: 'お届けカレンダーのアドレスを取り消す（飲食店）',
    successStatus: 204,
    output: z.void(),
    answer: () => undefined,
  }),
}

const shareAnswer = ({ key, ...share }: Share<string>) => ({ id: key, ...share })
