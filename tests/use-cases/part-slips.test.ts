import { expect, test } from 'vitest'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { replaceDocument } from '../../app/modules/admin/documents/replace-document.server.ts'
import {
  deliverySlipsOf,
  issueDeliverySlip,
  settleShippedSlips,
} from '../../app/modules/issued-documents/delivery-slip.server.ts'
import { documentCsv } from '../../app/modules/issued-documents/document-csv.ts'
import { needsReplacement, voidDocument } from '../../app/modules/issued-documents/void-document.server.ts'
import { dropRest } from '../../app/modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { endWithoutRest, receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { shipPart, shipRest } from '../../app/modules/ordering/fulfilment/ship-part.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { farmerOf, type Packing, packing, partOf, restOf, restOn, said, seen, type Terms } from './divided-order.ts'
import { arrivalTime, must, packingTime, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const restTime = at('2026-11-26 15:00')
const settle = () => settleShippedSlips({ db: test_.db, now: restTime })

async function divided({ first = 3, firstBirds = 1, ...terms }: Terms & { first?: number; firstBirds?: number } = {}) {
  const of = await packing(test_.db, terms)
  const lines = [said(of.carrots.id, first), said(of.bird.id, firstBirds, firstBirds * 1_900)]
  must(await shipPart(farmerOf(of), partOf(of, { lines })))
  return of
}

async function sendRest(of: Packing, carrots = 2, weight = 1_750) {
  const lines = [said(of.carrots.id, carrots), said(of.bird.id, 1, weight)]
  must(await shipRest(farmerOf(of, restTime), await restOf(of, { lines })))
}

/** All that were issued, oldest first. */
async function issued(orderId: OrderId) {
  const rows = await test_.db
    .selectFrom('issuedDocuments as d')
    .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
    .select(['d.id', 'd.number', 'd.content', 'd.contentSha256', 'd.issuedOn', 'd.fromOn', 'd.toOn', 'd.totalYen'])
    .select('before.number as replaces')
    .where('d.orderId', '=', orderId)
    .orderBy('d.ordinal')
    .execute()
  return rows.flatMap(({ content, ...row }) => (content.kind === 'delivery_slip' ? [{ ...row, content }] : []))
}

const standing = async (of: Packing) => {
  const slips = await issued(of.orderId)
  return slips.filter(({ number }) => !slips.some(({ replaces }) => replaces === number))
}
const sumOf = (slips: readonly { totalYen: number }[]) => slips.reduce((sum, { totalYen }) => sum + totalYen, 0)

/** What the restaurant owes for the order once it has inspected all of it. */
async function billOf({ market, orderId }: Packing) {
  must(await receiveOrder(as(test_.db, market.chef, at('2026-11-27 10:00')), { orderId, key: aKey(), lines: [] }))
  const charges = await test_.db.selectFrom('charges').selectAll().where('orderId', '=', orderId).execute()
  expect(charges).toHaveLength(1)
  return there(charges[0])
}

test('each part has its slip: its number, quantities, lots, day and money', async () => {
  const of = await divided()
  await settle()
  const [first, ...none] = await issued(of.orderId)
  expect(none).toEqual([])
  expect(first).toMatchObject({
    content: { part: 'first', shipOn: '2026-11-25', deliveryOn: '2026-11-26' },
    fromOn: '2026-11-25',
    totalYen: first?.content.totalYen,
  })
  expect(first?.content.lines.map(({ qty, grams, lots }) => [qty, grams, lots])).toEqual([
    [3, null, ['261125']],
    [1, 1_900, ['261125']],
  ])
  await sendRest(of)
  await settle()
  const slips = await issued(of.orderId)
  expect(slips[0]).toEqual(first)
  expect(slips[1]).toMatchObject({
    replaces: null,
    toOn: restOn,
    content: { part: 'rest', shipOn: '2026-11-26', deliveryOn: restOn },
  })
  expect(slips[1]?.content.lines.map(({ qty, grams, lots }) => [qty, grams, lots])).toEqual([
    [2, null, ['261126']],
    [1, 1_750, ['261126']],
  ])
  expect(await deliverySlipsOf(as(test_.db, of.market.chef), await seen(of))).toEqual(
    slips.map(({ id, number, content: { part, deliveryOn } }) => ({ id, number, part, deliveryOn })),
  )
  const csv = slips.map(({ content, ...paper }) => documentCsv({ ...paper, content }))
  expect(csv.map((text) => text.split('\r\n').filter(Boolean).length)).toEqual([
    1 + 2 + there(slips[0]).content.perRate.length + Number(there(slips[0]).content.freightYen > 0),
    1 + 2 + there(slips[1]).content.perRate.length + Number(there(slips[1]).content.freightYen > 0),
  ])
})

test.each([
  ['as planned', {}, 2, 1_750],
  ['with odd weights', {}, 2, 1_793],
  ['with a second freight', { partFreight: true }, 2, 1_871],
  ['with a rest above what is billed by weight', {}, 2, 2_050],
  ['with one box first', { first: 1 }, 4, 1_777],
] as const)(
  'the slips of a divided order add up to its bill, to the yen and per rate: %s',
  async (_, terms, qty, weight) => {
    const of = await divided(terms)
    await settle()
    await sendRest(of, qty, weight)
    await settle()
    const slips = await standing(of)
    expect(slips).toHaveLength(2)
    const bill = await billOf(of)
    expect(sumOf(slips)).toBe(bill.totalYen)
    expect(slips.reduce((sum, { content }) => sum + content.freightYen, 0)).toBe(bill.freightYen)
    for (const { percent, baseYen, taxYen } of bill.perRate) {
      const rates = slips.flatMap(({ content }) => content.perRate.filter((rate) => rate.percent === percent))
      expect(rates.reduce((sum, rate) => sum + rate.baseYen, 0)).toBe(baseYen)
      expect(rates.reduce((sum, rate) => sum + rate.taxYen, 0)).toBe(taxYen)
      // rounded down or up by less than a yen, as the law asks of each paper
      for (const rate of rates) expect(Math.abs(rate.taxYen - (rate.baseYen * percent) / 100)).toBeLessThan(1)
    }
  },
)

test('the slip of the whole that was printed before the order was divided is replaced by that of the first part', async () => {
  const of = await packing(test_.db)
  const { orderId, carrots, bird } = of
  const farmer = farmerOf(of, packingTime)
  must(await packOrder(farmer, { orderId, key: aKey(), lines: [said(carrots.id, 5), said(bird.id, 2, 3_700)] }))
  const whole = must(await issueDeliverySlip(farmer, { orderId, key: aKey() }))
  must(await shipPart(farmerOf(of), partOf(of)))
  const first = must(await issueDeliverySlip(farmerOf(of), { orderId, key: aKey() }))
  expect((await issued(orderId)).map(({ number, replaces }) => [number, replaces])).toEqual([
    [whole.number, null],
    [first.number, whole.number],
  ])
  await settle()
  expect(must(await issueDeliverySlip(farmerOf(of), { orderId, key: aKey() }))).toEqual(first)
  await sendRest(of)
  const rest = must(await issueDeliverySlip(farmerOf(of, restTime), { orderId, key: aKey() }))
  expect((await standing(of)).map(({ number }) => number)).toEqual([first.number, rest.number])
})

test('a rest that is dropped leaves the first slip as the only one, and it says what is billed', async () => {
  // three birds need as large a box as four
  const [gone, impatient] = [await divided({ first: 5, firstBirds: 3, birds: 4 }), await divided()]
  await settle()
  const before = await issued(gone.orderId)
  must(await dropRest(farmerOf(gone), { orderId: gone.orderId, key: aKey(), reason: '霜でとれませんでした' }))
  const chef = as(test_.db, impatient.market.chef, arrivalTime)
  must(await endWithoutRest(chef, { orderId: impatient.orderId, key: aKey() }))
  await settle()
  expect(await issued(gone.orderId)).toEqual(before)
  for (const of of [gone, impatient]) {
    const slips = await standing(of)
    expect(slips).toHaveLength(1)
    expect(sumOf(slips)).toBe((await billOf(of)).totalYen)
  }
})

test('where less than promised makes the freight of the first box fall, its slip alone is replaced', async () => {
  const [dropped, short] = [await divided({ boxes: 12 }), await divided({ boxes: 12 })]
  await settle()
  const before = there((await issued(dropped.orderId))[0])
  must(await dropRest(farmerOf(dropped), { orderId: dropped.orderId, key: aKey(), reason: '霜でとれませんでした' }))
  const lines = [{ ...said(short.carrots.id, 1), reason: 'harvest' as const }, said(short.bird.id, 1, 1_750)]
  must(await shipRest(farmerOf(short, restTime), await restOf(short, { lines })))
  await settle()
  await settle()
  const slips = await standing(dropped)
  expect(slips).toMatchObject([{ replaces: before.number }])
  expect(there(slips[0]).content.freightYen).toBeLessThan(before.content.freightYen)
  expect(sumOf(slips)).toBe((await billOf(dropped)).totalYen)
  const both = await standing(short)
  expect(both).toHaveLength(2)
  expect(both.every(({ content }) => content.freightYen >= 0)).toBe(true)
  expect(sumOf(both)).toBe((await billOf(short)).totalYen)
})

test('presses and jobs at once issue each slip once', async () => {
  const of = await divided()
  const { orderId } = of
  const atOnce = (ctx: Ctx) =>
    Promise.all([settle(), settle(), ...[1, 2, 3].map(() => issueDeliverySlip(ctx, { orderId, key: aKey() }))])
  await atOnce(farmerOf(of))
  expect(await issued(orderId)).toHaveLength(1)
  await sendRest(of)
  await atOnce(farmerOf(of, restTime))
  expect(await issued(orderId)).toHaveLength(2)
})

test('without the job in between, both slips are issued together', async () => {
  const of = await divided()
  await sendRest(of)
  await settle()
  expect((await issued(of.orderId)).map(({ content }) => content.part)).toEqual(['first', 'rest'])
  await settle()
  expect(await issued(of.orderId)).toHaveLength(2)
})

test('staff replace the slip of one part after a correction, and the other stays', async () => {
  const of = await divided()
  await sendRest(of)
  await settle()
  const [first, rest] = await issued(of.orderId)
  const staff = as(test_.db, await anAdmin(test_.db), restTime)
  for (const { id } of [there(first), there(rest)]) {
    expect(await needsReplacement(staff, id)).toBe(true)
    expect(await voidDocument(staff, { id, key: aKey(), reason: '誤り' })).toMatchObject({
      refusal: 'needs_replacement',
    })
  }
  const again = { id: there(rest).id, key: aKey(), reason: '電話番号の訂正' }
  expect(await replaceDocument(staff, again, operator)).toMatchObject({ refusal: 'unchanged' })
  await test_.db.updateTable('farms').set({ phone: '0260-99-0000' }).where('id', '=', of.farm.farmId).execute()
  const next = must(await replaceDocument(staff, { ...again, key: aKey() }, operator))
  const slips = await standing(of)
  expect(slips.map(({ number }) => number)).toEqual([there(first).number, next.number])
  expect(slips[1]?.content).toEqual({
    ...there(rest).content,
    issuer: { ...there(rest).content.issuer, phone: '0260-99-0000' },
  })
  expect((await deliverySlipsOf(farmerOf(of), await seen(of))).map(({ part }) => part)).toEqual(['first', 'rest'])
  await settle()
  expect(await issued(of.orderId)).toHaveLength(3)
})

test('for other organisations the slip of a part does not exist, and a helper who sees no money gets none', async () => {
  const of = await divided()
  const { market, orderId, farm } = of
  const stranger = as(test_.db, there(market.farms[1]).actor, shippingTime)
  await expect(issueDeliverySlip(stranger, { orderId, key: aKey() })).rejects.toThrow(NotFound)
  await expect(issueDeliverySlip(as(test_.db, market.chef), { orderId, key: aKey() })).rejects.toThrow()
  await settle()
  const helper = as(test_.db, { ...farm.actor, role: 'staff', rights: 'pack', seesMoney: false }, shippingTime)
  expect(await deliverySlipsOf(helper, await orderDetail(helper, orderId))).toEqual([])
})
