import type pg from 'pg'
import { expect, test } from 'vitest'
import type { GoodsKind } from '../../app/kernel/enums.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { type DocumentId, type FarmId, newId, type ProductId } from '../../app/kernel/ids.ts'
import { at, type JstDate, jstDate } from '../../app/kernel/jst.ts'
import { longestWaiting } from '../../app/modules/admin/waiting.server.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { approvePurchase } from '../../app/modules/ordering/approve-purchase.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { checkDocument } from '../../app/modules/organisations/approval/staff-steps.server.ts'
import { ownLapsedGoods, tellOfFarmPaper } from '../../app/modules/organisations/documents/farm-papers.server.ts'
import { settleAllLapsedGoods } from '../../app/modules/organisations/documents/settle-lapsed-goods.server.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, there } from './steps.ts'

const test_ = testDatabase()
const lastDay = jstDate('2026-11-30')
/** The permit is valid until the end of its last day, and not from midnight on. */
const before = at('2026-11-30 10:00')
const after = at('2026-12-01 00:01')

const settle = (now: Date) => settleAllLapsedGoods({ db: test_.db, now })

type PaperOf = { expiresOn?: JstDate | null; kinds?: GoodsKind[]; checked?: boolean; kind?: 'permit' | 'notification' }

async function aPaper(farmId: FarmId, { expiresOn = null, kinds = [], checked = true, kind = 'permit' }: PaperOf = {}) {
  const id: DocumentId = newId<'document'>()
  const checker = checked ? (await anAdmin(test_.db)).adminId : null
  await test_.db
    .insertInto('documents')
    .values({
      ...{ id, kind, draftHash: null, farmId, restaurantId: null, fileKey: id.replaceAll('-', '') },
      ...{ mediaType: 'application/pdf', fileName: '許可証.pdf', byteCount: 1, issuedOn: null },
      ...{ expiresOn, goodsKinds: kinds, addedAt: before, removedAt: null },
      ...{ checkedAt: checked ? before : null, checkedBy: checker },
    })
    .execute()
  return id
}

/** A farm of pickles and carrots, its permit for the pickles ending on the last day of November. */
async function aPickler() {
  const { db } = test_
  const { farmId, actor } = await aFarm(db, { goodsKinds: ['own_produce', 'pickles'] })
  const pickles = await aProduct(db, farmId, { category: 'processed', itemKey: 'umeboshi', name: '梅干し' })
  const carrots = await aProduct(db, farmId)
  const paper = await aPaper(farmId, { expiresOn: lastDay })
  return { farmId, actor, pickles, carrots, paper }
}

const shown = async (productId: ProductId): Promise<unknown> =>
  (await test_.pool.query('select visible from product_search where product_id = $1', [productId])).rows[0]?.visible
const mailsOf = async (farmId: FarmId) =>
  (
    await withWords(
      await test_.db
        .selectFrom('mails')
        .innerJoin('people', 'people.email', 'mails.recipient')
        .innerJoin('memberships', 'memberships.personId', 'people.id')
        .select(['template', 'data', 'html', 'text'])
        .where('memberships.farmId', '=', farmId)
        .orderBy('mails.createdAt')
        .execute(),
    )
  ).map(({ template, text }) => ({ template, text }))
const eventsOf = (farmId: FarmId) =>
  test_.db
    .selectFrom('events')
    .select(['kind', 'actorKind as by', 'data'])
    .where('aboutFarmId', '=', farmId)
    .where('kind', 'in', ['goods_lapsed', 'goods_lifted'])
    .orderBy('at')
    .orderBy('id')
    .execute()
const statusOf = async (productId: ProductId) =>
  (await test_.db.selectFrom('products').select('status').where('id', '=', productId).executeTakeFirstOrThrow()).status

test('from the day after the last day on: hidden, not orderable, told once; what asks for no permit stays', async () => {
  const { farmId, pickles, carrots } = await aPickler()
  const chef = await aRestaurant(test_.db)
  const into = (productId: ProductId) =>
    setCartLine(as(test_.db, chef.actor, after), { kitchenId: chef.kitchenId, productId, qty: 1 })
  await settle(before)
  expect([await shown(pickles), await mailsOf(farmId)]).toEqual([true, []])

  await settle(after)
  expect([await shown(pickles), await shown(carrots), await statusOf(pickles)]).toEqual([false, true, 'listed'])
  const listed = await listProducts(as(test_.db, chef.actor, after), { farmId, limit: 10 })
  expect(listed.products.map(({ id }) => id)).toEqual([carrots])
  expect(await into(pickles)).toEqual({ ok: false, refusal: 'not_listed' })
  expect((await into(carrots)).ok).toBe(true)
  expect((await productDetail(as(test_.db, chef.actor, after), pickles, null)).listed).toBe(false)
  await expect(productDetail(as(test_.db, { kind: 'visitor' }, after), pickles, null)).rejects.toThrow(NotFound)

  const [mail, ...more] = await mailsOf(farmId)
  expect([mail?.template, more]).toEqual(['goods_lapsed', []])
  expect(mail?.text).toContain('漬物')
  expect(mail?.text).toContain(`https://site.invalid/profile/organisation`)
  await settle(at('2026-12-02 00:01'))
  expect(await mailsOf(farmId)).toHaveLength(1)
  expect(await eventsOf(farmId)).toEqual([{ kind: 'goods_lapsed', by: 'system', data: { goods: '漬物' } }])
})

