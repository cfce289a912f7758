import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Verdict } from '../../app/kernel/enums.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import type { ClaimId, OrderId } from '../../app/kernel/ids.ts'
import { addHours, at } from '../../app/kernel/jst.ts'
import { currentPeriod } from '../../app/modules/billing/current-period.server.ts'
import {
  answerClaim,
  escalateClaim,
  recheckClaim,
  takeOffer,
  withdrawClaim,
} from '../../app/modules/ordering/claims/answer-claim.server.ts'
import {
  claimDesk,
  claimDetail,
  claimsOfOrder,
  claimsToAnswer,
} from '../../app/modules/ordering/claims/claim-queries.server.ts'
import { decideClaim } from '../../app/modules/ordering/claims/decide-claim.server.ts'
import { openClaim } from '../../app/modules/ordering/claims/open-claim.server.ts'
import { runDueClaims } from '../../app/modules/ordering/claims/run-due-claims.server.ts'
import { sendParcelBack } from '../../app/modules/ordering/claims/send-back.server.ts'
import { overruleOrder } from '../../app/modules/ordering/end-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { receiptOf, receiptsOfMonth } from '../../app/modules/ordering/fulfilment/receipts.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { replay } from '../../app/modules/ordering/replay.ts'
import { photoBytes } from '../../app/modules/photos/keep-photo.server.ts'
import { aKey, aMarket, anAdmin, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aDraftPhoto, arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
const mailsTo = async (claim: string) =>
  (await rows(`select recipient from mails where subject like $1 order by created_at, recipient`, [`%${claim}%`])).map(
    (row) => row.recipient,
  )

/** Shipped boxes of carrots at ¥1,500; `auto` is the limit up to which claims settle automatically for both sides. */
async function shipped({ qty = 4, auto = 3_000 }: { qty?: number; auto?: number } = {}) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await rows('update farms set claim_auto_yen = $2 where id = $1', [farm.farmId, auto])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, qty]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  return { market, farm, orderId }
}

type Said = { verdict?: Exclude<Verdict, 'ok'>; usable?: number; photo?: boolean; wish?: 'credit' | 'replacement' }

/** The kitchen opens the boxes, and something is wrong. */
async function received(of: Awaited<ReturnType<typeof shipped>>, said: Said = {}) {
  const { verdict = 'damaged', usable = 2, photo = true, wish = 'credit' } = said
  const chef = as(test_.db, of.market.chef, arrivalTime)
  const key = aKey()
  const { lines } = await orderDetail(chef, of.orderId)
  const photos = photo ? [await aDraftPhoto(test_.db, key, of.market.chef.personId)] : []
  const receipt = { receivedBy: '灯 料理人', chilledTenths: 45, frozenTenths: null }
  const line = { lineId: there(lines[0]).id, verdict, qty: usable, grams: null, note: '底がつぶれていた', wish, photos }
  return receiveOrder(chef, { orderId: of.orderId, key, lines: [line], ...receipt })
}

async function claimed(options: Parameters<typeof shipped>[0] & Said = {}) {
  const of = await shipped(options)
  must(await received(of, options))
  const claim = await claimOf(of.market, of.orderId)
  return { ...of, claimId: claim.id, number: claim.number }
}
const claimOf = async (market: Market, orderId: OrderId, moment = arrivalTime) =>
  there((await claimsOfOrder(as(test_.db, market.chef, moment), orderId))[0])
const billOf = async (market: Market, orderId: OrderId) => {
  const { state, lines } = await orderDetail(as(test_.db, market.chef), orderId)
  const line = there(lines[0])
  return { state, received: line.quantities.received?.qty, billed: line.quantities.billed?.qty, yen: line.billedYen }
}
const entryOf = async (claimId: ClaimId) =>
  (
    await rows(
      'select kind, yen::int, off_bill_yen::int off, next_statement later, borne_by from claim_entries where claim_id = $1',
      [claimId],
    )
  )[0]

