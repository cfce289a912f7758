import { ORPCError } from '@orpc/server'
import { api } from '#api/api.server.ts'
import { cursorText } from '#api/contract/shapes.ts'
import { granted, wrongFields } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ProductId } from '#kernel/ids.ts'
import { publishDraft, saveGoods } from '#modules/products/keep-products.server.ts'
import { type OneOfOwnGoods, oneOfOwnGoods } from '#modules/products/own-products.server.ts'
import {
  beginGoodsDraft,
  duplicateGoods,
  type GoodsDraft,
  ownDraft,
  ownDrafts,
  removeGoodsDraft,
  saveGoodsDraft,
} from '#modules/products/product-draft.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { etagOf, isMatch } from './etag.ts'
import { apiNameOf, saidFrom, typedFrom } from './product-fields.ts'

/** The maximum number of drafts in one response. */
const draftsInAnswer = 100

export const ownGoodsHandlers = {
  create: api.ownGoods.create.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const key = headers['idempotency-key']
    const done = await publishDraft(ctx, { id: null, key, version: 0, typed: typedFrom(body) })
    if (!done.ok && done.refusal === 'fields') throw wrongFields(done.fields, apiNameOf)
    return granted(done, goodsRefusalText)
  }),
  one: api.ownGoods.one.handler(({ context: { ctx }, input: { params } }) => tagged(ctx, params.id)),
  change: api.ownGoods.change.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { version, ...said } = body
    const asked = headers['if-match']
    if (version === undefined && asked === undefined)
      throw wrongFields({ version: '読んだときの version か、ヘッダー If-Match を入れてください。' })
    const seen = asked === undefined ? null : await tagged(ctx, params.id)
    if (seen && asked !== undefined && !isMatch(asked, seen.headers.etag)) throw changedMeanwhile()
    const typed = typedFrom(said)
    const saved = await saveGoods(ctx, { id: params.id, version: version ?? seen?.body.version ?? 0, typed })
    if (!saved.ok && saved.refusal === 'fields') throw wrongFields(saved.fields, apiNameOf)
    // changed between our read and the write: a request with If-Match is answered in its terms
    if (!saved.ok && version === undefined && saved.refusal === 'changed_meanwhile') throw changedMeanwhile()
    granted(saved, goodsRefusalText)
    return tagged(ctx, params.id)
  }),
  copy: api.ownGoods.copy.handler(async ({ context: { ctx }, input: { params, headers } }) =>
    granted(await duplicateGoods(ctx, { id: params.id, key: headers['idempotency-key'] }), goodsRefusalText),
  ),
  drafts: api.ownGoods.drafts.handler(async ({ context: { ctx }, input: { query } }) => {
    const limit = query.limit ?? draftsInAnswer
    const found = await ownDrafts(ctx, { after: query.after ?? null, limit: limit + 1 })
    const last = found.length > limit ? found[limit - 1] : undefined
    return { drafts: found.slice(0, limit).map(draftAnswer), next: last ? cursorText(last.savedAt, last.id) : null }
  }),
  draft: api.ownGoods.draft.handler(async ({ context: { ctx }, input: { params } }) =>
    draftAnswer(await draftOr404(ctx, params.id)),
  ),
  beginDraft: api.ownGoods.beginDraft.handler(async ({ context: { ctx }, input: { headers, body } }) =>
    granted(await beginGoodsDraft(ctx, { key: headers['idempotency-key'], typed: typedFrom(body) }), goodsRefusalText),
  ),
  changeDraft: api.ownGoods.changeDraft.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const { version, ...said } = body
    // an unknown id would begin a new draft
    await draftOr404(ctx, params.id)
    return granted(await saveGoodsDraft(ctx, { id: params.id, version, typed: typedFrom(said) }), goodsRefusalText)
  }),
  removeDraft: api.ownGoods.removeDraft.handler(({ context: { ctx }, input: { params } }) =>
    removeGoodsDraft(ctx, params.id),
  ),
  publish: api.ownGoods.publish.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const key = headers['idempotency-key']
    const done = await publishDraft(ctx, { id: params.id, key, version: body.version, typed: {} })
    if (!done.ok && done.refusal === 'fields') {
      // in an empty draft every field is missing
      await draftOr404(ctx, params.id)
      throw wrongFields(done.fields, apiNameOf)
    }
    return granted(done, goodsRefusalText)
  }),
}

async function tagged(ctx: Ctx, id: ProductId) {
  const body = answer(await oneOfOwnGoods(ctx, id))
  return { headers: { etag: etagOf(body) }, body }
}

const answer = ({ id, version, status, review, reviewNote, heldReason, lapsed, audience, typed }: OneOfOwnGoods) => ({
  id,
  version,
  status,
  review,
  reviewNote,
  heldReason,
  lapsed,
  audience,
  ...saidFrom(typed),
})

async function draftOr404(ctx: Ctx, id: ProductId): Promise<GoodsDraft> {
  const draft = await ownDraft(ctx, id)
  if (!draft) throw new NotFound('draft')
  return draft
}

const draftAnswer = ({ id, version, savedAt, audience, chosen, typed }: GoodsDraft) => ({
  id,
  version,
  savedAt,
  audience,
  restaurants: chosen,
  ...saidFrom(typed),
})

const changedMeanwhile = () =>
  new ORPCError('PRECONDITION_FAILED', {
    status: 412,
    message: 'If-Match の値のあとに、商品が変わりました。GET /farm/goods/{id} でもう一度読んでください。',
  })