test('a new permit counts when staff have approved it, not before; what was paused meanwhile stays paused', async () => {
  const { farmId, actor, pickles, paper } = await aPickler()
  const paused = await aProduct(test_.db, farmId, { category: 'processed', itemKey: 'umeboshi', status: 'paused' })
  await settle(after)
  const next = await aPaper(farmId, { checked: false, expiresOn: jstDate('2031-11-30') })
  await settle(after)
  expect(await shown(pickles)).toBe(false)
  expect(await ownLapsedGoods(as(test_.db, actor, after))).toMatchObject([{ kind: 'pickles', endedOn: lastDay }])

  const staff = as(test_.db, await anAdmin(test_.db), after)
  const facts = { number: '第2号', authority: '保健所', holder: '佐藤農園', issuedOn: null, goodsKinds: [] }
  const step = { org: { farmId }, key: aKey(), id: next, ...facts, expiresOn: jstDate('2031-11-30') }
  must(await checkDocument(staff, step))
  must(await checkDocument(staff, step))
  expect([await shown(pickles), await shown(paused)]).toEqual([true, false])
  expect((await mailsOf(farmId)).map(({ template }) => template)).toEqual(['goods_lapsed', 'goods_lifted'])
  expect((await eventsOf(farmId)).map(({ kind, by }) => [kind, by])).toEqual([
    ['goods_lapsed', 'system'],
    ['goods_lifted', 'staff'],
  ])
  expect(await ownLapsedGoods(as(test_.db, actor, after))).toEqual([])
  expect(paper).not.toBe(next)
})

test('a paper that has ended already, or is for something else, brings nothing back', async () => {
  const { farmId, pickles } = await aPickler()
  await settle(after)
  const staff = as(test_.db, await anAdmin(test_.db), after)
  const check = async (expiresOn: JstDate | null, goodsKinds: GoodsKind[]) => {
    const id = await aPaper(farmId, { checked: false })
    const facts = { number: '', authority: '', holder: '', issuedOn: null, expiresOn, goodsKinds }
    must(await checkDocument(staff, { org: { farmId }, key: aKey(), id, ...facts }))
    return shown(pickles)
  }
  expect(await check(lastDay, [])).toBe(false)
  expect(await check(jstDate('2031-11-30'), ['processed'])).toBe(false)
  expect(await check(null, ['pickles'])).toBe(true)
})

test('taking the old permit away neither avoids it nor ends it', async () => {
  const { db } = test_
  const [early, late] = [await aPickler(), await aPickler()]
  const remove = (id: DocumentId, now: Date) =>
    db.updateTable('documents').set({ removedAt: now }).where('id', '=', id).execute()
  await remove(early.paper, before)
  await settle(after)
  await remove(late.paper, after)
  await settle(after)
  expect([await shown(early.pickles), await shown(late.pickles)]).toEqual([false, false])
})

test('goods that are listed or become pickles while the permit is past are not shown either', async () => {
  const { db } = test_
  const { farmId, carrots } = await aPickler()
  await settle(after)
  const fresh = await aProduct(db, farmId, { category: 'processed', itemKey: 'takuan', name: 'たくあん' })
  expect(await shown(fresh)).toBe(false)
  await db
    .updateTable('products')
    .set({ category: 'processed', itemKey: 'umeboshi' })
    .where('id', '=', carrots)
    .execute()
  expect(await shown(carrots)).toBe(false)
})

test('a farm that is stopped is left alone until it trades again', async () => {
  const { db } = test_
  const { farmId } = await aPickler()
  const to = (status: 'suspended' | 'approved') =>
    db.updateTable('farms').set({ status, statusReason: '確認中' }).where('id', '=', farmId).execute()
  await to('suspended')
  await settle(after)
  expect(await mailsOf(farmId)).toEqual([])
  await to('approved')
  await settle(after)
  expect(await mailsOf(farmId)).toHaveLength(1)
})