const later = (hours: number) => addHours(arrivalTime, hours)
const by = (actor: Actor, moment = later(1)) => as(test_.db, actor, moment)
const half = { kind: 'price_reduction', percent: 50, words: '半分は使えそうとのことなので' } as const

test('a small claim with a photo is settled at once, and the bill is final', async () => {
  const { market, orderId, claimId } = await claimed()
  expect(await billOf(market, orderId)).toEqual({ state: 'finalized', received: 2, billed: 2, yen: 3_000 })
  expect(await entryOf(claimId)).toEqual({ kind: 'credit', yen: 3_000, off: 0, later: false, borne_by: 'farm' })
  const { events } = await orderDetail(by(market.chef), orderId)
  expect(events.map(({ kind }) => kind).slice(-5)).toEqual([
    'order_inspected',
    'line_received_less',
    'claim_opened',
    'claim_settled_itself',
    'order_finalized',
  ])
})

test.each([
  ['above what both let pass', { auto: 2_999 }],
  ['without a photo, because it is missing', { photo: false, verdict: 'short' }],
  ['for the wrong goods', { verdict: 'wrong' }],
  ['with the wish for the goods again', { wish: 'replacement' }],
] as const)('a claim %s waits for the farm, and only the order that it is about waits with it', async (_, options) => {
  const { market, orderId, number, farm } = await claimed(options)
  expect(await billOf(market, orderId)).toMatchObject({ state: 'inspected', received: 2, billed: undefined })
  expect((await claimOf(market, orderId)).state).toBe('opened')
  expect(await mailsTo(number)).toEqual([`${farm.actor.personId}@example.jp`])
  expect(await claimsToAnswer(by(farm.actor))).toMatchObject([{ orderId, line: '人参', dueAt: later(48) }])
})

test('a photo is asked for, but not of what never came; nothing is kept of what was refused', async () => {
  const of = await shipped()
  expect(await received(of, { photo: false })).toMatchObject({ ok: false, refusal: 'photo_missing' })
  expect(await billOf(of.market, of.orderId)).toMatchObject({ state: 'shipped' })
  must(await received(of, { photo: false, verdict: 'short', usable: 0 }))
  expect((await claimOf(of.market, of.orderId)).reason).toBe('not_arrived')
})

test('the record of receiving says who, when, how cold, and what was wrong; its month is the restaurant’s own', async () => {
  const { market, orderId, farm } = await claimed()
  const chef = by(market.chef)
  expect(await receiptsOfMonth(chef, '2026-11')).toMatchObject([
    {
      orderId,
      farm: 'いちの畑',
      receivedBy: '灯 料理人',
      chilledTenths: 45,
      lineCount: 1,
      wrong: [{ line: '人参', verdict: 'damaged', note: '傷み：底がつぶれていた', claim: 'settled' }],
    },
  ])
  expect(await receiptsOfMonth(chef, '2026-10')).toEqual([])
  expect(await receiptOf(by(farm.actor), orderId)).toMatchObject({ receivedBy: '灯 料理人', receivedAt: arrivalTime })
  await expect(rows('update receipts set received_by = $1', ['別の人'])).rejects.toThrow(/append-only/)
})

test('the farm offers half and the restaurant takes it: the goods count as received, at less money', async () => {
  const { market, farm, orderId, claimId } = await claimed({ auto: 0 })
  must(await answerClaim(by(farm.actor), { claimId, key: aKey(), ...half }))
  expect((await claimOf(market, orderId)).offer).toEqual(half)
  must(await takeOffer(by(market.chef, later(2)), { claimId, key: aKey() }))
  expect(await billOf(market, orderId)).toEqual({ state: 'finalized', received: 4, billed: 4, yen: 4_500 })
  expect(await entryOf(claimId)).toEqual({
    kind: 'price_reduction',
    yen: 1_500,
    off: 1_500,
    later: false,
    borne_by: 'farm',
  })
})

