import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { dropRest } from '#modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { endWithoutRest, receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart, shipRest } from '#modules/ordering/fulfilment/ship-part.server.ts'
import { farmWork } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { summaryAnswer } from './order-answer.ts'
import { orderAnswer } from './ordering.server.ts'

export const fulfilmentHandlers = {
  farmWork: api.fulfilment.farmWork.handler(async ({ context: { ctx }, input: { query } }) => ({
    orders: (await farmWork(ctx, query.until ?? jstDateOf(ctx.now))).map(summaryAnswer),
  })),
  prepare: api.fulfilment.prepare.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await prepareOrder(ctx, { orderId: params.id, key: headers['idempotency-key'] }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  pack: api.fulfilment.pack.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const packed = { orderId: params.id, key: headers['idempotency-key'], lines: body.lines.map(weighed) }
    granted(await packOrder(ctx, packed), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  ship: api.fulfilment.ship.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const sent = { orderId: params.id, key: headers['idempotency-key'], parcels: body.parcels }
    granted(await shipOrder(ctx, sent), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  shipPart: api.fulfilment.shipPart.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { restOn, parcels } = body
    const sent = {
      orderId: params.id,
      key: headers['idempotency-key'],
      lines: body.lines.map(weighed),
      parcels,
      restOn,
    }
    granted(await shipPart(ctx, sent), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  shipRest: api.fulfilment.shipRest.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { parcels } = body
    const sent = { orderId: params.id, key: headers['idempotency-key'], lines: body.lines.map(weighed), parcels }
    granted(await shipRest(ctx, sent), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  dropRest: api.fulfilment.dropRest.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    granted(await dropRest(ctx, { orderId: params.id, key: headers['idempotency-key'], ...body }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  endWithoutRest: api.fulfilment.endWithoutRest.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await endWithoutRest(ctx, { orderId: params.id, key: headers['idempotency-key'] }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  receive: api.fulfilment.receive.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const key = headers['idempotency-key']
    const { receivedBy, chilledTenths = null, frozenTenths = null, form = key } = body ?? {}
    const receipt = receivedBy && { receipt: { receivedBy, chilledTenths, frozenTenths, note: '', photos: [] } }
    const lines = (body?.lines ?? []).map(weighed)
    granted(await receiveOrder(ctx, { orderId: params.id, key, lines, photoForm: form, ...receipt }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
}

const weighed = <Line extends { grams: number | null }>(line: Line): Omit<Line, 'grams'> & { grams: Grams | null } => ({
  ...line,
  grams: line.grams === null ? null : grams(line.grams),
})