test('staff see which goods are held back, and that a newer paper has come; the farm’s paper is told of', async () => {
  const { db } = test_
  const { farmId, actor } = await aPickler()
  await settle(after)
  const staff = as(db, await anAdmin(db), after)
  const ours = async () => (await longestWaiting(staff, 500)).permits.filter(({ id }) => id === farmId)
  expect(await ours()).toMatchObject([{ lapsed: ['pickles'], arrived: false, expiresOn: lastDay }])
  const id = await aPaper(farmId, { checked: false })
  await db.updateTable('documents').set({ addedAt: after }).where('id', '=', id).execute()
  expect(await ours()).toMatchObject([{ lapsed: ['pickles'], arrived: true }])
  expect(await ownLapsedGoods(as(db, actor, after))).toMatchObject([{ arrived: true }])
  await tellOfFarmPaper(as(db, actor, after))
  const mails = await withWords(
    await db.selectFrom('mails').selectAll().where('template', '=', 'farm_paper_arrived').execute(),
  )
  expect(mails.find(({ text }) => text.includes(`farm-${farmId}`))?.text).toContain('漬物')
})

async function aChefWith(productId: ProductId, orderLimitYen?: number) {
  const { actor, kitchenId } = await aRestaurant(test_.db, orderLimitYen ? { orderLimitYen } : {})
  const ctx = as(test_.db, actor, before)
  await fillCart(ctx, kitchenId, [[productId, 1]])
  const seen = seenOf(await cartQuote(ctx, kitchenId))
  return { actor, order: () => placeOrder(ctx, { kitchenId, key: aKey(), seen, askOwner: true }) }
}
const ordersOf = async (farmId: FarmId) =>
  (await test_.pool.query("select 1 from orders where farm_id = $1 and state <> 'draft'", [farmId])).rows.length

test('an order that is being written while the goods lapse waits, and orders nothing', async () => {
  const { farmId, pickles, paper } = await aPickler()
  const { order } = await aChefWith(pickles)
  const other: pg.PoolClient = await test_.pool.connect()
  await other.query('begin')
  await other.query('select id from farms where id = $1 for no key update', [farmId])
  await other.query("insert into lapsed_products values ($1, 'pickles', $2, $3)", [farmId, paper, after])
  const running = order()
  const first = await Promise.race([running, new Promise((done) => setTimeout(() => done('waits'), 300))])
  await other.query('commit')
  other.release()
  expect([first, await running]).toEqual(['waits', { ok: false, refusal: 'not_orderable' }])
  expect(await ordersOf(farmId)).toBe(0)
})

test('lapsing and ordering at once, repeatedly: ordered before it, or not at all', async () => {
  for (let round = 0; round < 6; round++) {
    const { farmId, pickles } = await aPickler()
    const { order } = await aChefWith(pickles)
    const [placed] = await Promise.all([order(), settle(after)])
    expect([await ordersOf(farmId), await shown(pickles)]).toEqual([placed.ok ? 1 : 0, false])
  }
})

test('what an owner approves after the permit has ended is not ordered', async () => {
  const { farmId, pickles } = await aPickler()
  const { actor, order } = await aChefWith(pickles, 1_000)
  const { purchaseId, pending } = must(await order())
  expect(pending).toBe(true)
  await settle(after)
  await test_.db
    .updateTable('memberships')
    .set({ role: 'owner', orderLimitYen: null })
    .where('personId', '=', there(actor.personId))
    .execute()
  const owner = as(test_.db, { ...actor, role: 'owner' as const }, before)
  expect(await approvePurchase(owner, { purchaseId, key: aKey() })).toMatchObject({ ok: false })
  expect(await test_.db.selectFrom('lapsedProducts').selectAll().where('farmId', '=', farmId).execute()).toHaveLength(1)
})

/** Every food in the categories of a new market, and its possible legal categories. */
test.each([
  ['leaf', 'cabbage', ['resold_produce']],
  ['egg', 'egg', ['egg']],
  ['egg', 'butter', ['dairy']],
  ['rice', 'brown_rice', ['rice']],
  ['meat', 'venison', ['meat']],
  ['fish', 'nori', ['fish']],
  ['processed', 'sake', ['alcohol']],
  ['processed', 'dried_shiitake', ['honey_tea']],
  ['processed', 'something new', ['processed', 'pickles', 'honey_tea', 'alcohol', 'dairy']],
])('%s %s may be %j', async (category, item, kinds) => {
  const { rows } = await test_.pool.query('select goods_kinds_of($1, $2) as kinds', [category, item])
  expect(rows).toEqual([{ kinds }])
})