test('the goods again: nothing is taken off the bill, and an order for nothing brings them', async () => {
  const { market, farm, orderId, claimId, number } = await claimed({ wish: 'replacement' })
  const stock = async () =>
    (await rows('select available_qty n from product_stock where product_id = $1', [farm.productId]))[0].n
  const before = await stock()
  must(await answerClaim(by(farm.actor), { claimId, key: aKey(), kind: 'replacement', percent: 100, words: '' }))
  must(await takeOffer(by(market.chef, later(2)), { claimId, key: aKey() }))
  expect(await billOf(market, orderId)).toEqual({ state: 'finalized', received: 4, billed: 4, yen: 6_000 })
  expect(await entryOf(claimId)).toMatchObject({ kind: 'replacement', yen: 0 })

  const { again } = await claimOf(market, orderId, later(2))
  const replacement = await orderDetail(by(farm.actor, later(2)), there(again).id)
  expect(replacement).toMatchObject({ state: 'accepted', claimId, deliveryOn: there(again).deliveryOn })
  expect(replacement.note).toContain(number)
  expect(replacement.figures).toMatchObject({ goodsYen: 0, freightYen: 0, totalIncYen: 0 })
  expect(there(replacement.lines[0]).quantities).toMatchObject({ ordered: { qty: 2 }, confirmed: { qty: 2 } })
  expect(await stock()).toBe(before - 2)
  // it continues like any other order, without anyone's action, and costs nothing to the end
  await bringToSent(farm.actor, replacement.id)
  must(await receiveOrder(by(market.chef, later(90)), { orderId: replacement.id, key: aKey(), lines: [] }))
  const final = await orderDetail(by(market.chef, later(90)), replacement.id)
  expect(final).toMatchObject({ state: 'finalized', figures: { totalIncYen: 0 } })
  expect(there(final.lines[0])).toMatchObject({ billedYen: 0, quantities: { billed: { qty: 2 } } })
  expect(replay(final.events)).toMatchObject({ ok: true, order: { state: 'finalized' } })
})

/** Packs and ships what has been accepted. */
async function bringToSent(farmer: Actor, id: OrderId) {
  const ctx = by(farmer, later(20))
  must(await prepareOrder(ctx, { orderId: id, key: aKey() }))
  const { lines, parcels } = await orderDetail(ctx, id)
  const packed = lines.map((line) => ({
    lineId: line.id,
    qty: line.quantities.confirmed?.qty ?? 0,
    grams: null,
    reason: null,
    lot: 'today' as const,
  }))
  must(await packOrder(ctx, { orderId: id, key: aKey(), lines: packed }))
  const labels = parcels.map((box) => ({
    parcelId: box.id,
    carrier: 'yamato' as const,
    trackingNumber: '4444-1375-8703',
    confirmed: true,
  }))
  must(await shipOrder(ctx, { orderId: id, key: aKey(), parcels: labels }))
}

test('goods that are sent again beside the stock give nothing back to it when they cannot be sent after all', async () => {
  const { market, farm, orderId, claimId } = await claimed({ wish: 'replacement' })
  await rows('update product_stock set available_qty = 1 where product_id = $1', [farm.productId])
  must(await answerClaim(by(farm.actor), { claimId, key: aKey(), kind: 'replacement', percent: 100, words: '' }))
  must(await takeOffer(by(market.chef, later(2)), { claimId, key: aKey() }))
  const { again } = await claimOf(market, orderId, later(2))
  const staff = await anAdmin(test_.db)
  must(await overruleOrder(by(staff, later(3)), { orderId: there(again).id, key: aKey(), reason: '電話で取りやめ' }))
  const stock = await rows('select available_qty n from product_stock where product_id = $1', [farm.productId])
  expect(stock[0].n).toBe(1)
})

