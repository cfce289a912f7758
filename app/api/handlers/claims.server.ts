import { api } from '#api/api.server.ts'
import { granted, tooMany } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { grams } from '#kernel/grams.ts'
import type { ClaimId, OrderId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import {
  answerClaim,
  escalateClaim,
  recheckClaim,
  takeOffer,
  withdrawClaim,
} from '#modules/ordering/claims/answer-claim.server.ts'
import { claimRefusalText } from '#modules/ordering/claims/claim-labels.ts'
import { ownClaimLimit, setClaimLimit } from '#modules/ordering/claims/claim-limits.server.ts'
import { claimsOfOrder, claimsToAnswer } from '#modules/ordering/claims/claim-queries.server.ts'
import { openClaim } from '#modules/ordering/claims/open-claim.server.ts'
import { receiptsOfMonth } from '#modules/ordering/fulfilment/receipts.server.ts'
import { keepPhoto } from '#modules/photos/keep-photo.server.ts'
import { type PhotoKey, photoRefusalText } from '#modules/photos/photo.ts'

const photoLimit = { most: 80, withinMs: 15 * 60_000 }

export const claimsHandlers = {
  photo: api.claims.photo.handler(async ({ context: { ctx, files }, input: { headers, body } }) => {
    const whose = 'personId' in ctx.actor ? ctx.actor.personId : ctx.actor.kind
    const wait = await waitAfter(ctx, 'photo-claim', whose, photoLimit)
    if (wait > 0) throw tooMany('TOO_MANY_PHOTOS', '写真がつづけて届きました。15分ほど待ってください。', wait)
    const bytes = new Uint8Array(Buffer.from(body.data, 'base64'))
    const kept = granted(
      await keepPhoto(ctx, files, { bytes, formKey: body.form }),
      (refusal) => photoRefusalText[refusal],
    )
    // sent again: the first one counts, and the unreferenced draft is cleaned up
    const first = await idempotent<{ key: PhotoKey }, never>(
      ctx,
      'photo.keep',
      headers['idempotency-key'],
      body,
      async () => ok({ key: kept.key }),
    )
    return granted(first, claimRefusalText)
  }),
  list: api.claims.list.handler(({ context: { ctx }, input: { params } }) => claimsOf(ctx, params.id)),
  waiting: api.claims.waiting.handler(async ({ context: { ctx } }) => ({ claims: await claimsToAnswer(ctx) })),
  open: api.claims.open.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { usableQty, usableGrams, form, ...said } = body
    const usable = { qty: usableQty, grams: usableGrams === null ? null : grams(usableGrams) }
    const photoForm = form ?? headers['idempotency-key']
    const asked = { ...said, usable, photoForm, orderId: params.id, key: headers['idempotency-key'] }
    granted(await openClaim(ctx, asked), claimRefusalText)
    return claimsOf(ctx, params.id)
  }),
  answer: api.claims.answer.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { form, ...said } = body
    const key = headers['idempotency-key']
    granted(await answerClaim(ctx, { ...said, claimId: params.id, key, photoForm: form ?? key }), claimRefusalText)
    return claimsBeside(ctx, params.id)
  }),
  takeOffer: api.claims.takeOffer.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await takeOffer(ctx, { claimId: params.id, key: headers['idempotency-key'] }), claimRefusalText)
    return claimsBeside(ctx, params.id)
  }),
  withdraw: api.claims.withdraw.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await withdrawClaim(ctx, { claimId: params.id, key: headers['idempotency-key'] }), claimRefusalText)
    return claimsBeside(ctx, params.id)
  }),
  escalate: api.claims.escalate.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const words = body?.words ?? ''
    granted(await escalateClaim(ctx, { claimId: params.id, key: headers['idempotency-key'], words }), claimRefusalText)
    return claimsBeside(ctx, params.id)
  }),
  recheck: api.claims.recheck.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const key = headers['idempotency-key']
    granted(await recheckClaim(ctx, { claimId: params.id, key, words: body.words }), claimRefusalText)
    return claimsBeside(ctx, params.id)
  }),
  limit: api.claims.limit.handler(({ context: { ctx } }) => ownClaimLimit(ctx)),
  setLimit: api.claims.setLimit.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    granted(await setClaimLimit(ctx, { ...body, key: headers['idempotency-key'] }), claimRefusalText)
    return ownClaimLimit(ctx)
  }),
  receipts: api.claims.receipts.handler(async ({ context: { ctx }, input: { query } }) => ({
    receipts: await receiptsOfMonth(ctx, query.month),
  })),
}

const claimsOf = async (ctx: Ctx, orderId: OrderId) => ({ claims: await claimsOfOrder(ctx, orderId) })

/** The current state of all claims of this claim's order. */
async function claimsBeside(ctx: Ctx, claimId: ClaimId) {
  const row = await ctx.db.selectFrom('claims').select('order_id').where('id', '=', claimId).executeTakeFirst()
  if (!row) throw new NotFound('claim')
  return claimsOf(ctx, row.order_id)
}
