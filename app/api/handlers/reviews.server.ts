import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { ownReviews, reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
import { reviewRefusalText } from '#modules/reviews/refusal-text.ts'
import { replyToReview } from '#modules/reviews/reply-to-review.server.ts'
import { reportReview } from '#modules/reviews/report-review.server.ts'
import { farmVoices, productVoices } from '#modules/reviews/voices.server.ts'
import { writeReview } from '#modules/reviews/write-review.server.ts'

const mostVoices = 50

export const reviewsHandlers = {
  ofProduct: api.reviews.ofProduct.handler(({ context: { ctx }, input: { params } }) =>
    productVoices(ctx, params.id, mostVoices),
  ),
  ofFarm: api.reviews.ofFarm.handler(({ context: { ctx }, input: { params } }) =>
    farmVoices(ctx, params.id, mostVoices),
  ),
  own: api.reviews.own.handler(({ context: { ctx }, input: { query } }) => ownReviews(ctx, query.after ?? null)),
  ofOrder: api.reviews.ofOrder.handler(({ context: { ctx }, input: { params } }) => reviewsOfOrder(ctx, params.id)),
  write: api.reviews.write.handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
    granted(
      await writeReview(ctx, { orderId: params.id, ...body, key: headers['idempotency-key'] }),
      reviewRefusalText,
    ),
  ),
  reply: api.reviews.reply.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    granted(await replyToReview(ctx, { id: params.id, ...body, key: headers['idempotency-key'] }), reviewRefusalText)
  }),
  report: api.reviews.report.handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
    granted(await reportReview(ctx, { id: params.id, ...body, key: headers['idempotency-key'] }), reviewRefusalText),
  ),
}
