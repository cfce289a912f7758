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

const tag = '農園の品'

const productId = '0193c0de-0000-7000-8000-000000000005'

const OwnProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  packLabel: z.string(),
  unitLabel: z.string(),
  priceYen: Yen,
  status: z.enum(productStatuses),
  sellsFrom: z.enum(['stock', 'harvest']).describe('harvest の品は、収穫の見こみで数が決まり、在庫は変えられません'),
  stock: Count,
})

const Row = Body({
  productId: IdOf<'product'>('品'),
  stock: Quantity(0).optional().describe('いま出せる数。入れた数になります'),
  priceYen: z
    .int('値段は整数の円で入力してください。')
    .min(1, '値段は1円以上です。')
    .max(10_000_000, '値段が大きすぎます。')
    .optional(),
}).refine((row) => row.stock !== undefined || row.priceYen !== undefined, 'stock か priceYen を入れてください。')

const HarvestWindow = z.object({
  id: AnId,
  from: Day,
  to: Day.describe('この日もふくむ'),
  leastQty: Count,
  mostQty: Count,
  confidence: z.enum(confidences),
  promised: Count.describe('ここまで注文を受ける'),
  reserved: Count.describe('注文ずみ'),
  note: z.string(),
  version: Count,
})

const unlessChanged = {
  PRECONDITION_FAILED: {
    status: 412,
    message: 'If-Match の値のあとに、在庫か値段が変わりました。GET /farm/goods でもう一度読んでください。',
  },
}

export const goodsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/goods',
    tag,
    scope: 'goods.write',
    summary: '自分の農園の品と在庫',
    description:
      '農園の並び順。つづきは next を after に入れて読みます。答えのヘッダー ETag は農園の品ぜんぶのしるしで、在庫や値段がひとつでも変わると変わります。PUT /farm/goods の If-Match に入れます。If-None-Match で送ると、変わっていなければ304。',
    outputStructure: 'detailed',
  })
    .input(
      z.object({
        query: z.object({
          status: z.enum(goodsViews).optional().describe('省くと、しまったもの（archived）のほかぜんぶ'),
          q: Text(0, 40).optional().describe('名前かフリガナの一部'),
          after: z
            .string()
            .max(200)
            .transform((text, issue) => {
              const cursor = readGoodsCursor(text)
              if (cursor) return cursor
              issue.addIssue({ code: 'custom', message: 'after には前の答えの next をそのまま入れてください。' })
              return z.NEVER
            })
            .optional()
            .describe('前の答えの next'),
          limit: Limit.optional().describe('1〜100。省くと100'),
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
    summary: '在庫と値段をまとめて変える',
    description:
      'ぜんぶ変わるか、ひとつも変わらないかです。同じ Idempotency-Key で送り直しても、1回だけ変わります。If-Match を付けると、読んだあとに注文などで変わっていたとき、412 で止まります。',
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
        body: Body({ rows: z.array(Row).min(1, '品を1つ以上入れてください。').max(500, '一度に500行までです。') }),
      }),
    )
    .output(z.object({ changed: Count.describe('変わった品の数') }))
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
    summary: '販売をはじめる・休む・しまう',
    description: 'もうその状態のときは、何も変わらず200。',
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
    summary: 'これからの収穫の見こみと、注文ずみの数',
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
              .describe('「きのうと同じ」で入る日（day）と数。like はもとにする日'),
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
    summary: '収穫の見こみを入れる',
    description:
      '「水〜金に30〜50箱、たぶん」。確度 high は多いときまで、middle はまん中まで、low は少ないときまで注文を受けます。',
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
          'leastQty は mostQty までにしてください。',
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
    summary: '「きのうと同じ」：前の日の見こみを、次の空いた日に入れる',
    description: 'day は GET /farm/harvests の again.day。そのあとに変わっていたら409。',
    example: { body: { productId, day: '2026-11-26' } },
    output: z.object({ id: AnId }),
    answer: (_, _given, promised) => promised,
  }),
  withdraw: operation(withdrawHarvest, {
    method: 'DELETE',
    path: '/farm/harvests/{id}',
    tag,
    scope: 'goods.write',
    summary: '収穫の見こみを取り消す',
    description: 'もう入っている注文は、そのままです。',
    params: { id: 'id' },
    output: z.object({ withdrawn: z.literal(true) }),
    answer: () => ({ withdrawn: true as const }),
  }),
  rests: endpoint('members', {
    method: 'GET',
    path: '/farm/vacations',
    tag,
    scope: 'none',
    summary: 'これからのお休み',
  })
    .output(
      z.object({
        vacations: z.array(z.object({ id: AnId, from: Day, to: Day.describe('この日もお休み'), note: z.string() })),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({ vacations: await ownVacations(ctx) })),
  rest: operation(addVacation, {
    path: '/farm/vacations',
    tag,
    scope: 'none',
    summary: 'お休みを入れる（両方の日をふくむ）',
    description:
      'その間に発送する注文があるときは 409 OPEN_ORDERS と注文の一覧が返ります。orders で1件ずつ、約束どおり出す（ship）か、ことわる（decline、まだ受けていない注文だけ）かを入れて、同じ内容を新しい鍵で送ってください。',
    example: { body: { from: '2026-12-29', to: '2027-01-04', note: '年末年始' } },
    output: z.object({ id: AnId, declined: Count.describe('ことわった注文の数') }),
    answer: (_, _given, added) => added,
  }),
  work: operation(removeVacation, {
    method: 'DELETE',
    path: '/farm/vacations/{id}',
    tag,
    scope: 'none',
    summary: 'お休みを取り消す',
    description: 'もうないときも200。',
    params: { id: 'id' },
    output: z.object({ removed: z.literal(true) }),
    answer: () => ({ removed: true as const }),
  }),
}

const changedMeanwhile = () =>
  new ORPCError('PRECONDITION_FAILED', {
    status: 412,
    message: 'If-Match の値のあとに、在庫か値段が変わりました。GET /farm/goods でもう一度読んでください。',
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
