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
  .number({ error: '金額は0以上の整数で入れてください。' })
  .int('金額は0以上の整数で入れてください。')
  .min(0, '金額は0以上の整数で入れてください。')
  .max(999_999_999, '金額が大きすぎます。')
  .transform(yen)

const monthText = '月は YYYY-MM の形で入力してください（例 2026-11）。'

const ShareOut = z.object({ id: AnId, name: z.string(), billedYen: Yen })

const Feed = z.object({
  createdAt: Moment,
  lastReadAt: Moment.nullable().describe('カレンダーが最後に読んだ時刻（1時間きざみ）'),
})

export const orderHistoryOperations = {
  search: endpoint('members', {
    method: 'GET',
    path: '/order-history',
    tag,
    scope: 'orders.read',
    summary: '自分の店の注文をさがす（店）',
    description:
      '新しい順。q は品・農園・産地・注文番号で、カタログと同じ言いかえ（人参・にんじん・キャロット）で見つかります。日は注文した日、金額は税込みの合計です。months は、この答えに出た月ごとの、見つかったすべての注文の合計です。',
  })
    .input(
      z.object({
        query: z.object({
          q: Text(0, 100).optional(),
          month: z
            .string()
            .regex(/^20\d\d-(0[1-9]|1[0-2])$/, monthText)
            .optional()
            .describe('注文した月'),
          from: DayIn.optional().describe('注文した日のはじめ'),
          to: DayIn.optional().describe('注文した日のおわり（この日をふくむ）'),
          farmId: IdOf<'farm'>('農園').optional(),
          leastYen: YenIn.optional().describe('税込みの合計がこの金額から'),
          mostYen: YenIn.optional().describe('税込みの合計がこの金額まで'),
          state: z
            .union([OrderState, z.array(OrderState)], { error: '注文の状態ではありません。' })
            .optional()
            .describe('くり返すと、どれかの状態'),
          after: CursorOf<'order'>().optional().describe('前の答えの next'),
          limit: Limit.optional().describe('1〜100。省くと20'),
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
            totalIncYen: Yen.describe('税込み。取り消しや辞退は入りません'),
            unsettled: Count.describe('そのうち、金額がまだ確定していない注文'),
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
    summary: '買い方を見る（店）',
    description:
      'その期間に注文して、金額が確定した分の品代（税抜、送料をのぞく）。月・農園・種類・品ごと。productId を入れると、その品の値段のうごきも返ります。',
  })
    .input(
      z.object({
        query: z.object({ from: DayIn, to: DayIn, productId: IdOf<'product'>('商品').optional() }),
      }),
    )
    .output(
      z.object({
        totalYen: Yen,
        unsettled: Count.describe('この期間の、金額がまだ確定していない注文。金額には入りません'),
        months: z.array(z.object({ month: z.string(), billedYen: Yen })),
        farms: z.array(ShareOut),
        categories: z.array(z.object({ category: Category, billedYen: Yen })),
        products: z.array(ShareOut),
        price: z
          .object({
            productId: AnId,
            name: z.string(),
            per: z.string().describe('kg か、数える単位'),
            open: z.boolean().describe('商品のページが公開されている。false は販売終了'),
            points: z.array(z.object({ orderedOn: Day, priceYen: Yen })),
            move: z.object({ yen: Yen, percent: Percent }).nullable().describe('はじめからおわりまでの変わりかた'),
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
    summary: '去年のいまごろの注文を見る（店）',
    description:
      '一年前の前後10日に注文した品を、よくたのんだ順に8つまで。そのころ注文がなければ yearAgo は null です。',
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
                orders: Count.describe('何回の注文で'),
                onSale: z.boolean().describe('いま販売中'),
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
    summary: 'お届けのカレンダーのアドレスがあるか（店）',
    description: 'アドレスそのものは、つくったときにだけ返ります。',
  })
    .output(z.object({ feed: Feed.nullable() }))
    .handler(async ({ context: { ctx } }) => ({ feed: await calendarFeed(ctx) })),
  makeFeed: operation(makeCalendarFeed, {
    method: 'PUT',
    path: '/calendar-feed',
    tag,
    scope: 'none',
    summary: 'お届けのカレンダーのアドレスをつくる（店）',
    description:
      '自分だけのアドレス（iCalendar）です。知っている人は、サインインせずにお届けの予定を読めます。値段は入りません。もう一度つくると、前のアドレスは使えなくなります。10分以内のサインインが必要です。',
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
    summary: 'お届けのカレンダーのアドレスを取り消す（店）',
    successStatus: 204,
    output: z.void(),
    answer: () => undefined,
  }),
}

const shareAnswer = ({ key, ...share }: Share<string>) => ({ id: key, ...share })
