import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { etagOf, isMatch } from '#api/operations/etag.ts'
import { granted, wrongFields } from '#api/problems.server.ts'
import { DraftChange, DraftOut, GoodsChange, GoodsOut, NewGoods, saidFrom } from '#api/schemas/goods-fields.ts'
import { AnId, Count, Next } from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ProductId } from '#kernel/ids.ts'
import type { Result } from '#kernel/result.ts'
import { Body, CursorOf, cursorText, IdOf, KeyHeader, Limit } from '#kernel/schema.ts'
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
import { type GoodsRefusal, goodsRefusalText, sentencesIn } from '#modules/products/refusal-text.ts'

const tag = '農園の商品'

const scope = 'goods.write'

const params = z.object({ id: IdOf<'product'>('商品') })

const draftParams = z.object({ id: IdOf<'product'>('下書き') })

const Etag = z.object({ etag: z.string() })

const carrots = {
  item: '人参',
  name: '甘い人参',
  method: 'conventional',
  catchWeight: false,
  unitLabel: '箱',
  netGrams: 5_000,
  temperature: 'ambient',
  priceYen: 1_500,
  taxKind: 'food',
  sellsFrom: 'stock',
  stock: 40,
  seasonMonths: [11, 12, 1],
}

const Published = z.object({
  id: AnId,
  name: z.string(),
  waits: z.boolean().describe('true の場合は、運営の確認後に販売を開始します'),
})

const fieldByField = '修正が必要な箇所は 422 の detail.issues に、項目ごとにすべて返します。'

/** The maximum number of drafts in one response. */
const draftsInAnswer = 100

