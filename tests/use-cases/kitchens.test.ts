import { expect, test } from 'vitest'
import { z } from 'zod'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import {
  addClosure,
  addKitchen,
  closeKitchen,
  ownKitchen,
  removeClosure,
  saveKitchen,
} from '../../app/modules/organisations/restaurant/kitchen.server.ts'
import { handInLicence, withdrawLicence } from '../../app/modules/organisations/restaurant/licence.server.ts'
import {
  restaurantAccount,
  saveLegal,
  saveShop,
} from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { changeAccount } from '../../app/routes/restaurant/account/account-action.server.ts'
import { readForm } from '../../app/web/read-form.server.ts'
import { paperOf } from '../../db/seed/papers.ts'
import { aKey, aMarket, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { inputOf } from '../support/input.ts'
import { withWords } from '../support/mailed.ts'
import { pageContext } from '../support/page-context.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

const second = inputOf(addKitchen, {
  name: '飯田橋店',
  postalCode: '102-0072',
  prefectureCode: '13',
  city: '千代田区',
  town: '飯田橋4丁目',
  street: '9-3',
  building: '',
  phone: '03-3261-1111',
  receivingWeekdays: [1, 2, 3],
  slot: 'am',
  receivingNote: '',
})
const legal = {
  partyType: 'sole_trader',
  lastName: '灯',
  firstName: '次郎',
  lastNameKana: 'アカリ',
  firstNameKana: 'ジロウ',
}

async function aShop() {
  const { actor, kitchenId, restaurantId } = await aRestaurant(test_.db)
  const owner: BuyerActor = { ...actor, role: 'owner' }
  return { kitchenId, restaurantId, owner: as(test_.db, owner), chef: as(test_.db, actor) }
}

const staffMails = async (restaurantId: string) =>
  (
    await withWords(
      await test_.db
        .selectFrom('mails')
        .select(['template', 'data', 'html', 'text'])
        .where('template', '=', 'legal_facts_changed')
        .where('recipient', '=', 'staff')
        .execute(),
    )
  ).filter(({ text }) => text.includes(restaurantId))

const eventsOf = async (restaurantId: BuyerActor['restaurantId']) =>
  (
    await test_.db
      .selectFrom('events')
      .select('kind')
      .where('aboutRestaurantId', '=', restaurantId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

test('checked details may change, and staff are told; an outdated page changes nothing', async () => {
  const { owner, restaurantId } = await aShop()
  const { version } = await restaurantAccount(owner)
  const change = inputOf(saveLegal, { ...legal, version })
  expect(must(await saveLegal(owner, change))).toEqual({ changed: true })
  expect(await saveLegal(owner, change)).toMatchObject({ refusal: 'changed_meanwhile' })
  expect((await restaurantAccount(owner)).typed).toMatchObject({ firstName: '次郎', firstNameKana: 'ジロウ' })
  expect(await eventsOf(restaurantId)).toEqual(['legal_facts_changed'])
  expect(await staffMails(restaurantId)).toHaveLength(1)
})

test('the sign is the restaurant’s own affair; what is wrong is said by field', async () => {
  const { owner, restaurantId } = await aShop()
  const shop = {
    tradeName: 'ビストロ 灯',
    tradeNameKana: 'ビストロアカリ',
    crest: '',
    businessType: 'イタリアン',
    phone: '03-3261-1111',
  }
  expect(fieldsOf(saveShop, { ...shop, tradeName: '', version: '1' })).toEqual(['tradeName'])
  must(await saveShop(owner, inputOf(saveShop, { ...shop, version: 1 })))
  expect((await restaurantAccount(owner)).typed).toMatchObject({ businessType: 'イタリアン', crest: '灯' })
  expect(await eventsOf(restaurantId)).toEqual(['profile_changed'])
  expect(await staffMails(restaurantId)).toEqual([])
})

/** The fields of a form at which a sentence stands. */
const fieldsOf = (change: { declaration: { input: z.ZodRawShape } }, typed: Record<string, string>) => {
  const read = readForm(z.object(change.declaration.input), formOf(typed))
  return read.ok ? [] : Object.keys(read.problem.fields)
}

const formOf = (typed: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  return form
}

test('one more kitchen, once however often it is pressed; staff look at its permit', async () => {
  const { owner, restaurantId } = await aShop()
  const input = { key: aKey(), ...second }
  const [one, two] = await Promise.all([addKitchen(owner, input), addKitchen(owner, input)])
  expect(one).toEqual(two)
  const { kitchens } = await restaurantAccount(owner)
  expect(kitchens.map(({ name, address }) => [name, address])).toEqual([
    ['神楽坂本店', '新宿区神楽坂1-2-3'],
    ['飯田橋店', '千代田区飯田橋4丁目9-3'],
  ])
  expect(await staffMails(restaurantId)).toHaveLength(1)
})

test('of two members who save one kitchen, the second is refused as outdated', async () => {
  const { owner, kitchenId: id } = await aShop()
  const save = () => saveKitchen(owner, { id, version: 1, ...second })
  const done = await Promise.all([save(), save()])
  expect(done.map((it) => (it.ok ? 'ok' : it.refusal)).sort()).toEqual(['changed_meanwhile', 'ok'])
})

test('a kitchen closes when nothing is on its way there; the last one stays', async () => {
  const market = await aMarket(test_.db)
  const owner = as(test_.db, { ...market.chef, role: 'owner' })
  const { kitchenId: id } = market
  expect(await closeKitchen(owner, { id, version: 1 })).toMatchObject({ refusal: 'last_kitchen' })
  const added = await addKitchen(owner, { key: aKey(), ...second })
  expect(added).toMatchObject({ ok: true })
  await fillCart(owner, id, [[there(market.farms[0]).productId, 1]])
  const { orderIds } = must(await place(owner, id))
  expect(await closeKitchen(owner, { id, version: 1 })).toMatchObject({ refusal: 'open_orders' })
  must(await cancelOrder(owner, { orderId: there(orderIds[0]), key: aKey() }))
  await fillCart(owner, id, [[there(market.farms[0]).productId, 1]])
  must(await closeKitchen(owner, { id, version: 1 }))
  // the session of the user who was about to order still has it selected
  await expect(cartQuote(owner, id)).resolves.toMatchObject({ lineCount: 0 })
  await expect(ownKitchen(owner, id)).rejects.toThrow(NotFound)
  expect((await restaurantAccount(owner)).kitchens.map(({ name }) => name)).toEqual(['飯田橋店'])
})

test('a row of days off is entered at once, and days that are off already stay', async () => {
  const { owner, kitchenId: id } = await aShop()
  await addClosure(owner, { id, day: jstDate('2026-12-31') })
  await addClosure(owner, { id, day: jstDate('2026-12-30'), to: jstDate('2027-01-02') })
  expect((await ownKitchen(owner, id)).closures).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  await addClosure(owner, { id, day: jstDate('2027-01-05'), to: jstDate('2027-01-04') })
  expect((await ownKitchen(owner, id)).closures).toHaveLength(5)
})

test('days off come and go', async () => {
  const { owner, kitchenId: id, restaurantId } = await aShop()
  const day = jstDate('2026-12-31')
  await addClosure(owner, { id, day })
  await addClosure(owner, { id, day })
  expect((await ownKitchen(owner, id)).closures).toEqual([day])
  await removeClosure(owner, { id, day })
  expect((await ownKitchen(owner, id)).closures).toEqual([])
  expect(await eventsOf(restaurantId)).toEqual(['kitchen_day_off', 'kitchen_day_on'])
})

test('staff read, owners change, and others’ kitchens do not exist', async () => {
  const { chef, kitchenId: id } = await aShop()
  const { owner: stranger } = await aShop()
  expect((await restaurantAccount(chef)).mayManage).toBe(false)
  await expect(saveKitchen(chef, { id, version: 1, ...second })).rejects.toThrow(Forbidden)
  await expect(closeKitchen(stranger, { id, version: 1 })).rejects.toThrow(NotFound)
  await expect(ownKitchen(stranger, id)).rejects.toThrow(NotFound)
})

const billing = { closingDay: '20', paymentMethod: 'transfer', billingName: '', billingEmail: 'Keiri@Example.jp' }

test('bills: a closing day that is in use, a way to pay, and an address that is whole or not there at all', async () => {
  const { owner, restaurantId } = await aShop()
  const send = async (typed: Record<string, string>) => {
    const { version } = await restaurantAccount(owner)
    const form = formOf({ ...typed, intent: 'billing', version: String(version) })
    return changeAccount(owner, form, { context: pageContext(owner) })
  }
  expect(await send(billing)).toMatchObject({ status: 302 })
  const { typed } = await restaurantAccount(owner)
  expect(typed).toMatchObject({ closingDay: '20', paymentMethod: 'transfer', billingEmail: 'keiri@example.jp' })
  const wrong = await send({ ...billing, closingDay: '7', paymentMethod: 'cash', billingEmail: 'keiri', street: '1-2' })
  const fields = 'data' in wrong ? wrong.data?.problem?.fields : undefined
  expect(Object.keys(fields ?? {}).toSorted()).toEqual([
    'billingEmail',
    'city',
    'closingDay',
    'paymentMethod',
    'postalCode',
    'prefectureCode',
  ])
  const whole = { postalCode: '102-0072', prefectureCode: '13', city: '千代田区', street: '飯田橋4-9-3' }
  expect(await send({ ...billing, ...whole })).toMatchObject({ status: 302 })
  expect((await restaurantAccount(owner)).typed).toMatchObject({ postalCode: '1020072', street: '飯田橋4-9-3' })
  expect(await staffMails(restaurantId)).toHaveLength(0)
})

test('a new licence is kept with its last day, and staff are told in the same moment', async () => {
  const { owner, chef, restaurantId } = await aShop()
  const kept = new Map<string, Uint8Array>()
  const files: FileStore = {
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    delete: async (key) => void kept.delete(key),
    list: async function* () {},
  }
  const { bytes } = paperOf('letter')
  const paper = { bytes, fileName: '営業許可証.pdf', expiresOn: jstDate('2031-11-30') }
  await expect(handInLicence(chef, files, paper)).rejects.toThrow(Forbidden)
  const { id } = must(await handInLicence(owner, files, paper))
  expect((await restaurantAccount(owner)).documents).toMatchObject([
    { kind: 'business_licence', expiresOn: '2031-11-30', checkedAt: null },
  ])
  expect((await restaurantAccount(chef)).documents).toEqual([])
  expect((await staffMails(restaurantId))[0]?.text).toContain('2031年11月30日')
  await withdrawLicence(owner, { id })
  expect((await restaurantAccount(owner)).documents).toEqual([])
})