test('returned boxes are a claim that staff decide: the party at fault pays, and it cannot be withdrawn', async () => {
  const [carriers, kitchens, silent, halves] = [await shipped(), await shipped(), await shipped(), await shipped()]
  const staff = await anAdmin(test_.db)
  const back = { why: 'absent' as const, reason: '三度とも不在' }
  for (const { orderId, market } of [carriers, kitchens, silent, halves]) {
    await expect(sendParcelBack(by(market.chef), { orderId, key: aKey(), ...back })).rejects.toThrow(Forbidden)
    must(await sendParcelBack(by(staff), { orderId, key: aKey(), ...back }))
  }
  const claimIn = async ({ market, orderId }: typeof carriers) => claimOf(market, orderId, later(2))
  const claim = await claimIn(carriers)
  expect(claim).toMatchObject({
    state: 'escalated',
    reason: 'sent_back',
    wholeOrder: true,
    amountYen: 6_000,
    words: '長期不在：三度とも不在',
    line: { name: '荷物全体' },
  })
  expect(await mailsTo(claim.number)).toEqual(
    expect.arrayContaining(['staff', `${carriers.farm.actor.personId}@example.jp`]),
  )
  expect(claim.actions).toEqual([])
  expect(await withdrawClaim(by(carriers.market.chef), { claimId: claim.id, key: aKey() })).toMatchObject({
    refusal: 'other_way',
  })
  expect(
    await decideClaim(by(staff, later(2)), {
      claimId: claim.id,
      key: aKey(),
      ...decision,
      kind: 'replacement',
      percent: 100,
    }),
  ).toMatchObject({ refusal: 'not_again' })

  must(await decideClaim(by(staff, later(2)), { claimId: claim.id, key: aKey(), ...decision, percent: 100 }))
  const own = { kind: 'none', percent: 0, words: '店がお休みだった', borneBy: 'buyer' } as const
  must(await decideClaim(by(staff, later(2)), { claimId: (await claimIn(kitchens)).id, key: aKey(), ...own }))
  const shared = { ...half, borneBy: 'buyer' } as const
  must(await decideClaim(by(staff, later(2)), { claimId: (await claimIn(halves)).id, key: aKey(), ...shared }))
  await runDueClaims({ db: test_.db, now: later(2 + 72) })
  await runDueClaims({ db: test_.db, now: later(16 * 24) })
  const billed = async (of: typeof carriers) => {
    const { state, figures, lines } = await orderDetail(by(of.market.chef), of.orderId)
    return { state, goods: figures.goodsYen, freight: figures.freightYen > 0, billed: lines[0]?.billedYen }
  }
  expect(await billed(carriers)).toEqual({ state: 'sent_back', goods: 0, freight: false, billed: 0 })
  expect(await billed(kitchens)).toEqual({ state: 'sent_back', goods: 6_000, freight: true, billed: 6_000 })
  expect(await billed(halves)).toEqual({ state: 'sent_back', goods: 3_000, freight: true, billed: 3_000 })
  // its period names the goods with what they are billed at
  const owner: Actor = { ...halves.market.chef, role: 'owner' }
  const period = await currentPeriod(by(owner, later(2 + 72)), { months: 1, payDay: 'closing' })
  const yenOf = (goods: readonly { yen: number }[]) => goods.map(({ yen }) => yen)
  expect([yenOf(period.byFarm), yenOf(period.byCategory)]).toEqual([[3_000], [3_000]])
  // what staff never decided, the platform pays
  expect(await billed(silent)).toEqual({ state: 'sent_back', goods: 0, freight: false, billed: 0 })
  expect(await entryOf((await claimIn(silent)).id)).toMatchObject({ yen: 6_000, borne_by: 'platform' })
  expect(await entryOf(claim.id)).toMatchObject({ yen: 6_000, borne_by: 'carrier' })
})