export const ownGoodsOperations = {
  create: endpoint('members', {
    method: 'POST',
    path: '/farm/goods',
    tag,
    scope,
    summary: '商品を出品する',
    description: `直ちに販売を開始するか、運営の確認待ち（waits）になります。${fieldByField}同じ Idempotency-Key で再送しても、登録は1件です。`,
    successStatus: 201,
    example: { body: carrots },
  })
    .errors(needsKey)
    .errors(refusals(['key_reused'] as const, goodsRefusalText))
    .input(z.object({ headers: KeyHeader, body: NewGoods }))
    .output(Published)
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const key = headers['idempotency-key']
      const done = await publishDraft(ctx, { id: null, key, version: 0, values: body })
      return grantedProduct(done)
    }),
  one: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}',
    tag,
    scope,
    summary: '自分の農園の商品1点',
    description:
      'レスポンスヘッダー ETag を PATCH の If-Match に指定します。If-None-Match を付けて送信すると、変更がない場合は304を返します。',
    outputStructure: 'detailed',
  })
    .input(z.object({ params }))
    .output(z.object({ headers: Etag, body: GoodsOut }))
    .handler(({ context: { ctx }, input: { params } }) => tagged(ctx, params.id)),
  change: endpoint('members', {
    method: 'PATCH',
    path: '/farm/goods/{id}',
    tag,
    scope,
    summary: '商品を修正する',
    description: `指定した項目のみ変更します。取得後に変更されていた場合に中止できるよう、version または If-Match のどちらかが必要です。在庫数は PUT /farm/goods、販売の状態は PUT /farm/goods/{id}/status で変更します。差し戻された商品は、再度確認待ちになります。受付済みの注文の価格は変わりません。${fieldByField}`,
    outputStructure: 'detailed',
    example: { body: { version: 3, priceYen: 1_650, description: '霜にあたって甘くなりました。' } },
  })
    .errors({
      PRECONDITION_FAILED: {
        status: 412,
        message: 'If-Match の値の取得後に、商品が変更されました。GET /farm/goods/{id} で再取得してください。',
      },
    })
    .errors(refusals(['changed_meanwhile'] as const, goodsRefusalText))
    .input(
      z.object({
        params,
        headers: z.object({ 'if-match': z.string().optional().describe('GET /farm/goods/{id} の ETag') }),
        body: GoodsChange,
      }),
    )
    .output(z.object({ headers: Etag, body: GoodsOut }))
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const { version, ...values } = body
      const asked = headers['if-match']
      if (version === undefined && asked === undefined)
        throw wrongFields({ version: '取得時の version またはヘッダー If-Match を指定してください。' })
      const seen = asked === undefined ? null : await tagged(ctx, params.id)
      if (seen && asked !== undefined && !isMatch(asked, seen.headers.etag)) throw changedMeanwhile()
      const saved = await saveGoods(ctx, { id: params.id, version: version ?? seen?.body.version ?? 0, values })
      // changed between our read and the write: a request with If-Match is answered in its terms
      if (!saved.ok && version === undefined && saved.refusal === 'changed_meanwhile') throw changedMeanwhile()
      grantedProduct(saved)
      return tagged(ctx, params.id)
    }),
  copy: operation(duplicateGoods, {
    path: '/farm/goods/{id}/copies',
    tag,
    scope,
    summary: '商品を複製する（下書きとして）',
    description: '写真と公開先も複製されます。在庫数は含みません。下書きは /farm/drafts で修正して公開します。',
    successStatus: 201,
    params: { id: 'id' },
    output: z.object({ id: AnId.describe('下書きのID') }),
    answer: (_, __, copy) => copy,
  }),
  drafts: endpoint('members', {
    method: 'GET',
    path: '/farm/drafts',
    tag,
    scope,
    summary: '商品の下書き',
    description: '保存の新しい順。続きは next を after に指定して取得します。',
  })
    .input(
      z.object({
        query: z.object({
          after: CursorOf<'product'>().optional().describe('前回の応答の next'),
          limit: Limit.optional().describe('1〜100。省略時は100'),
        }),
      }),
    )
    .output(z.object({ drafts: z.array(DraftOut), next: Next }))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const limit = query.limit ?? draftsInAnswer
      const found = await ownDrafts(ctx, { after: query.after ?? null, limit: limit + 1 })
      const last = found.length > limit ? found[limit - 1] : undefined
      return { drafts: found.slice(0, limit).map(draftAnswer), next: last ? cursorText(last.savedAt, last.id) : null }
    }),
  draft: endpoint('members', { method: 'GET', path: '/farm/drafts/{id}', tag, scope, summary: '下書き1件' })
    .input(z.object({ params: draftParams }))
    .output(DraftOut)
    .handler(async ({ context: { ctx }, input: { params } }) => draftAnswer(await draftOr404(ctx, params.id))),
  beginDraft: operation(beginGoodsDraft, {
    path: '/farm/drafts',
    tag,
    scope,
    summary: '下書きを作成する',
    description: '途中まででも保存できます。公開時に一括で確認します。',
    successStatus: 201,
    example: { body: { item: '人参', name: '甘い人参' } },
    output: z.object({ id: AnId }),
    answer: (_, __, draft) => draft,
  }),
  changeDraft: endpoint('members', {
    method: 'PATCH',
    path: '/farm/drafts/{id}',
    tag,
    scope,
    summary: '下書きを修正する',
    example: { body: { version: 1, priceYen: 1_500 } },
  })
    .errors(refusals(['changed_meanwhile'] as const, goodsRefusalText))
    .input(z.object({ params: draftParams, body: DraftChange }))
    .output(z.object({ version: Count }))
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      const { version, ...values } = body
      // an unknown id would begin a new draft
      await draftOr404(ctx, params.id)
      return granted(await saveGoodsDraft(ctx, { id: params.id, version, values, page: '' }), goodsRefusalText)
    }),
  removeDraft: operation(removeGoodsDraft, {
    method: 'DELETE',
    path: '/farm/drafts/{id}',
    tag,
    scope,
    summary: '下書きを削除する',
    description: 'すでにない場合も204を返します。',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
  publish: endpoint('members', {
    method: 'POST',
    path: '/farm/drafts/{id}/publication',
    tag,
    scope,
    summary: '下書きを公開する',
    description: `商品のIDは、下書きのIDと同じです。運営の確認が必要な場合、waits は true です。${fieldByField}`,
    example: { body: { version: 2 } },
  })
    .errors(needsKey)
    .errors(refusals(['changed_meanwhile', 'key_reused'] as const, goodsRefusalText))
    .input(
      z.object({
        params: draftParams,
        headers: KeyHeader,
        body: Body({ version: z.int().min(0).describe('取得時の下書きの version') }),
      }),
    )
    .output(Published)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const key = headers['idempotency-key']
      const done = await publishDraft(ctx, { id: params.id, key, version: body.version, values: {} })
      // in an empty draft every field is missing
      if (!done.ok && done.refusal === 'wrong_fields') await draftOr404(ctx, params.id)
      return grantedProduct(done)
    }),
}

async function tagged(ctx: Ctx, id: ProductId) {
  const body = answer(await oneOfOwnGoods(ctx, id))
  return { headers: { etag: etagOf(body) }, body }
}

const answer = ({ id, version, status, review, reviewNote, heldReason, lapsed, audience, values }: OneOfOwnGoods) => ({
  id,
  version,
  status,
  review,
  reviewNote,
  heldReason,
  lapsed,
  audience,
  ...saidFrom(values),
})

async function draftOr404(ctx: Ctx, id: ProductId): Promise<GoodsDraft> {
  const draft = await ownDraft(ctx, id)
  if (!draft) throw new NotFound('draft')
  return draft
}

const draftAnswer = ({ id, version, savedAt, audience, chosen, values }: GoodsDraft) => ({
  id,
  version,
  savedAt,
  audience,
  restaurants: chosen,
  ...saidFrom(values),
})

/** Mistakes are reported at their fields. */
function grantedProduct<T>(done: Result<T, GoodsRefusal>): T {
  if (!done.ok && done.refusal === 'wrong_fields') throw wrongFields(sentencesIn(done.detail))
  return granted(done, goodsRefusalText)
}

const changedMeanwhile = () =>
  new ORPCError('PRECONDITION_FAILED', {
    status: 412,
    message: 'If-Match の値の取得後に、商品が変更されました。GET /farm/goods/{id} で再取得してください。',
  })
