import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { etagOf } from '#api/operations/etag.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Day, Next, Yen } from '#api/schemas/shapes.ts'
import { confidences, productStatuses } from '#kernel/enums.ts'
import { Body, IdOf, KeyHeader, Limit, Quantity, Text } from '#kernel/schema.ts'
import {
  ownHarvests,
  promiseHarvest,
  repeatHarvest,
  withdrawHarvest,
} from '#modules/products/harvest/harvest.server.ts'
import { moveGoods } from '#modules/products/keep-products.server.ts'
import { type OwnGoods, ownGoods, ownGoodsPage } from '#modules/products/own-products.server.ts'
import { goodsViews, readGoodsCursor } from '#modules/products/product-views.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { changeRows } from '#modules/products/state-stock.server.ts'
import { addVacation, ownVacations, removeVacation } from '#modules/products/vacation/vacations.server.ts'

const tag = '農園の商品'

const productId = '0193c0de-0000-7000-8000-000000000005'

const OwnProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  packLabel: z.string(),
  unitLabel: z.string(),
  priceYen: Yen,
  status: z.enum(productStatuses),
  sellsFrom: z.enum(['stock', 'harvest']).describe('harvest の商品は収穫見込みで数量が決まり、在庫は変更できません'),
  stock: Count,
})

const Row = Body({
  productId: IdOf<'product'>('商品'),
  stock: Quantity(0).optional().describe('現在出荷できる数量。指定した値で上書きします'),
  priceYen: z
    .int('価格は整数（円）で入力してください。')
    .min(1, '価格は1円以上で入力してください。')
    .max(10_000_000, '価格が大きすぎます。')
    .optional(),
}).refine((row) => row.stock !== undefined || row.priceYen !== undefined, 'stock または priceYen を指定してください。')

const HarvestWindow = z.object({
  id: AnId,
  from: Day,
  to: Day.describe('この日を含む'),
  leastQty: Count,
  mostQty: Count,
  confidence: z.enum(confidences),
  promised: Count.describe('この数量まで受注する'),
  reserved: Count.describe('注文済み'),
  note: z.string(),
  version: Count,
})

const unlessChanged = {
  PRECONDITION_FAILED: {
    status: 412,
    message: 'If-Match の値の取得後に、在庫または価格が変更されました。GET /farm/goods で再取得してください。',
  },
}