test('a claim takes nothing from the farm before it is decided, and what is granted then', async () => {
  const { market, farm, orderId, claimId } = await claimed({ auto: 0 })
  const goods = async () => (await orderDetail(as(test_.db, farm.actor), orderId)).figures.goodsYen
  expect(await goods()).toBe(6_000)
  must(await withdrawClaim(by(market.chef), { claimId, key: aKey() }))
  expect(await goods()).toBe(6_000)
  const granted = await claimed()
  expect((await orderDetail(as(test_.db, granted.farm.actor), granted.orderId)).figures.goodsYen).toBe(3_000)
})

test('a claim that is taken back is billed as it was sent', async () => {
  const { market, orderId, claimId } = await claimed({ auto: 0 })
  must(await withdrawClaim(by(market.chef), { claimId, key: aKey() }))
  expect(await billOf(market, orderId)).toEqual({ state: 'finalized', received: 4, billed: 4, yen: 6_000 })
  expect(await entryOf(claimId)).toBeUndefined()
})

test.each([
  ['no words to less than all of it', { ...half, words: ' ' }, 'words_missing'],
  ['no reason for no', { kind: 'none', percent: 0, words: '' }, 'words_missing'],
  ['more than all of it', { ...half, percent: 101 }, 'bad_remedy'],
  ['nothing of it, as money', { ...half, percent: 0 }, 'bad_remedy'],
  ['half of a replacement', { ...half, kind: 'replacement' }, 'bad_remedy'],
  ['no number', { ...half, percent: Number.NaN }, 'bad_remedy'],
] as const)('an answer with %s is refused', async (_, answer, refusal) => {
  const { farm, claimId } = await claimed({ auto: 0 })
  expect(await answerClaim(by(farm.actor), { claimId, key: aKey(), ...answer })).toMatchObject({ ok: false, refusal })
})

test('without an answer of the farm a small claim is settled, a large one goes to staff, and is paid in the end', async () => {
  const small = await claimed({ auto: 0 })
  const large = await claimed({ auto: 0, qty: 10, usable: 0 })
  await runDueClaims({ db: test_.db, now: new Date(later(48).getTime() - 1) })
  expect((await claimOf(small.market, small.orderId)).state).toBe('opened')
  await runDueClaims({ db: test_.db, now: later(48) })
  expect((await claimOf(small.market, small.orderId)).state).toBe('settled')
  expect((await claimOf(large.market, large.orderId)).state).toBe('escalated')
  expect(await mailsTo(large.number)).toContain('staff')
  await runDueClaims({ db: test_.db, now: later(48 + 15 * 24) })
  expect((await claimOf(large.market, large.orderId)).state).toBe('settled')
  expect(await entryOf(large.claimId)).toMatchObject({ yen: 15_000, borne_by: 'platform' })
  expect(await billOf(large.market, large.orderId)).toMatchObject({ state: 'finalized', billed: 0, yen: 0 })
  const own = [small.claimId, large.claimId]
  const after = await runDueClaims({ db: test_.db, now: later(9_999) })
  expect(after.filter(({ claimId }) => own.includes(claimId))).toEqual([])
})

test('without an answer a full offer is accepted, a partial one goes to staff', async () => {
  const whole = await claimed({ auto: 0 })
  const part = await claimed({ auto: 0 })
  must(
    await answerClaim(by(whole.farm.actor), {
      claimId: whole.claimId,
      key: aKey(),
      kind: 'credit',
      percent: 100,
      words: '',
    }),
  )
  must(await answerClaim(by(part.farm.actor), { claimId: part.claimId, key: aKey(), ...half }))
  await runDueClaims({ db: test_.db, now: later(1 + 24) })
  expect((await claimOf(whole.market, whole.orderId)).state).toBe('settled')
  expect((await claimOf(part.market, part.orderId)).state).toBe('escalated')
})

const decision = {
  kind: 'credit',
  percent: 50,
  words: '箱の底に、運ばれたときのへこみがあるため',
  borneBy: 'carrier',
} as const

