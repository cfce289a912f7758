import type pg from 'pg'
import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { type MembershipId, newId, type PersonId } from '../../app/kernel/ids.ts'
import { yen } from '../../app/kernel/yen.ts'
import { closeOrganisation } from '../../app/modules/admin/organisations/close-organisation.server.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { approvePurchase } from '../../app/modules/ordering/approve-purchase.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import {
  acceptMemberInvitation,
  joinByInvitation,
} from '../../app/modules/organisations/members/accept-invitation.server.ts'
import { changeMember, removeMember } from '../../app/modules/organisations/members/change-member.server.ts'
import { inviteMember } from '../../app/modules/organisations/members/invite-member.server.ts'
import { aKey, aMarket, anAdmin, aPerson, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { codeSentTo, testEncryption } from '../support/mailed.ts'
import { fillCart, must, there } from './steps.ts'

const test_ = testDatabase()

/** A restaurant whose chef has two boxes of carrots in the cart, with two owners. */
async function aShop() {
  const { db } = test_
  const market = await aMarket(db)
  const owners = [await anOwner(market.chef), await anOwner(market.chef)] as const
  const farm = there(market.farms[0])
  const ctx = as(db, market.chef)
  await fillCart(ctx, market.kitchenId, [[farm.productId, 2]])
  const seen = seenOf(await cartQuote(ctx, market.kitchenId))
  const { id: membershipId } = await db
    .selectFrom('memberships')
    .select('id')
    .where('personId', '=', market.chef.personId)
    .executeTakeFirstOrThrow()
  const order = () => placeOrder(ctx, { kitchenId: market.kitchenId, key: aKey(), seen, askOwner: true })
  return { ...market, farm, owners, membershipId, order }
}

async function anOwner(of: BuyerActor): Promise<BuyerActor & { membershipId: MembershipId; personId: PersonId }> {
  const personId = await aPerson(test_.db, '灯 店長')
  const membershipId = newId<'membership'>()
  const place = { farmId: null, restaurantId: of.restaurantId }
  await test_.db
    .insertInto('memberships')
    .values({ id: membershipId, personId, ...place, role: 'owner', orderLimitYen: null })
    .execute()
  return { ...of, personId, name: '灯 店長', role: 'owner', membershipId }
}

/** Another transaction that has changed something and not ended yet, while `then` begins; the result of `then`. */
async function whileUnderWay<T>(
  changes: readonly [string, unknown[]][],
  then: () => Promise<T>,
): Promise<{ waited: boolean; done: PromiseSettledResult<T> }> {
  const other: pg.PoolClient = await test_.pool.connect()
  await other.query('begin')
  for (const [sql, values] of changes) await other.query(sql, values)
  const running = Promise.allSettled([then()])
  const first = await Promise.race([running, new Promise((done) => setTimeout(() => done('waits'), 300))])
  await other.query('commit')
  other.release()
  const [done] = await running
  return { waited: first === 'waits', done: there(done) }
}

const openOrders = async (restaurantId: string) =>
  (
    await test_.pool.query("select 1 from orders where restaurant_id = $1 and state not in ('draft', 'cancelled')", [
      restaurantId,
    ])
  ).rows.length

test('closing the restaurant first leaves no order behind that was being placed', async () => {
  const { chef, order } = await aShop()
  const { restaurantId } = chef
  const { waited, done } = await whileUnderWay(
    [
      ['select id from restaurants where id = $1 for update', [restaurantId]],
      ["update restaurants set status = 'closed' where id = $1", [restaurantId]],
    ],
    order,
  )
  expect([waited, done.status]).toEqual([true, 'rejected'])
  expect(await openOrders(restaurantId)).toBe(0)
})

test('closing the farm first leaves no order behind that was being placed', async () => {
  const { chef, farm, order } = await aShop()
  const { waited, done } = await whileUnderWay(
    [
      ['select id from farms where id = $1 for update', [farm.farmId]],
      ["update farms set status = 'closed' where id = $1", [farm.farmId]],
    ],
    order,
  )
  expect(waited).toBe(true)
  expect(done).toMatchObject({ status: 'fulfilled', value: { ok: false } })
  expect(await openOrders(chef.restaurantId)).toBe(0)
})

test('closing and ordering at once, in either order: never an order at a closed organisation', async () => {
  const staff = as(test_.db, await anAdmin(test_.db))
  for (let round = 0; round < 6; round++) {
    const { chef, farm, order } = await aShop()
    const org = round % 2 === 0 ? { restaurantId: chef.restaurantId } : { farmId: farm.farmId }
    const [closed, placed] = await Promise.allSettled([
      closeOrganisation(staff, { key: aKey(), org, version: 1, reason: '本人の希望' }),
      order(),
    ])
    const isClosed = closed.status === 'fulfilled' && closed.value.ok
    const isPlaced = placed.status === 'fulfilled' && placed.value.ok
    expect([isClosed, isPlaced, await openOrders(chef.restaurantId)]).toEqual(
      isClosed ? [true, false, 0] : [false, true, 1],
    )
  }
})

test('a limit that was just lowered holds for an order that is being placed', async () => {
  const { chef, membershipId, order } = await aShop()
  const { waited, done } = await whileUnderWay(
    [
      ['select id from restaurants where id = $1 for no key update', [chef.restaurantId]],
      ['update memberships set order_limit_yen = 1000 where id = $1', [membershipId]],
    ],
    order,
  )
  expect(waited).toBe(true)
  expect(done).toMatchObject({ status: 'fulfilled', value: { ok: true, value: { pending: true } } })
})

/** That the limit counts is the test above; both answer, whichever was first. */
test('changing a limit while ordering, repeatedly: no deadlock', async () => {
  for (let round = 0; round < 6; round++) {
    const { owners, membershipId, order } = await aShop()
    const [changed, placed] = await Promise.all([
      changeMember(as(test_.db, owners[0]), { membershipId, role: 'staff', rights: 'all', orderLimitYen: yen(1_000) }),
      order(),
    ])
    expect([changed.ok, placed.ok]).toEqual([true, true])
  }
})

test('a member who was just removed cannot order', async () => {
  const { chef, membershipId, order } = await aShop()
  const { waited, done } = await whileUnderWay(
    [
      ['select id from restaurants where id = $1 for no key update', [chef.restaurantId]],
      ['delete from memberships where id = $1', [membershipId]],
    ],
    order,
  )
  expect([waited, done.status]).toEqual([true, 'rejected'])
  expect(await openOrders(chef.restaurantId)).toBe(0)
})

test('removing a member while they order, repeatedly: no deadlock', async () => {
  for (let round = 0; round < 6; round++) {
    const { owners, membershipId, order } = await aShop()
    const [removed, placed] = await Promise.allSettled([
      removeMember(as(test_.db, owners[0]), { membershipId }),
      order(),
    ])
    expect(removed).toMatchObject({ status: 'fulfilled', value: { ok: true } })
    if (placed.status === 'rejected') expect(placed.reason).toBeInstanceOf(Forbidden)
  }
})

/** The chef of the restaurant has requested more than they may order alone. */
async function asked() {
  const shop = await aShop()
  await test_.db
    .updateTable('memberships')
    .set({ orderLimitYen: yen(1_000) })
    .where('id', '=', shop.membershipId)
    .execute()
  const placed = must(await shop.order())
  const orderId = there(placed.orderIds[0])
  const { cutoffAt } = await orderDetail(as(test_.db, shop.chef), orderId)
  const approve = (owner: BuyerActor, now?: Date) =>
    approvePurchase(as(test_.db, owner, now), { purchaseId: placed.purchaseId, key: aKey() })
  const state = async () => (await orderDetail(as(test_.db, shop.chef), orderId)).state
  return { ...shop, ...placed, orderId, cutoffAt, approve, state }
}

test('two owners approve at the same moment: one of them does, the other is told', async () => {
  const { owners, approve, state } = await asked()
  const done = await Promise.all(owners.map((owner) => approve(owner)))
  expect(done.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['nothing_to_approve', 'ok'])
  expect(await state()).toBe('placed')
})

test('approved while it expires: ordered once, or back in the cart, and the stock says the same', async () => {
  for (let round = 0; round < 4; round++) {
    const { owners, approve, state, cutoffAt, farm } = await asked()
    const last = new Date(cutoffAt.getTime() - 1)
    const [approved] = await Promise.all([approve(owners[0], last), runDueTimers({ db: test_.db, now: cutoffAt })])
    const { availableQty: left } = await test_.db
      .selectFrom('productStock')
      .select('availableQty')
      .where('productId', '=', farm.productId)
      .executeTakeFirstOrThrow()
    expect([await state(), left]).toEqual(approved.ok ? ['placed', 98] : ['draft', 100])
  }
})

test('an owner who was just removed cannot approve', async () => {
  const { chef, owners, approve, state } = await asked()
  const { waited, done } = await whileUnderWay(
    [
      ['select id from restaurants where id = $1 for no key update', [chef.restaurantId]],
      ['delete from memberships where id = $1', [owners[1].membershipId]],
    ],
    () => approve(owners[1]),
  )
  expect([waited, done.status, done.status === 'rejected' && done.reason instanceof Forbidden]).toEqual([
    true,
    'rejected',
    true,
  ])
  expect(await state()).toBe('pending_approval')
})

test('the farm of an order that waits is closed: nothing is ordered there', async () => {
  const { owners, approve, farm, state } = await asked()
  const { done } = await whileUnderWay(
    [
      ['select id from farms where id = $1 for update', [farm.farmId]],
      ["update farms set status = 'closed' where id = $1", [farm.farmId]],
    ],
    () => approve(owners[0]),
  )
  expect(done).toMatchObject({ status: 'fulfilled', value: { refusal: 'changed_since_asked' } })
  expect(await state()).toBe('pending_approval')
})

async function aLink(owner: BuyerActor, email: string | null) {
  const wanted = { role: 'staff', rights: 'all', orderLimitYen: null } as const
  must(
    await inviteMember(
      as(test_.db, owner),
      { key: aKey(), email: email as never, ...wanted },
      { encryption: testEncryption, ip: null },
    ),
  )
  return codeSentTo(test_.pool, email ?? '', 'member_invitation')
}

test('one invitation accepted in two tabs: one membership, the other tab is told', async () => {
  const { owners } = await aShop()
  const personId = await aPerson(test_.db, '新しい 人')
  const code = await aLink(owners[0], `${personId}@example.jp`)
  const me = as(test_.db, { kind: 'person', personId, name: '新しい 人' })
  const done = await Promise.all([1, 2].map(() => acceptMemberInvitation(me, {}, { code })))
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  const rows = await test_.db.selectFrom('memberships').select('id').where('personId', '=', personId).execute()
  expect(rows).toHaveLength(1)
})

test('a new account made from one invitation in two tabs: one account, one membership', async () => {
  const { owners } = await aShop()
  const email = `${newId()}@example.jp`
  const code = await aLink(owners[0], email)
  const form = { name: '新しい 人', nameKana: '' as const, password: '畑の朝つゆ 2026' }
  const opened = { code, ip: null, userAgent: null }
  const guest = as(test_.db, { kind: 'visitor' })
  const done = await Promise.all([joinByInvitation(guest, form, opened), joinByInvitation(guest, form, opened)])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  const { rows } = await test_.pool.query(
    'select count(*)::int as n from memberships m join people p on p.id = m.person_id where p.email = $1',
    [email],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('two owners remove the same member at once: it is done, and the second is told that the member does not exist', async () => {
  const { owners, membershipId } = await aShop()
  const done = await Promise.allSettled(owners.map((owner) => removeMember(as(test_.db, owner), { membershipId })))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(NotFound) })
})