export const goodsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/goods',
    tag,
    scope: 'goods.write',
    summary: '自分の農園の商品と在庫を取得する',
    description:
      '農園での並び順です。続きは next を after に指定して取得します。レスポンスヘッダー ETag は農園の全商品の状態を表す値で、在庫や価格が1つでも変わると変わります。PUT /farm/goods の If-Match に指定します。If-None-Match を付けて送信すると、変更がない場合は304を返します。',
    outputStructure: 'detailed',
  })
    .input(
      z.object({
        query: z.object({
          status: z.enum(goodsViews).optional().describe('省略すると、保管した商品（archived）以外のすべて'),
          q: Text(0, 40).optional().describe('名称またはフリガナの一部'),
          after: z
            .string()
            .max(200)
            .transform((text, issue) => {
              const cursor = readGoodsCursor(text)
              if (cursor) return cursor
              issue.addIssue({ code: 'custom', message: 'after には前回の応答の next をそのまま指定してください。' })
              return z.NEVER
            })
            .optional()
            .describe('前回の応答の next'),
          limit: Limit.optional().describe('1〜100。省略時は100'),
        }),
      }),
    )
    .output(
      z.object({
        headers: z.object({ etag: z.string() }),
        body: z.object({ goods: z.array(OwnProduct), next: Next }),
      }),
    )
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const { status, q, after, limit } = query
      const { goods, next } = await ownGoodsPage(ctx, {
        ...(status && { view: status }),
        ...(q && { q: q.normalize('NFKC').trim() }),
        ...(after && { after }),
        ...(limit && { limit }),
      })
      return { headers: { etag: markOf(await ownGoods(ctx)) }, body: { goods: goods.map(answer), next } }
    }),
  change: endpoint('members', {
    method: 'PUT',
    path: '/farm/goods',
    tag,
    scope: 'goods.write',
    summary: '在庫と価格を一括変更する',
    description:
      'すべて変更されるか、1件も変更されないかのいずれかです。同じ Idempotency-Key で再送しても、変更は1回のみです。If-Match を付けると、取得後に注文などで変更されていた場合、412 で中止します。',
    example: {
      body: {
        rows: [
          { productId, stock: 40 },
          { productId, priceYen: 1_800 },
        ],
      },
    },
  })
    .errors(needsKey)
    .errors(unlessChanged)
    .errors(refusals(['stock_by_harvest', 'below_zero', 'key_reused'] as const, goodsRefusalText))
    .input(
      z.object({
        headers: KeyHeader.extend({ 'if-match': z.string().max(100).optional().describe('GET /farm/goods の ETag') }),
        body: Body({
          rows: z.array(Row).min(1, '商品を1点以上指定してください。').max(500, '一度に指定できるのは500行までです。'),
        }),
      }),
    )
    .output(z.object({ changed: Count.describe('変更された商品の点数') }))
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const asked = headers['if-match']
      const rows = body.rows.map(({ productId, stock, priceYen }) => ({
        id: productId,
        ...(stock !== undefined && { stock: { to: stock, seen: null } }),
        ...(priceYen !== undefined && { priceYen }),
      }))
      const done = await changeRows(
        ctx,
        { key: headers['idempotency-key'], rows },
        asked === undefined ? undefined : async (now) => markOf(await ownGoods(now)) === asked,
      )
      if (!done.ok && done.refusal === 'stock_moved') throw changedMeanwhile()
      return granted(done, goodsRefusalText)
    }),
  move: operation(moveGoods, {
    method: 'PUT',
    path: '/farm/goods/{id}/status',
    tag,
    scope: 'goods.write',
    summary: '販売の開始・休止・保管',
    description: 'すでにその状態の場合は、何も変更せず200を返します。',
    example: { body: { move: 'pause' } },
    params: { id: 'id' },
    output: z.object({ name: z.string() }),
    answer: (_, __, moved) => moved,
  }),
  harvests: endpoint('members', {
    method: 'GET',
    path: '/farm/harvests',
    tag,
    scope: 'goods.write',
    summary: '今後の収穫見込みと注文済みの数量を取得する',
  })
    .output(
      z.object({
        goods: z.array(
          z.object({
            id: AnId,
            name: z.string(),
            windows: z.array(HarvestWindow),
            again: z
              .object({ day: Day, like: Day, leastQty: Count, mostQty: Count, confidence: z.enum(confidences) })
              .nullable()
              .describe('「昨日と同じ」で登録される日（day）と数量。like は元にする日'),
          }),
        ),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({
      goods: (await ownHarvests(ctx)).map(({ id, name, windows, again }) => ({ id, name, windows, again })),
    })),
  promise: endpoint('members', {
    method: 'POST',
    path: '/farm/harvests',
    tag,
    scope: 'goods.write',
    summary: '収穫見込みを登録する',
    description:
      '「水〜金に30〜50箱、確度は中」のように登録します。確度 high は最大の数量まで、middle は中間の数量まで、low は最小の数量まで受注します。',
    example: {
      body: { productId, from: '2026-11-25', to: '2026-11-27', leastQty: 30, mostQty: 50, confidence: 'middle' },
    },
  })
    .errors(needsKey)
    .errors(refusals(promiseHarvest.declaration.refusals.codes, goodsRefusalText))
    .input(
      z.object({
        headers: KeyHeader,
        body: Body(promiseHarvest.declaration.input).refine(
          (window) => window.leastQty <= window.mostQty,
          'leastQty は mostQty 以下にしてください。',
        ),
      }),
    )
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { headers, body } }) =>
      granted(await promiseHarvest(ctx, { ...body, key: headers['idempotency-key'] }), goodsRefusalText),
    ),
  repeat: operation(repeatHarvest, {
    path: '/farm/harvests/repeat',
    tag,
    scope: 'goods.write',
    summary: '「昨日と同じ」：前日の見込みを、次の未登録の日に登録する',
    description: 'day は GET /farm/harvests の again.day を指定します。その後に変わっていた場合は409を返します。',
    example: { body: { productId, day: '2026-11-26' } },
    output: z.object({ id: AnId }),
    answer: (_, _given, promised) => promised,
  }),
  withdraw: operation(withdrawHarvest, {
    method: 'DELETE',
    path: '/farm/harvests/{id}',
    tag,
    scope: 'goods.write',
    summary: '収穫見込みを取り消す',
    description: '受付済みの注文は変わりません。',
    params: { id: 'id' },
    output: z.object({ withdrawn: z.literal(true) }),
    answer: () => ({ withdrawn: true as const }),
  }),
  rests: endpoint('members', {
    method: 'GET',
    path: '/farm/vacations',
    tag,
    scope: 'none',
    summary: '今後の休業',
  })
    .output(
      z.object({
        vacations: z.array(z.object({ id: AnId, from: Day, to: Day.describe('この日も休業に含む'), note: z.string() })),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ vacations: await ownVacations(ctx) })),
  rest: operation(addVacation, {
    path: '/farm/vacations',
    tag,
    scope: 'none',
    summary: '休業を登録する（開始日と終了日を含む）',
    description:
      '期間中に出荷する注文がある場合は、409 OPEN_ORDERS と注文の一覧を返します。orders で1件ずつ、予定どおり出荷する（ship）か、辞退する（decline、未受注の注文のみ）かを指定し、同じ内容を新しい Idempotency-Key で送信してください。',
    example: { body: { from: '2026-12-29', to: '2027-01-04', note: '年末年始' } },
    output: z.object({ id: AnId, declined: Count.describe('辞退した注文の件数') }),
    answer: (_, _given, added) => added,
  }),
  work: operation(removeVacation, {
    method: 'DELETE',
    path: '/farm/vacations/{id}',
    tag,
    scope: 'none',
    summary: '休業を取り消す',
    description: 'すでにない場合も200を返します。',
    params: { id: 'id' },
    output: z.object({ removed: z.literal(true) }),
    answer: () => ({ removed: true as const }),
  }),
}

const changedMeanwhile = () =>
  new ORPCError('PRECONDITION_FAILED', {
    status: 412,
    message: 'If-Match の値の取得後に、在庫または価格が変更されました。GET /farm/goods で再取得してください。',
  })

const answer = ({ id, name, packLabel, unitLabel, priceYen, status, sellsFrom, stock }: OwnGoods) => ({
  id,
  name,
  packLabel,
  unitLabel,
  priceYen,
  status,
  sellsFrom,
  stock,
})

/** It changes as soon as anything in the response does. */
const markOf = (goods: readonly OwnGoods[]): string => etagOf(goods.map(answer))