test('staff decide, once more on appeal, and then the decision is carried out at the cost of the party at fault', async () => {
  const { market, farm, orderId, claimId } = await claimed({ auto: 0 })
  const staff = await anAdmin(test_.db)
  must(
    await answerClaim(by(farm.actor), {
      claimId,
      key: aKey(),
      kind: 'none',
      percent: 0,
      words: '送ったときは何ともなかった',
    }),
  )
  must(await escalateClaim(by(market.chef, later(2)), { claimId, key: aKey(), words: '写真のとおりです' }))
  expect((await claimDesk(by(staff), 'escalated')).map(({ id }) => id)).toContain(claimId)
  expect(await decideClaim(by(staff, later(3)), { claimId, key: aKey(), ...decision, words: '' })).toMatchObject({
    refusal: 'words_missing',
  })
  must(await decideClaim(by(staff, later(3)), { claimId, key: aKey(), ...decision }))
  must(await recheckClaim(by(farm.actor, later(4)), { claimId, key: aKey(), words: 'うちの負担でないか確かめたい' }))
  must(await decideClaim(by(staff, later(5)), { claimId, key: aKey(), ...decision }))
  expect(await recheckClaim(by(market.chef, later(6)), { claimId, key: aKey(), words: '再注文' })).toMatchObject({
    refusal: 'other_way',
  })
  await runDueClaims({ db: test_.db, now: later(5 + 72) })
  expect(await entryOf(claimId)).toEqual({ kind: 'credit', yen: 1_500, off: 1_500, later: false, borne_by: 'carrier' })
  expect(await billOf(market, orderId)).toEqual({ state: 'finalized', received: 4, billed: 4, yen: 4_500 })
  const { events } = await claimDetail(by(staff), claimId)
  expect(events.map(({ kind }) => kind)).toEqual([
    'claim_opened',
    'claim_answered',
    'claim_escalated',
    'claim_decided',
    'claim_rechecked',
    'claim_decided',
    'claim_carried_out',
  ])
})

test('締め日 does not wait: what is disputed is billed as sent, and becomes a credit on the next statement', async () => {
  const { market, farm, orderId, claimId } = await claimed({ auto: 0 })
  await runDueTimers({ db: test_.db, now: at('2026-12-04 00:00') })
  expect(await billOf(market, orderId)).toEqual({ state: 'finalized', received: 4, billed: 4, yen: 6_000 })
  must(await answerClaim(by(farm.actor), { claimId, key: aKey(), ...half }))
  must(await takeOffer(by(market.chef, later(2)), { claimId, key: aKey() }))
  expect(await entryOf(claimId)).toMatchObject({ yen: 1_500, off: 0, later: true })
  expect(await billOf(market, orderId)).toMatchObject({ yen: 6_000 })
})

test('what shows itself later is told from the slip; after a week by staff only, and once about a line', async () => {
  const of = await shipped()
  const chef = by(of.market.chef, arrivalTime)
  must(await receiveOrder(chef, { orderId: of.orderId, key: aKey(), lines: [] }))
  const { lines } = await orderDetail(chef, of.orderId)
  const said = async (hidden: boolean, usable = 3) => {
    const key = aKey()
    const photos = [await aDraftPhoto(test_.db, key)]
    const what = { reason: 'spoiled', wish: 'credit', words: '芯がくさっていた', hidden } as const
    return {
      orderId: of.orderId,
      key,
      lineId: there(lines[0]).id,
      usableQty: usable,
      usableGrams: null,
      photos,
      ...what,
    }
  }
  expect(await openClaim(by(of.market.chef, later(49)), await said(false))).toMatchObject({ refusal: 'too_late' })
  expect(await openClaim(by(of.market.chef, later(24 * 7 + 1)), await said(true))).toMatchObject({
    refusal: 'too_late',
  })
  expect(await openClaim(by(of.market.chef, later(60)), await said(true, 4))).toMatchObject({
    refusal: 'nothing_claimed',
  })
  expect(await openClaim(by(of.market.chef, later(60)), await said(true, 5))).toMatchObject({
    refusal: 'more_than_shipped',
  })
  const staff = await anAdmin(test_.db)
  must(await openClaim(by(staff, later(24 * 30)), await said(true)))
  expect(await openClaim(by(of.market.chef, later(60)), await said(true))).toMatchObject({ refusal: 'claimed_already' })
  // it was billed already
  const claim = await claimOf(of.market, of.orderId)
  expect(await entryOf(claim.id)).toMatchObject({ yen: 1_500, off: 0, later: true })
})

