import { z } from 'zod'
import { productStatuses } from '#kernel/words.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import { endpoint, needsKey, refusals } from './endpoint.ts'
import { Body, Count, IdOf, KeyHeader, Quantity, Yen } from './shapes.ts'

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

const unlessChanged = {
  PRECONDITION_FAILED: {
    status: 412,
    message: 'If-Match の値のあとに、在庫か値段が変わりました。GET /farm/goods でもう一度読んでください。',
  },
}

export const goodsContract = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/goods',
    tag,
    scope: 'goods.write',
    summary: '自分の農園の品と在庫',
    description:
      '答えのヘッダー ETag は、在庫と値段がひとつでも変わると変わります。PUT /farm/goods の If-Match に入れます。',
    outputStructure: 'detailed',
  }).output(z.object({ headers: z.object({ etag: z.string() }), body: z.object({ goods: z.array(OwnProduct) }) })),
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
    .output(z.object({ changed: Count.describe('変わった品の数') })),
}
