import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day, Moment, StarSumOut } from '#api/schemas/shapes.ts'
import { IdOf } from '#kernel/schema.ts'
import { ownReviews, reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
import { replyToReview } from '#modules/reviews/reply-to-review.server.ts'
import { reportReview } from '#modules/reviews/report-review.server.ts'
import { longest, writingDays } from '#modules/reviews/review.ts'
import { farmVoices, productVoices } from '#modules/reviews/voices.server.ts'
import { writeReview } from '#modules/reviews/write-review.server.ts'

const tag = '評価'

const VoicesOut = z.object({
  sum: StarSumOut.nullable().describe('星の合計と件数。平均は stars ÷ reviews。まだなければ null'),
  voices: z.array(
    z.object({
      id: AnId,
      stars: Count.nullable(),
      words: z.string(),
      restaurant: z.string().describe('退会した店は「退会した店」'),
      crest: z.string(),
      orders: Count.describe('その店が受け取った注文の数'),
      at: Moment.describe('公開されたとき'),
      reply: z.string().nullable().describe('農園の返事'),
    }),
  ),
})

const VoiceOut = z.object({ productId: AnId, name: z.string(), stars: Count.nullable(), words: z.string() })

const Own = z.object({
  id: AnId,
  stars: Count,
  words: z.string(),
  voices: z.array(VoiceOut),
  writtenAt: Moment,
  shownFrom: Moment.describe('このときから公開され、書き直せません'),
  reply: z.string().nullable(),
  hiddenReason: z.string().nullable().describe('運営が見えなくした理由'),
})

const Theirs = z.object({
  id: AnId,
  stars: Count,
  words: z.string(),
  voices: z.array(VoiceOut),
  reply: z.string().nullable(),
  at: Moment,
})

const ofPublic = (path: '/products/{id}/voices' | '/farms/{id}/voices', summary: string) =>
  endpoint('anyone', {
    method: 'GET',
    path,
    tag,
    scope: 'catalog.read',
    summary,
    description: '公開されたものを新しい順に50件まで。値段も数もふくみません。',
  })

const mostVoices = 50

export const reviewsOperations = {
  ofProduct: ofPublic('/products/{id}/voices', '品への、使った店の声')
    .input(z.object({ params: z.object({ id: IdOf<'product'>('品') }) }))
    .output(VoicesOut)
    .handler(({ context: { ctx }, input: { params } }) => productVoices(ctx, params.id, mostVoices)),
  ofFarm: ofPublic('/farms/{id}/voices', '農園への、使った店の声')
    .input(z.object({ params: z.object({ id: IdOf<'farm'>('農園') }) }))
    .output(VoicesOut)
    .handler(({ context: { ctx }, input: { params } }) => farmVoices(ctx, params.id, mostVoices)),
  own: endpoint('members', {
    method: 'GET',
    path: '/reviews',
    tag,
    scope: 'orders.read',
    summary: '自分の側の評価',
    description: '書けるもの、書いて公開を待つもの、公開されたもの。相手が書いたものは、公開されるまでありません。',
  })
    .input(z.object({ query: z.object({ after: IdOf<'order'>('注文').optional().describe('前の答えの next') }) }))
    .output(
      z.object({
        waiting: z.array(
          z.object({
            orderId: AnId,
            number: z.string(),
            deliveryOn: Day,
            other: z.string(),
            until: Day.describe('この日まで書けます'),
            firstGoods: z.string(),
            moreGoods: Count,
          }),
        ),
        written: z.array(z.object({ orderId: AnId, number: z.string(), other: z.string(), own: Own, until: Day })),
        shown: z.array(
          z.object({
            orderId: AnId,
            number: z.string(),
            other: z.string(),
            own: Own.nullable(),
            theirs: Theirs.nullable(),
            at: Moment,
          }),
        ),
        next: AnId.nullable(),
        stars: StarSumOut.nullable().describe('自分の側が受けた星'),
      }),
    )
    .handler(({ context: { ctx }, input: { query } }) => ownReviews(ctx, query.after ?? null)),
  ofOrder: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}/review',
    tag,
    scope: 'orders.read',
    summary: 'ひとつの注文の評価',
  })
    .input(z.object({ params: z.object({ id: IdOf<'order'>('注文') }) }))
    .output(
      z.object({
        side: z.enum(['restaurant', 'farm', 'staff']),
        orderId: AnId,
        number: z.string(),
        deliveryOn: Day,
        other: z.string(),
        otherStars: StarSumOut.nullable().describe('相手が受けた星'),
        open: z.boolean().describe('いま書ける、書き直せる'),
        until: Day.nullable(),
        own: Own.nullable(),
        theirs: Theirs.nullable(),
        goods: z.array(z.object({ productId: AnId, name: z.string(), packLabel: z.string(), picture: z.string() })),
      }),
    )
    .handler(({ context: { ctx }, input: { params } }) => reviewsOfOrder(ctx, params.id)),
  write: operation(writeReview, {
    path: '/orders/{id}/review',
    tag,
    scope: 'reviews.write',
    summary: '評価を書く、書き直す',
    description: `金額が確定した注文に、確定の日から${writingDays}日あとまで。両方が書くとすぐに、そうでなければ期日のあとに、いっしょに公開されます。公開のあとは変えられません。voices は店からだけ。`,
    example: { body: { stars: 5, words: '火を入れても酸が残る。', voices: [] } },
    params: { id: 'orderId' },
    output: z.object({ id: AnId, shownFrom: Moment }),
    answer: (_, __, { id, shownFrom }) => ({ id, shownFrom: new Date(shownFrom) }),
  }),
  reply: operation(replyToReview, {
    path: '/reviews/{id}/reply',
    tag,
    scope: 'reviews.write',
    summary: '公開された評価に、農園が返事を書く',
    description: `だれでも読めます。${longest.reply}文字まで。もう一度送ると、書き直しになります。`,
    successStatus: 204,
    example: { body: { words: 'ありがとうございます。またお送りします。' } },
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
  report: operation(reportReview, {
    path: '/reviews/{id}/reports',
    tag,
    scope: 'reviews.write',
    summary: '公開された評価を運営に知らせる',
    successStatus: 201,
    example: { body: { reason: 'untrue', words: '' } },
    params: { id: 'id' },
    output: z.object({ id: AnId }),
    answer: (_, __, report) => report,
  }),
}
