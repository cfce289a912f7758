import { z } from 'zod'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { endpoint, needsKey, refusals } from './endpoint.ts'
import { DraftChange, DraftFields, DraftOut, GoodsChange, GoodsOut, NewGoods } from './goods-fields.ts'
import { AnId, Body, Count, CursorOf, IdOf, KeyHeader, Limit, Next } from './shapes.ts'

const tag = '農園の品'
const scope = 'goods.write'
const params = z.object({ id: IdOf<'product'>('品') })
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
  waits: z.boolean().describe('true は、運営が確認してから販売がはじまります'),
})
const fieldByField = '直すところは 422 の detail.issues に、欄ごとにぜんぶ返ります。'

export const ownGoodsContract = {
  create: endpoint('members', {
    method: 'POST',
    path: '/farm/goods',
    tag,
    scope,
    summary: '商品を出す',
    description: `すぐに販売がはじまるか、運営の確認を待ちます（waits）。${fieldByField}同じ Idempotency-Key で送り直しても、ひとつです。`,
    successStatus: 201,
    example: { body: carrots },
  })
    .errors(needsKey)
    .errors(refusals(['key_reused'] as const, goodsRefusalText))
    .input(z.object({ headers: KeyHeader, body: NewGoods }))
    .output(Published),
  one: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}',
    tag,
    scope,
    summary: '自分の農園の商品ひとつ',
    description: '答えのヘッダー ETag を PATCH の If-Match に入れます。If-None-Match で送ると、変わっていなければ304。',
    outputStructure: 'detailed',
  })
    .input(z.object({ params }))
    .output(z.object({ headers: Etag, body: GoodsOut })),
  change: endpoint('members', {
    method: 'PATCH',
    path: '/farm/goods/{id}',
    tag,
    scope,
    summary: '商品をなおす',
    description: `入れた欄だけが変わります。読んだあとに変わっていたら止まるように、version か If-Match のどちらかが要ります。在庫の数は PUT /farm/goods、販売の状態は PUT /farm/goods/{id}/status で変えます。差し戻された商品は、もう一度確認に出ます。もう入っている注文の値段は変わりません。${fieldByField}`,
    outputStructure: 'detailed',
    example: { body: { version: 3, priceYen: 1_650, description: '霜にあたって甘くなりました。' } },
  })
    .errors({
      PRECONDITION_FAILED: {
        status: 412,
        message: 'If-Match の値のあとに、商品が変わりました。GET /farm/goods/{id} でもう一度読んでください。',
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
    .output(z.object({ headers: Etag, body: GoodsOut })),
  copy: endpoint('members', {
    method: 'POST',
    path: '/farm/goods/{id}/copies',
    tag,
    scope,
    summary: '同じ商品をもうひとつ（下書きに）',
    description: '写真も、見せる店も同じになります。在庫の数は入りません。下書きは /farm/drafts でなおして公開します。',
    successStatus: 201,
  })
    .errors(needsKey)
    .errors(refusals(['key_reused'] as const, goodsRefusalText))
    .input(z.object({ params, headers: KeyHeader }))
    .output(z.object({ id: AnId.describe('下書きのID') })),
  drafts: endpoint('members', {
    method: 'GET',
    path: '/farm/drafts',
    tag,
    scope,
    summary: '商品の下書き',
    description: '新しく保存した順。つづきは next を after に入れて読みます。',
  })
    .input(
      z.object({
        query: z.object({
          after: CursorOf<'product'>().optional().describe('前の答えの next'),
          limit: Limit.optional().describe('1〜100。省くと100'),
        }),
      }),
    )
    .output(z.object({ drafts: z.array(DraftOut), next: Next })),
  draft: endpoint('members', { method: 'GET', path: '/farm/drafts/{id}', tag, scope, summary: '下書きひとつ' })
    .input(z.object({ params: draftParams }))
    .output(DraftOut),
  beginDraft: endpoint('members', {
    method: 'POST',
    path: '/farm/drafts',
    tag,
    scope,
    summary: '下書きをはじめる',
    description: '途中まででもかまいません。公開するときに、まとめてたしかめます。',
    successStatus: 201,
    example: { body: { item: '人参', name: '甘い人参' } },
  })
    .errors(needsKey)
    .errors(refusals(['key_reused'] as const, goodsRefusalText))
    .input(z.object({ headers: KeyHeader, body: DraftFields }))
    .output(z.object({ id: AnId })),
  changeDraft: endpoint('members', {
    method: 'PATCH',
    path: '/farm/drafts/{id}',
    tag,
    scope,
    summary: '下書きをなおす',
    example: { body: { version: 1, priceYen: 1_500 } },
  })
    .errors(refusals(['changed_meanwhile'] as const, goodsRefusalText))
    .input(z.object({ params: draftParams, body: DraftChange }))
    .output(z.object({ version: Count })),
  removeDraft: endpoint('members', {
    method: 'DELETE',
    path: '/farm/drafts/{id}',
    tag,
    scope,
    summary: '下書きをすてる',
    description: 'もうないときも204。',
    successStatus: 204,
  })
    .input(z.object({ params: draftParams }))
    .output(z.void()),
  publish: endpoint('members', {
    method: 'POST',
    path: '/farm/drafts/{id}/publication',
    tag,
    scope,
    summary: '下書きを公開する',
    description: `商品のIDは、下書きのIDと同じです。運営の確認が要るときは waits が true です。${fieldByField}`,
    example: { body: { version: 2 } },
  })
    .errors(needsKey)
    .errors(refusals(['changed_meanwhile', 'key_reused'] as const, goodsRefusalText))
    .input(
      z.object({
        params: draftParams,
        headers: KeyHeader,
        body: Body({ version: z.int().min(0).describe('読んだときの下書きの version') }),
      }),
    )
    .output(Published),
}
