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
      restaurant: z.string().describe('退会した飲食店は「退会した飲食店」'),
      crest: z.string(),
      orders: Count.describe('その飲食店が受け取った注文の件数'),
      at: Moment.describe('公開された時刻'),
      reply: z.string().nullable().describe('農園の返信'),
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
  shownFrom: Moment.describe('この時刻から公開され、修正できません'),
  reply: z.string().nullable(),
  hiddenReason: z.string().nullable().describe('運営が非公開にした理由'),
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
    description: '公開されたものを新しい順に50件まで。価格と数量は含みません。',
  })

const mostVoices = 50

export const reviewsOperations = {
  ofProduct: ofPublic('/products/{id}/voices', '商品に対する飲食店からの評価')
    .input(z.object({ params: z.object({ id: IdOf<'product'>('商品') }) }))
    .output(VoicesOut)
    .handler(({ context: { ctx }, input: { params } }) => productVoices(ctx, params.id, mostVoices)),
  ofFarm: ofPublic('/farms/{id}/voices', '農園に対する飲食店からの評価')
    .input(z.object({ params: z.object({ id: IdOf<'farm'>('農園') }) }))
    .output(VoicesOut)
    .handler(({ context: { ctx }, input: { params } }) => farmVoices(ctx, params.id, mostVoices)),
  own: endpoint('members', {
    method: 'GET',
    path: '/reviews',
    tag,
    scope: 'orders.read',
    summary: '自分の側の評価',
    description:
      '記入できるもの、記入して公開を待つもの、公開されたものを返します。相手が記入したものは、公開されるまで含みません。',
  })
    .input(z.object({ query: z.object({ after: IdOf<'order'>('注文').optional().describe('前回の応答の next') }) }))
    .output(
      z.object({
        waiting: z.array(
          z.object({
            orderId: AnId,
            number: z.string(),
            deliveryOn: Day,
            other: z.string(),
            until: Day.describe('この日まで記入できます'),
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
        stars: StarSumOut.nullable().describe('自分の側が受けた星の数'),
      }),
    )
    .handler(({ context: { ctx }, input: { query } }) => ownReviews(ctx, query.after ?? null)),
  ofOrder: endpoint('members', {
    method: 'GET',
    path: '/orders/{id}/review',
    tag,
    scope: 'orders.read',
    summary: '1件の注文の評価',
  })
    .input(z.object({ params: z.object({ id: IdOf<'order'>('注文') }) }))
    .output(
      z.object({
        side: z.enum(['restaurant', 'farm', 'staff']),
        orderId: AnId,
        number: z.string(),
        deliveryOn: Day,
        other: z.string(),
        otherStars: StarSumOut.nullable().describe('相手が受けた星の数'),
        open: z.boolean().describe('現在、記入・修正できる'),
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
    summary: '評価の記入・修正',
    description: `金額が確定した注文に、確定日から${writingDays}日後まで記入できます。双方が記入するとすぐに、そうでない場合は期日の後に、同時に公開されます。公開後は変更できません。voices は飲食店からのみ。`,
    example: { body: { stars: 5, words: '火を入れても酸が残る。', voices: [] } },
    params: { id: 'orderId' },
    output: z.object({ id: AnId, shownFrom: Moment }),
    answer: (_, __, { id, shownFrom }) => ({ id, shownFrom: new Date(shownFrom) }),
  }),
  reply: operation(replyToReview, {
    path: '/reviews/{id}/reply',
    tag,
    scope: 'reviews.write',
    summary: '公開された評価に、農園が返信する',
    description: `誰でも閲覧できます。${longest.reply}文字以下。再度送信すると、修正になります。`,
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
    summary: '公開された評価を運営に報告する',
    successStatus: 201,
    example: { body: { reason: 'untrue', words: '' } },
    params: { id: 'id' },
    output: z.object({ id: AnId }),
    answer: (_, __, report) => report,
  }),
}
