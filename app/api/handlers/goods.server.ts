import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { type OwnGoods, ownGoods } from '#modules/goods/own-goods.server.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import { changeRows } from '#modules/goods/state-stock.server.ts'
import { api } from '../api.server.ts'
import { granted } from '../problems.server.ts'

export const goodsHandlers = {
  list: api.goods.list.handler(async ({ context: { ctx } }) => {
    const goods = await ownGoods(ctx)
    return { headers: { etag: etagOf(goods) }, body: { goods: goods.map(answer) } }
  }),
  change: api.goods.change.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const asked = headers['if-match']
    const rows = body.rows.map(({ productId, stock, priceYen }) => ({
      id: productId,
      ...(stock !== undefined && { stock: { to: stock, seen: null } }),
      ...(priceYen !== undefined && { priceYen }),
    }))
    const done = await changeRows(ctx, {
      key: headers['idempotency-key'],
      rows,
      ...(asked !== undefined && { unlessChanged: async (now) => etagOf(await ownGoods(now)) === asked }),
    })
    if (!done.ok && done.refusal === 'stock_moved') throw changedMeanwhile()
    if (!done.ok && done.refusal === 'rows') {
      const [first] = done.rows
      const refusal = first?.refusal ?? 'below_zero'
      throw new ORPCError(refusal.toUpperCase(), {
        status: 409,
        message: goodsRefusalText(refusal, { now: first?.now ?? 0 }),
        data: { rows: done.rows },
      })
    }
    return granted(done, goodsRefusalText)
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

/** Another one as soon as any number, price or state is another. */
const etagOf = (goods: readonly OwnGoods[]): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(goods.map(({ id, stock, priceYen, status }) => [id, stock, priceYen, status])))
    .digest('base64url')
    .slice(0, 27)}"`
