import { ORPCError } from '@orpc/server'
import { api } from '#api/api.server.ts'
import { granted, wrongFields } from '#api/problems.server.ts'
import { farmShipping, ownRests, saveShipping, simulateShipping } from '#modules/products/farm-shipping.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { readShipping, type TypedShipping } from '#modules/products/shipping-fields.ts'
import { typedShippingOf } from '#modules/products/shipping-labels.ts'

/** The fields whose names differ between the API and the page. */
const names: Readonly<Record<string, string>> = {
  cutoff: 'cutoffHoursBeforePacking',
  answerHours: 'answerHoursAfterCutoff',
  freeFreight: 'freeFreightFromYen',
  minOrder: 'minOrderYen',
}
const nameOf = (field: string) => names[field] ?? field
const on = (said: boolean) => (said ? 'on' : '')

export const shippingHandlers = {
  read: api.shipping.read.handler(async ({ context: { ctx } }) => {
    const { zone: _, packingMinute, shipWeekdays, ...rules } = await farmShipping(ctx)
    return { ...rules, shipWeekdays: [...shipWeekdays], packingHour: Math.floor(packingMinute / 60) }
  }),
  save: api.shipping.save.handler(async ({ context: { ctx }, input: { body } }) => {
    const typed: TypedShipping = {
      shipWeekdays: body.shipWeekdays.join(','),
      shipsOnHolidays: on(body.shipsOnHolidays),
      packingHour: String(body.packingHour),
      cutoffHours: String(body.cutoffHoursBeforePacking),
      answerHours: String(body.answerHoursAfterCutoff),
      freeFreight: String(body.freeFreightFromYen ?? ''),
      minOrder: String(body.minOrderYen),
      autoAccept: on(body.autoAccept),
    }
    const fates = new Map(body.orders.map(({ id, fate }) => [id, fate]))
    const saved = await saveShipping(ctx, { typed, version: body.version, fates })
    if (!saved.ok && saved.refusal === 'fields') throw wrongFields(saved.fields, nameOf)
    if (!saved.ok && saved.refusal === 'orders_hit')
      throw new ORPCError('OPEN_ORDERS', {
        status: 409,
        message: goodsRefusalText('open_orders'),
        data: { orders: saved.hit },
      })
    const done = granted(saved, goodsRefusalText)
    // not the current state: another request may have changed it since, and this client has not seen that
    return { ...done, version: body.version + (done.changed ? 1 : 0) }
  }),
  simulate: api.shipping.simulate.handler(async ({ context: { ctx }, input: { query } }) => {
    const own = await farmShipping(ctx)
    const read = readShipping({
      ...typedShippingOf(own),
      ...(query.shipWeekdays !== undefined && { shipWeekdays: query.shipWeekdays }),
      ...(query.shipsOnHolidays !== undefined && { shipsOnHolidays: on(query.shipsOnHolidays === 'true') }),
      ...(query.packingHour !== undefined && { packingHour: query.packingHour }),
      ...(query.cutoffHoursBeforePacking !== undefined && { cutoffHours: query.cutoffHoursBeforePacking }),
      ...(query.answerHoursAfterCutoff !== undefined && { answerHours: query.answerHoursAfterCutoff }),
    })
    if (!read.ok) throw wrongFields(read.fields, nameOf)
    const rules = { ...read.shipping, zone: own.zone }
    const simulated = simulateShipping(ctx.now, rules, await ownRests(ctx))
    const arrivals = simulated.map(({ place, days }) => ({ place, day: days[query.temperature] }))
    return { at: ctx.now, temperature: query.temperature, arrivals }
  }),
}