test('both sides at once: the restaurant takes it back while the farm answers, and one of them counts', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { market, farm, orderId, claimId } = await claimed({ auto: 0 })
    const answers = await Promise.all([
      answerClaim(by(farm.actor), { claimId, key: aKey(), ...half }),
      withdrawClaim(by(market.chef), { claimId, key: aKey() }),
    ])
    // withdrawing is possible after an answer as well, never the other way round
    expect(answers[1].ok).toBe(true)
    if (!answers[0].ok) expect(answers[0].refusal).toBe('wrong_state')
    expect((await claimOf(market, orderId)).state).toBe('withdrawn')
    expect(await billOf(market, orderId)).toMatchObject({ state: 'finalized', yen: 6_000 })
  }
})

test('two administrators decide at once, and the timer runs while the farm answers: one counts, and it is settled once', async () => {
  const { market, farm, orderId, claimId } = await claimed({ auto: 0, qty: 10, usable: 0 })
  const [answer] = await Promise.all([
    answerClaim(by(farm.actor, later(48)), { claimId, key: aKey(), ...half }),
    runDueClaims({ db: test_.db, now: later(48) }),
    runDueClaims({ db: test_.db, now: later(48) }),
  ])
  expect((await claimOf(market, orderId)).state).toBe(answer.ok ? 'answered' : 'escalated')
  if (answer.ok) must(await escalateClaim(by(market.chef, later(49)), { claimId, key: aKey() }))
  const both = await Promise.all(
    [await anAdmin(test_.db), await anAdmin(test_.db)].map((staff) =>
      decideClaim(by(staff, later(50)), { claimId, key: aKey(), ...decision }),
    ),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: 'wrong_state' })
  await Promise.all(Array.from({ length: 4 }, () => runDueClaims({ db: test_.db, now: later(50 + 72) })))
  expect(await rows('select 1 from claim_entries where claim_id = $1', [claimId])).toHaveLength(1)
})

test('the same key ten times answers once, and mails once', async () => {
  const { market, farm, claimId, number } = await claimed({ auto: 0 })
  const key = aKey()
  const same = await Promise.all(
    Array.from({ length: 10 }, () => answerClaim(by(farm.actor), { claimId, key, ...half })),
  )
  expect(same).toEqual(Array(10).fill({ ok: true, value: { claimId } }))
  expect((await mailsTo(number)).filter((to) => to === `${market.chef.personId}@example.jp`)).toHaveLength(1)
})

test('photos of a claim are visible to both sides and staff only', async () => {
  const { market, farm, orderId } = await claimed()
  const photo = there((await claimOf(market, orderId)).photos[0])
  const files = {
    put: async () => {},
    get: async () => new Uint8Array([1]),
    delete: async () => {},
    list: async function* () {},
  }
  const asked = { fileName: `${photo.key}.webp`, form: null }
  for (const actor of [market.chef, farm.actor, await anAdmin(test_.db)])
    expect((await photoBytes(by(actor), files, asked)).bytes).toHaveLength(1)
  await expect(photoBytes(by(there(market.farms[1]).actor), files, asked)).rejects.toThrow()
  await expect(photoBytes(by({ kind: 'visitor' }), files, asked)).rejects.toThrow()
})

test('a helper who packs answers no claim', async () => {
  const { farm, claimId } = await claimed({ auto: 0 })
  const helper = { ...farm.actor, role: 'staff', rights: 'pack' } as const
  await expect(answerClaim(by(helper), { claimId, key: aKey(), ...half })).rejects.toThrow(Forbidden)
})
