import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { FarmId, OrderId, OrderLineId } from '../../app/kernel/ids.ts'
import { addDays, at, jstDate } from '../../app/kernel/jst.ts'
import { slipContents } from '../../app/modules/issued-documents/slip-contents.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { linesOf, lockOrder } from '../../app/modules/ordering/order-store.server.ts'
import {
  addScale,
  inspectScale,
  ownScales,
  ownScaleWarning,
  retireScale,
} from '../../app/modules/organisations/scales/scales.server.ts'
import { settleScales } from '../../app/modules/organisations/scales/settle-scales.server.ts'
import { aFarm, aKey, aMarket, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, packingTime, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const settle = (now: Date) => settleScales({ db: test_.db, now })
const scale = {
  ...({ name: '台はかり', serial: 'A-1', mark: 'verified', dueOn: null } as const),
  markedOn: jstDate('2026-04-01'),
  inspectedOn: null,
}
const mailsOf = async (farmId: FarmId) =>
  (
    await test_.db
      .selectFrom('mails')
      .innerJoin('memberships', 'memberships.personId', 'mails.personId')
      .select('template')
      .where('memberships.farmId', '=', farmId)
      .where('template', 'in', ['scale_wanted', 'scale_due'])
      .execute()
  ).map(({ template }) => template)

/** The order of two birds, ready to be packed. */
async function twoBirds(
  market: Market,
): Promise<{ orderId: OrderId; lineId: OrderLineId; ctx: ReturnType<typeof as> }> {
  const { db } = test_
  const farm = there(market.farms[2])
  const orderId = there((await placeAll(db, market))[2])
  must(await acceptOrder(as(db, farm.actor), { orderId, key: aKey(), lines: [] }))
  const ctx = as(db, farm.actor, packingTime)
  must(await prepareOrder(ctx, { orderId, key: aKey() }))
  const [line] = there((await linesOf(db, [orderId])).get(orderId))
  return { orderId, lineId: there(line).id, ctx }
}

test('a scale is registered once, inspected, and taken out of use; a stranger finds none', async () => {
  const { actor } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const key = aKey()
  const [first, second] = await Promise.all([addScale(ctx, { ...scale, key }), addScale(ctx, { ...scale, key })])
  expect(first).toEqual(second)
  const { id } = must(first)
  expect(await addScale(ctx, { ...scale, key: aKey() })).toMatchObject({ refusal: 'serial_known' })
  expect(await ownScales(ctx)).toMatchObject([{ id, dueOn: '2027-04-30', state: 'in_date' }])
  expect(await inspectScale(ctx, { id, inspectedOn: jstDate('2027-01-01'), dueOn: null })).toMatchObject({
    refusal: 'month_in_future',
  })
  expect(await inspectScale(ctx, { id, inspectedOn: jstDate('2026-03-01'), dueOn: null })).toMatchObject({
    refusal: 'inspected_before_mark',
  })
  must(await inspectScale(ctx, { id, inspectedOn: jstDate('2026-10-01'), dueOn: null }))
  expect(await ownScales(ctx)).toMatchObject([{ dueOn: '2028-10-31' }])
  const stranger = as(test_.db, (await aFarm(test_.db)).actor)
  await expect(retireScale(stranger, { id })).rejects.toThrow(NotFound)
  must(await retireScale(ctx, { id }))
  must(await retireScale(ctx, { id }))
  expect(await ownScales(ctx)).toEqual([])
})

test('a farm without a scale is told once, and weighs on for sixty days', async () => {
  const market = await aMarket(test_.db)
  const { farmId, actor } = there(market.farms[2])
  const { orderId, lineId, ctx } = await twoBirds(market)
  const pack = (now: Date, kg = 3_700) =>
    packOrder(
      { ...ctx, now },
      { orderId, key: aKey(), lines: [{ lineId, qty: 2, grams: grams(kg), reason: null, lot: 'today' }] },
    )
  expect(await ownScaleWarning(ctx)).toBeNull()
  await Promise.all([settle(noon), settle(noon)])
  await settle(at('2026-11-25 11:00'))
  expect(await mailsOf(farmId)).toEqual(['scale_wanted'])
  expect(await ownScaleWarning(ctx)).toMatchObject({ until: '2027-01-23', isRefused: false })
  must(await pack(packingTime))
  await test_.pool.query('update scale_notices set told_on = $1 where farm_id = $2', ['2026-09-25', farmId])
  expect(await pack(packingTime, 3_650)).toMatchObject({ refusal: 'scale_missing' })
  must(await addScale(as(test_.db, actor), { ...scale, key: aKey() }))
  must(await pack(packingTime, 3_650))
})

test('the owners are reminded once of an inspection that is due within thirty days', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  must(await addScale(as(test_.db, actor), { ...scale, dueOn: addDays(jstDate('2026-11-24'), 20), key: aKey() }))
  await Promise.all([settle(noon), settle(noon)])
  await settle(at('2026-11-30 11:00'))
  expect(await mailsOf(farmId)).toEqual(['scale_due'])
})

test('two birds, two weights: their sum is billed, each is on the slip', async () => {
  const market = await aMarket(test_.db)
  const { orderId, lineId, ctx } = await twoBirds(market)
  const { id: scaleId } = must(await addScale(ctx, { ...scale, key: aKey() }))
  const pack = (pieces: number[], whole: number | null = null) =>
    packOrder(ctx, {
      orderId,
      key: aKey(),
      lines: [
        {
          ...{ lineId, qty: 2, grams: whole === null ? null : grams(whole), pieces: pieces.map(grams) },
          ...{ reason: null, lot: 'today' as const },
        },
      ],
    })
  expect(await pack([1_820])).toMatchObject({ refusal: 'pieces_wrong' })
  expect(await pack([1_820, 1_910], 3_000)).toMatchObject({ refusal: 'pieces_wrong' })
  must(await pack([1_820, 1_910]))
  const order = await test_.db.transaction().execute((db) => lockOrder(db, orderId))
  const { whole } = await slipContents(ctx, order)
  expect(whole.lines[0]).toMatchObject({ grams: 3_730, facts: expect.arrayContaining(['計量 1.82kg・1.91kg']) })
  expect(whole.lines[0]?.facts?.join('　')).toContain('部位 鶏 丸')
  const { rows } = await test_.pool.query('select scale_id, piece_grams from line_weighings')
  expect(rows).toContainEqual({ scale_id: scaleId, piece_grams: [1_820, 1_910] })
})
