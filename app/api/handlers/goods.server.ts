import { ORPCError } from '@orpc/server'
import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import {
  ownHarvests,
  promiseHarvest,
  repeatHarvest,
  withdrawHarvest,
} from '#modules/products/harvest/harvest.server.ts'
import { moveGoods } from '#modules/products/keep-products.server.ts'
import { type OwnGoods, ownGoods, ownGoodsPage } from '#modules/products/own-products.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { changeRows } from '#modules/products/state-stock.server.ts'
import { addVacation, ordersHitBy, ownVacations, removeVacation } from '#modules/products/vacation/vacations.server.ts'
import { etagOf } from './etag.ts'

export const goodsHandlers = {
  list: api.goods.list.handler(async ({ context: { ctx }, input: { query } }) => {
    const { status, q, after, limit } = query
    const { goods, next } = await ownGoodsPage(ctx, {
      ...(status && { view: status }),
      ...(q && { q: q.normalize('NFKC').trim() }),
      ...(after && { after }),
      ...(limit && { limit }),
    })
    return { headers: { etag: markOf(await ownGoods(ctx)) }, body: { goods: goods.map(answer), next } }
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
      ...(asked !== undefined && { unlessChanged: async (now) => markOf(await ownGoods(now)) === asked }),
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
  move: api.goods.move.handler(async ({ context: { ctx }, input: { params, body } }) =>
    granted(await moveGoods(ctx, { id: params.id, move: body.move }), goodsRefusalText),
  ),
  harvests: api.goods.harvests.handler(async ({ context: { ctx } }) => ({
    goods: (await ownHarvests(ctx)).map(({ id, name, windows, again }) => ({ id, name, windows, again })),
  })),
  promise: api.goods.promise.handler(async ({ context: { ctx }, input: { headers, body } }) =>
    granted(await promiseHarvest(ctx, { ...body, key: headers['idempotency-key'] }), goodsRefusalText),
  ),
  repeat: api.goods.repeat.handler(async ({ context: { ctx }, input: { headers, body } }) =>
    granted(await repeatHarvest(ctx, { ...body, key: headers['idempotency-key'] }), goodsRefusalText),
  ),
  withdraw: api.goods.withdraw.handler(async ({ context: { ctx }, input: { params } }) => {
    granted(await withdrawHarvest(ctx, { id: params.id }), goodsRefusalText)
    return { withdrawn: true as const }
  }),
  rests: api.goods.rests.handler(async ({ context: { ctx } }) => ({ vacations: await ownVacations(ctx) })),
  rest: api.goods.rest.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const { orders, ...rest } = body
    const fates = new Map(orders.map(({ id, fate }) => [id, fate]))
    const done = await addVacation(ctx, { ...rest, key: headers['idempotency-key'], fates })
    if (!done.ok && done.refusal === 'open_orders')
      throw new ORPCError('OPEN_ORDERS', {
        status: 409,
        message: goodsRefusalText('open_orders'),
        data: { orders: await ordersHitBy(ctx, rest) },
      })
    return granted(done, goodsRefusalText)
  }),
  work: api.goods.work.handler(async ({ context: { ctx }, input: { params } }) => {
    await removeVacation(ctx, params.id)
    return { removed: true as const }
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
