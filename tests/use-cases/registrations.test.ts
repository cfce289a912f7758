import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import type { FarmId } from '../../app/kernel/ids.ts'
import { readInvoiceNumber } from '../../app/kernel/invoice-number.ts'
import { addDays, at, jstDate, jstDateOf } from '../../app/kernel/jst.ts'
import { replaceDocument } from '../../app/modules/admin/documents/replace-document.server.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { outdatedDocuments } from '../../app/modules/issued-documents/outdated-documents.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import {
  endRegistration,
  ownRegistration,
  recordRegistration,
} from '../../app/modules/organisations/registration/change-registration.server.ts'
import { registerAsStated, registrationsOf } from '../../app/modules/organisations/registration/registrations.server.ts'
import { closeFarms } from '../../app/modules/payouts/close-farms.server.ts'
import { action as changeOwn } from '../../app/routes/farm/profile/registration.tsx'
import { action as changeAny } from '../../app/routes/staff/organisations/registration.tsx'
import { aCharge } from '../factories/charge.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, aKey, aMarket, anAdmin, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const first = must(readInvoiceNumber('T7000012050002'))
const second = must(readInvoiceNumber('T8000012050001'))
const start = jstDate('2023-10-01')
const today = jstDateOf(noon)
let staff: Actor
beforeAll(async () => {
  staff = await anAdmin(test_.db)
})

type AFarm = { farmId: FarmId; actor: Actor }
const versionOf = async ({ farmId }: AFarm) =>
  (await test_.db.selectFrom('farms').select('version').where('id', '=', farmId).executeTakeFirstOrThrow()).version
const record = async (farm: AFarm, number = first, fromOn = start, actor = farm.actor, seen?: number) =>
  recordRegistration(as(test_.db, actor), {
    farmId: farm.farmId,
    version: seen ?? (await versionOf(farm)),
    number,
    fromOn,
    confirmed: true,
    key: aKey(),
  })
const end = async (farm: AFarm, lastOn: string, actor = farm.actor) =>
  endRegistration(as(test_.db, actor), {
    farmId: farm.farmId,
    version: await versionOf(farm),
    lastOn: jstDate(lastOn),
    confirmed: true,
    key: aKey(),
  })
const historyOf = async ({ farmId }: AFarm) =>
  ((await registrationsOf(test_.db, [farmId])).get(farmId) ?? []).map(({ number, fromOn, untilOn }) => [
    number,
    fromOn,
    untilOn,
  ])

test('a number stated at the sign-up stands on the charge of an order', async () => {
  const market = await aMarket(test_.db)
  const { farmId, productId } = there(market.farms[0])
  await registerAsStated(test_.db, farmId, { invoiceNumber: first, invoiceFrom: '' })
  await fillCart(as(test_.db, market.chef), market.kitchenId, [[productId, 4]])
  const orderId = there(must(await place(as(test_.db, market.chef), market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  const charges = await test_.db.selectFrom('charges').select('sellerNumber').where('orderId', '=', orderId).execute()
  expect(charges).toEqual([{ sellerNumber: first }])
})

test('the registration is lost inside a month, and told after the charges were recorded', async () => {
  const { db } = test_
  const buyer = await aRestaurant(db)
  const farm = await aFarm(db)
  const productId = await aProduct(db, farm.farmId)
  const of = { restaurantId: buyer.restaurantId, farmId: farm.farmId }
  await registerAsStated(db, farm.farmId, { invoiceNumber: first, invoiceFrom: '' })
  for (const on of ['2026-11-15', '2026-11-16']) {
    const lines = [{ productId, yen: 1_000 }]
    const { orderId } = await aReceivedOrder(db, { ...of, kitchenId: buyer.kitchenId, on, lines })
    await aCharge(db, { ...of, orderId, on, goods: 1_000, sellerNumber: first })
  }
  must(await end(farm, '2026-11-15'))
  const system = as(db, { kind: 'system' }, at('2026-12-04 03:00'))
  await closePeriods(system, operator, [of.restaurantId])
  await closeFarms(system, operator)
  const documents = await db
    .selectFrom('issuedDocuments')
    .select('content')
    .where((is) => is.or([is('restaurantId', '=', of.restaurantId), is('farmId', '=', of.farmId)]))
    .execute()
  const contents = documents.map(({ content }) => content)
  const invoice = there(contents.find(({ kind }) => kind === 'invoice'))
  if (invoice.kind !== 'invoice') throw new Error('no invoice')
  expect(invoice.slips.map(({ suppliedOn, farmNumber }) => [suppliedOn, farmNumber])).toEqual([
    ['2026-11-15', first],
    ['2026-11-16', null],
  ])
  // each in its own block, never in the totals of qualified invoices
  expect(invoice.sales).toEqual([{ percent: 8, baseYen: 1_000, taxYen: 80 }])
  expect(invoice.unregistered).toEqual([{ percent: 8, deductiblePercent: 70, totalYen: 1_080, taxPartYen: 80 }])
  const statement = there(contents.find(({ kind }) => kind === 'statement'))
  if (statement.kind !== 'statement') throw new Error('no statement')
  expect(statement.slips.map(({ farmNumber }) => farmNumber)).toEqual([first, null])
  expect(statement.to.registrationNumber).toBeNull()
})

test('a loss that is told after the documents were issued names each of them, until it is replaced', async () => {
  const { db } = test_
  const { actor: _, ...buyer } = await aRestaurant(db)
  const [farm, other] = [await aFarm(db), await aFarm(db)]
  for (const { farmId } of [farm, other])
    await registerAsStated(db, farmId, { invoiceNumber: farmId === farm.farmId ? first : second, invoiceFrom: '' })
  for (const { farmId } of [farm, other]) {
    const productId = await aProduct(db, farmId)
    for (const on of ['2026-11-15', '2026-11-16', '2026-11-18'])
      await aFarmCharge(db, { ...buyer, farmId, productId, on, goods: 1_000 })
  }
  const system = as(db, { kind: 'system' }, at('2026-12-04 03:00'))
  await closePeriods(system, operator, [buyer.restaurantId])
  await closeFarms(system, operator)
  const finance = await anAdmin(db, { role: 'finance' })
  const desk = (now: string) => as(db, finance, at(now))
  const mine = async (now: string) =>
    (await outdatedDocuments(desk(now))).rows.filter(({ farm: name }) => name === farmName)
  const { name: farmName } = await db
    .selectFrom('farms')
    .select('name')
    .where('id', '=', farm.farmId)
    .executeTakeFirstOrThrow()
  expect(await mine('2026-12-05 10:00')).toEqual([])
  must(
    await endRegistration(as(db, farm.actor, at('2026-12-06 10:00')), {
      farmId: farm.farmId,
      version: await versionOf(farm),
      lastOn: jstDate('2026-11-15'),
      confirmed: true,
      key: aKey(),
    }),
  )
  const found = await mine('2026-12-06 11:00')
  const wrong = { printed: first, recorded: null, fromOn: '2026-11-16', toOn: '2026-11-18', slips: 2 }
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['invoice', 'statement'])
  for (const it of found) expect(it).toMatchObject(wrong)
  for (const [index, { id }] of found.entries()) {
    const reason = '登録の取消が、発行後に届け出られたため'
    must(await replaceDocument(desk(`2026-12-06 12:0${index}`), { id, reason, key: aKey() }, operator))
    expect(await mine('2026-12-06 13:00')).toHaveLength(found.length - 1 - index)
  }
  const invoice = await db
    .selectFrom('issuedDocuments')
    .select(['content', 'totalYen'])
    .where('restaurantId', '=', buyer.restaurantId)
    .where('kind', '=', 'invoice')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  if (invoice.content.kind !== 'invoice') throw new Error('no invoice')
  expect(invoice.content.sales).toEqual([{ percent: 8, baseYen: 4_000, taxYen: 320 }])
  expect(invoice.content.unregistered).toEqual([
    { percent: 8, deductiblePercent: 70, totalYen: 2_160, taxPartYen: 160 },
  ])
  expect(invoice.totalYen).toBe(6_480)
})

test('a number that is to come, another number, and a registration after a loss', async () => {
  const farm = await aFarm(test_.db)
  must(await record(farm, first, addDays(today, 30)))
  expect(await ownRegistration(as(test_.db, farm.actor))).toMatchObject({ number: null })
  expect(await ownRegistration(as(test_.db, farm.actor, at('2027-01-10 12:00')))).toMatchObject({ number: first })
  // the day was wrong, then the number
  must(await record(farm, first, start))
  must(await record(farm, second, start))
  expect(await historyOf(farm)).toEqual([[second, start, null]])
  must(await record(farm, first, jstDate('2025-04-01')))
  must(await end(farm, '2026-03-31'))
  must(await record(farm, first, jstDate('2026-10-01')))
  expect(await historyOf(farm)).toEqual([
    [second, start, '2025-04-01'],
    [first, '2025-04-01', '2026-04-01'],
    [first, '2026-10-01', null],
  ])
  const events = await test_.db
    .selectFrom('events')
    .select('data')
    .where('aboutFarmId', '=', farm.farmId)
    .where('kind', '=', 'registration_changed')
    .execute()
  expect(events).toHaveLength(6)
})

test('what cannot be is refused, and changes nothing', async () => {
  const farm = await aFarm(test_.db)
  expect(await end(farm, '2026-11-01')).toMatchObject({ refusal: 'not_registered' })
  expect(await record(farm, first, jstDate('2023-09-30'))).toMatchObject({ refusal: 'too_early' })
  expect(await record(farm, first, addDays(today, 367))).toMatchObject({ refusal: 'too_late' })
  must(await record(farm, first, jstDate('2025-04-01')))
  const before = await historyOf(farm)
  expect(await record(farm, second, jstDate('2025-03-31'))).toMatchObject({ refusal: 'overlap' })
  expect(await record(farm, first, jstDate('2025-04-01'))).toMatchObject({ refusal: 'nothing_changed' })
  expect(await end(farm, '2025-03-31')).toMatchObject({ refusal: 'before_start' })
  expect(await end(farm, addDays(today, 367))).toMatchObject({ refusal: 'too_late' })
  expect(await historyOf(farm)).toEqual(before)
  must(await end(farm, '2026-03-31'))
  expect(await record(farm, second, jstDate('2026-03-31'))).toMatchObject({ refusal: 'overlap' })
})

test('a wrong check digit is refused for a corporation, and doubtful for a sole trader', async () => {
  const wrong = must(readInvoiceNumber('T1000012050002'))
  const sole = await aFarm(test_.db, { partyType: 'sole_trader' })
  expect(must(await record(sole, wrong))).toMatchObject({ doubtful: true })
  expect(await record(await aFarm(test_.db, { partyType: 'corporation' }), wrong)).toMatchObject({
    refusal: 'check_digit',
  })
})

test('of two changes at once one counts, and the other is told so', async () => {
  const farm = await aFarm(test_.db)
  const seen = await versionOf(farm)
  const answers = await Promise.all([first, second].map((number) => record(farm, number, start, farm.actor, seen)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: 'changed_meanwhile' })
})

test('an owner or staff change it, a helper cannot', async () => {
  const farm = await aFarm(test_.db)
  must(await record(farm, first, start, staff))
  await expect(end(farm, '2026-11-01', { ...farm.actor, role: 'staff' })).rejects.toThrow(Forbidden)
  must(await end(farm, '2026-11-01', staff))
})

test('the pages: a number in any width, the box that has to be ticked, and a loss', async () => {
  const farm = await aFarm(test_.db)
  const send = async (actor: Actor, fields: Record<string, string>) => {
    const url = new URL('https://market.example.jp/farmer/registration')
    const body = new URLSearchParams({ key: crypto.randomUUID(), version: String(await versionOf(farm)), ...fields })
    const args = { request: new Request(url, { method: 'POST', body }), context: pageContext(as(test_.db, actor)), url }
    return actor.kind === 'staff'
      ? changeAny({ ...args, params: { id: farm.farmId }, pattern: '/admin/registration/:id' })
      : changeOwn({ ...args, params: {}, pattern: '/farmer/registration' })
  }
  const typed = { intent: 'record', number: 't7000-0120-50002', fromOn: '２０２５年４月１日' }
  expect(await send(farm.actor, typed)).toMatchObject({
    data: { problem: { fields: { confirmed: expect.stringContaining('チェック') }, typed: { intent: 'record' } } },
  })
  expect(await send(farm.actor, { ...typed, number: 'T1', confirmed: 'on' })).toMatchObject({
    data: { problem: { fields: { number: expect.stringContaining('13桁') } } },
  })
  expect(await send(farm.actor, { ...typed, confirmed: 'on' })).toMatchObject({ status: 302 })
  expect(await send(farm.actor, { intent: 'end', lastOn: '2025-03-31', confirmed: 'on' })).toMatchObject({
    data: { problem: { summary: expect.stringContaining('登録日以降') } },
  })
  expect(await send(staff, { intent: 'end', lastOn: '2026-11-15', confirmed: 'on' })).toMatchObject({ status: 302 })
  expect(await historyOf(farm)).toEqual([[first, '2025-04-01', '2026-11-16']])
})
