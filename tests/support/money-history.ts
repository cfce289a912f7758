import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Actor, BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import type { Cards } from '../../app/kernel/cards.ts'
import type { CostBearer } from '../../app/kernel/enums.ts'
import type {
  ClaimId,
  EventId,
  FarmId,
  IssuedDocumentId,
  ObjectionId,
  OrderId,
  PaymentId,
  PayRunItemId,
  ProductId,
} from '../../app/kernel/ids.ts'
import { addDays, addHours, at, type JstDate, jstDateOf, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { replaceDocument } from '../../app/modules/admin/documents/replace-document.server.ts'
import { bankDay } from '../../app/modules/banking/bank-days.ts'
import { bytesToText } from '../../app/modules/banking/fixed-width.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { chooseRun } from '../../app/modules/cart/choose-run.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { closeGroupBuys } from '../../app/modules/group-buying/close-group-buys.server.ts'
import { groupBuy } from '../../app/modules/group-buying/group-queries.server.ts'
import { joinGroupBuy } from '../../app/modules/group-buying/join-group-buy.server.ts'
import { openGroupBuy } from '../../app/modules/group-buying/open-group-buy.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { makeAdjustment } from '../../app/modules/ordering/adjustments/make-adjustment.server.ts'
import {
  answerAdjustmentRequest,
  requestAdjustment,
} from '../../app/modules/ordering/adjustments/request-adjustment.server.ts'
import { recordAllMissingCharges } from '../../app/modules/ordering/charges/record-charges.server.ts'
import { answerClaim, escalateClaim } from '../../app/modules/ordering/claims/answer-claim.server.ts'
import { decideClaim } from '../../app/modules/ordering/claims/decide-claim.server.ts'
import { runDueClaims } from '../../app/modules/ordering/claims/run-due-claims.server.ts'
import { sendParcelBack } from '../../app/modules/ordering/claims/send-back.server.ts'
import { answerCancel, askToCancel, cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { holdForOrders } from '../../app/modules/payments/card/hold-for-orders.server.ts'
import { placeByCard } from '../../app/modules/payments/card/place-by-card.server.ts'
import { comeBackWithCard, startSavingCard } from '../../app/modules/payments/card/save-card.server.ts'
import { settleOrders } from '../../app/modules/payments/card/settle-orders.server.ts'
import { takeCardEvent } from '../../app/modules/payments/card/take-event.server.ts'
import { importDebitResult, undoDebitResult } from '../../app/modules/payments/debit/debit-result.server.ts'
import {
  cancelDebitRun,
  debitRunFile,
  makeDebitRun,
  previewDebits,
} from '../../app/modules/payments/debit/debit-run.server.ts'
import { addOwnBankAccount } from '../../app/modules/payments/deposit-settings.server.ts'
import { importBankFile, uploadBankFile } from '../../app/modules/payments/import-bank-file.server.ts'
import { matchByHand, undoMatch } from '../../app/modules/payments/match-by-hand.server.ts'
import { openInvoicesOf } from '../../app/modules/payments/unpaid-of.server.ts'
import { undoWriteOff, writeOffInvoice } from '../../app/modules/payments/write-off.server.ts'
import { cancelPayRun } from '../../app/modules/payouts/cancel-pay-run.server.ts'
import { closeFarms } from '../../app/modules/payouts/close-farms.server.ts'
import { answerObjection, objectToSlip } from '../../app/modules/payouts/objections.server.ts'
import {
  makePayRun,
  markPayRunSent,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { inviteFarm, joinRun, openRun } from '../../app/modules/runs/keep-runs.server.ts'
import { answered, asBytes } from '../../db/seed/money/debit-answer.ts'
import { anAgreedDebit } from '../factories/debit.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aRunInput } from '../factories/run.ts'
import { aBankAccount } from '../factories/statements.ts'
import { aDraftPhoto, must, there } from '../use-cases/steps.ts'
import type { fakeStripe } from './fake-stripe.ts'
import { testEncryption } from './mailed.ts'

/** What may happen next; `which` chooses among what there is. */
export type MoneyStep =
  | {
      what: 'order'
      shop: number
      field: number
      qty: number
      short: number
      bad: number
      end: 'received' | 'cancelled' | 'cancelled late' | 'sent back'
      /** By the run of the first farm. */
      byRun: boolean
    }
  | { what: 'group buy'; field: number; qty: readonly [number, number]; bad: number }
  | { what: 'claim'; which: number; borneBy: CostBearer; percent: number }
  | { what: 'adjustment'; which: number; yen: number }
  | { what: 'correction'; which: number; qty: number; agree: boolean | null }
  | { what: 'month' }
  | { what: 'deposit'; which: number; kind: 'exact' | 'less a fee' | 'part' | 'over' | 'all' | 'unknown'; yen: number }
  | { what: 'match'; which: number; yen: number }
  | { what: 'undo'; which: number }
  | { what: 'write off'; which: number; yen: number | null }
  | { what: 'undo write off'; which: number }
  | { what: 'chargeback'; which: number; end: 'won' | 'lost' | null }
  | { what: 'debit'; end: 'paid' | 'refused' | 'undone' | 'cancelled' }
  | { what: 'pay run'; cancelled: boolean }
  | { what: 'return'; which: number }
  | { what: 'objection'; which: number; accepted: boolean | null }
  | { what: 'void'; which: number }

export type CardParts = { stripe: Awaited<ReturnType<typeof fakeStripe>>; cards: Cards; clock: { now: Date } }
type Shop = { actor: BuyerActor; kana: string; byCard: boolean }
type Field = { farmId: FarmId; actor: FarmActor; productId: ProductId }

const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
const site = 'https://market.example.jp'
let names = 0

/**
 * Three restaurants, of which one pays by card and closes on the 20th and one buys together with the first and pays by direct debit, and two farms,
 * of which one is not registered, sells at 10 % and can send with the run of the other; and what happens to their money, each step through its use cases. Every mutation is sent twice with its key and
 * every job runs twice: the second time answers the same and leaves nothing behind.
 */
export async function moneyHistory(db: Db, { stripe, cards, clock }: CardParts) {
  clock.now = at('2026-11-24 11:00')
  const staff = await anAdmin(db, { role: 'full' })
  const releaser = await anAdmin(db, { role: 'full' })
  const by = (actor: Actor): Ctx => ({ ...as(db, actor, clock.now), cards })
  const system = (): Ctx => ({ db, actor: { kind: 'system' }, now: clock.now })
  const parts = () => ({ db, now: clock.now, cards })
  const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> => (await query.execute(db)).rows
  const serial = names++
  const kanaOf = (side: string) =>
    `ケイサン${side}${[...String(serial)].map((digit) => 'アイウエオカキクケコ'[Number(digit)]).join('')}`

  const shops: Shop[] = []
  for (const [nth, byCard] of [false, true, false].entries()) {
    const { actor, restaurantId } = await aRestaurant(db)
    const kana = kanaOf(there(['イチ', 'ニ', 'サン'][nth]))
    await db
      .updateTable('restaurants')
      .set({ kana, closingDay: byCard ? 20 : 31 })
      .where('id', '=', restaurantId)
      .execute()
    shops.push({ actor: { ...actor, role: 'owner' }, kana, byCard })
    if (nth === 2) {
      await anAgreedDebit(db, restaurantId)
      await db
        .updateTable('restaurants')
        .set({ paymentMethod: 'direct_debit' })
        .where('id', '=', restaurantId)
        .execute()
    }
    if (!byCard) continue
    const { url } = must(await startSavingCard(by({ ...actor, role: 'owner' }), {}, site))
    const back = new URL(stripe.save(there(url.split('/').at(-1))))
    await comeBackWithCard(by({ ...actor, role: 'owner' }), there(back.searchParams.get('session')))
    await db.updateTable('restaurants').set({ paymentMethod: 'card' }).where('id', '=', restaurantId).execute()
  }
  const fields: Field[] = []
  for (const registered of [true, false]) {
    const farm = await aFarm(db, { claimAutoYen: yen(0), lateCancelPercent: 30 })
    if (registered)
      await db
        .insertInto('farmRegistrations')
        .values({ farmId: farm.farmId, number: 'T7000012050002', fromOn: jstDateOf(clock.now), untilOn: null })
        .execute()
    await aBankAccount(db, farm, clock.now)
    const productId = await aProduct(db, farm.farmId, registered ? {} : { taxKind: 'standard', priceYen: yen(1_234) })
    fields.push({ ...farm, productId })
  }
  const [runner, rider] = [there(fields[0]), there(fields[1])]
  const { runId } = must(await openRun(by(runner.actor), { ...aRunInput, leadDays: 1, cutoffDays: 2, key: aKey() }))
  must(await inviteFarm(by(runner.actor), { runId, farmId: rider.farmId, stop: 1, key: aKey() }))
  must(await joinRun(by(rider.actor), { runId, key: aKey() }))
  const branch = String(200 + (serial % 700))
  const { id: accountId } = must(
    await addOwnBankAccount(by(staff), {
      key: aKey(),
      name: '回収口座',
      bank: '0001',
      branch,
      number: String(1_000_000 + serial),
      holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ',
      virtualAccounts: false,
    }),
  )

  /** Rows that a repetition may not add to. */
  const written = async () =>
    rows(sql`select (select count(*) from charges) as charges, (select count(*) from ledger_postings) as postings,
      (select count(*) from issued_documents) as documents, (select count(*) from closing_charges) as closed,
      (select count(*) from payments) as payments, (select count(*) from payment_allocations) as allocations,
      (select count(*) from pay_run_items) as payouts, (select count(*) from card_movements) as movements,
      (select count(*) from adjustments) as adjustments, (select count(*) from orders) as orders,
      (select count(*) from adjustment_requests) as requests, (select count(*) from run_freights) as freights,
      (select count(*) from mails) as mails`)

  /** An answer that is repeated comes from the JSON that was kept of it. */
  const asStored = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer))

  /** Does it twice. */
  async function twice<T>(act: () => Promise<T>): Promise<T> {
    const first = await act()
    const before = await written()
    expect(asStored(await act())).toEqual(asStored(first))
    expect(await written()).toEqual(before)
    return first
  }
  /** A job answers how much it did; the second time nothing is left. */
  async function job(run: () => Promise<unknown>): Promise<void> {
    await run()
    const before = await written()
    await run()
    expect(await written()).toEqual(before)
  }
  /** With a key of its own that is the same both times. */
  const press = <T>(act: (key: string) => Promise<T>): Promise<T> => {
    const key = aKey()
    return twice(() => act(key))
  }
  const pick = <T>(some: readonly T[], which: number): T | undefined => some[which % Math.max(1, some.length)]

  async function jobs(): Promise<void> {
    await job(() => closeGroupBuys(parts()))
    await job(() => runDueTimers(system()))
    await job(() => runDueClaims(system()))
    await job(() => holdForOrders(parts()))
    expect(await recordAllMissingCharges(system())).toBe(0)
    await job(() => settleOrders(parts()))
  }
  async function until(moment: Date): Promise<void> {
    if (moment > clock.now) clock.now = moment
    await jobs()
  }

  function nextTuesday(): JstDate {
    const today = jstDateOf(clock.now)
    return addDays(today, (2 - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7 || 7)
  }

  /** The first restaurant opens a box for Friday, the third joins, and each gets its own order. */
  async function boxTogether({ field, qty, bad }: Extract<MoneyStep, { what: 'group buy' }>): Promise<void> {
    const farm = there(fields[field])
    const [host, guest] = [there(shops[0]), there(shops[2])]
    const kitchenId = there(host.actor.kitchenIds[0])
    await until(momentOf(nextTuesday(), 11 * 60))
    must(await setCartLine(by(host.actor), { kitchenId, productId: farm.productId, qty: qty[0] }))
    const box = {
      slot: 'am' as const,
      closeHours: 1,
      leastKitchens: 1,
      message: '',
      deliveryOn: addDays(jstDateOf(clock.now), 3),
    }
    const opened = await press((key) => openGroupBuy(by(host.actor), { kitchenId, farmId: farm.farmId, ...box, key }))
    if (!opened.ok) {
      must(await setCartLine(by(host.actor), { kitchenId, productId: farm.productId, qty: 0 }))
      return
    }
    const { code } = opened.value
    const lines = [{ productId: farm.productId, qty: qty[1] }]
    await press((key) => joinGroupBuy(by(guest.actor), { code, lines, key }))
    const [closing] = await rows(sql<{ closesAt: Date }>`select closes_at from group_buys where code = ${code}`)
    await until(there(closing).closesAt)
    for (const shop of [host, guest]) {
      const { orderId } = await groupBuy(by(shop.actor), { code })
      if (!orderId) continue
      must(await press((key) => acceptOrder(by(farm.actor), { orderId, key, lines: [] })))
    }
    for (const shop of [host, guest]) {
      const { orderId } = await groupBuy(by(shop.actor), { code })
      if (orderId) await deliver({ bad: shop === host ? bad : 0, end: 'received' }, { shop, farm, orderId })
    }
  }

  async function order(step: Extract<MoneyStep, { what: 'order' }>): Promise<void> {
    const shop = there(shops[step.shop])
    const farm = there(fields[step.field])
    const kitchenId = there(shop.actor.kitchenIds[0])
    await until(momentOf(nextTuesday(), 11 * 60))
    must(await setCartLine(by(shop.actor), { kitchenId, productId: farm.productId, qty: step.qty }))
    must(await chooseRun(by(shop.actor), { kitchenId, farmId: farm.farmId, runId: step.byRun ? runId : null }))
    const seen = seenOf(await cartQuote(by(shop.actor), kitchenId))
    const placed = await press((key) =>
      shop.byCard
        ? placeByCard(by(shop.actor), { kitchenId, key, seen }, site)
        : placeOrder(by(shop.actor), { kitchenId, key, seen }),
    )
    if (!placed.ok) {
      // overdue for too long, or above the limit
      must(await setCartLine(by(shop.actor), { kitchenId, productId: farm.productId, qty: 0 }))
      return
    }
    if ('prove' in placed.value) throw new Error('nobody asked for a proof')
    const orderId = there(placed.value.orderIds[0])
    if (step.end === 'cancelled') {
      must(await press((key) => cancelOrder(by(shop.actor), { orderId, key })))
      return
    }
    const { lines } = await orderDetail(by(farm.actor), orderId)
    const line = there(lines.find(({ productId }) => productId === farm.productId))
    const ordered = line.quantities.ordered?.qty ?? step.qty
    const short = Math.min(step.short, ordered - 1)
    const answers = short > 0 ? [{ lineId: line.id, qty: ordered - short, reason: 'harvest' as const }] : []
    must(await press((key) => acceptOrder(by(farm.actor), { orderId, key, lines: answers })))
    if (step.end === 'cancelled late') {
      clock.now = addHours(clock.now, 1.5)
      must(await press((key) => askToCancel(by(shop.actor), { orderId, key, reason: '休業' })))
      must(await press((key) => answerCancel(by(farm.actor), { orderId, key, agree: true })))
      return
    }
    await deliver(step, { shop, farm, orderId })
  }

  async function deliver(
    step: Pick<Extract<MoneyStep, { what: 'order' }>, 'bad' | 'end'>,
    { shop, farm, orderId }: { shop: Shop; farm: Field; orderId: OrderId },
  ): Promise<void> {
    const { shipOn, deliveryOn } = await orderDetail(by(farm.actor), orderId)
    await until(momentOf(shipOn, 13 * 60))
    if ((await orderDetail(by(farm.actor), orderId)).state === 'accepted')
      must(await press((key) => prepareOrder(by(farm.actor), { orderId, key })))
    const { lines, parcels } = await orderDetail(by(farm.actor), orderId)
    const packed = lines.map(({ id, quantities }) => ({
      lineId: id,
      qty: quantities.confirmed?.qty ?? 0,
      grams: null,
      reason: null,
      lot: 'today' as const,
    }))
    must(await press((key) => packOrder(by(farm.actor), { orderId, key, lines: packed })))
    await until(momentOf(shipOn, 15 * 60))
    const sent = parcels.map(({ id: parcelId, tracked }) =>
      tracked
        ? { parcelId, carrier: 'yamato' as const, trackingNumber: '4444-1375-8703', confirmed: true }
        : { parcelId, sent: true as const },
    )
    must(await press((key) => shipOrder(by(farm.actor), { orderId, key, parcels: sent })))
    await until(momentOf(deliveryOn, 10 * 60))
    if (step.end === 'sent back') {
      must(await press((key) => sendParcelBack(by(staff), { orderId, key, why: 'absent', reason: '三度とも不在' })))
      return
    }
    const line = there(lines[0])
    const bad = Math.min(step.bad, line.quantities.confirmed?.qty ?? 0)
    const key = aKey()
    const photos = bad > 0 ? [await aDraftPhoto(db, key, shop.actor.personId)] : []
    const usable = (line.quantities.confirmed?.qty ?? 0) - bad
    const said = { verdict: 'damaged', qty: usable, grams: null, note: '', wish: 'credit', photos } as const
    const received = bad > 0 ? [{ lineId: line.id, ...said }] : []
    must(await twice(() => receiveOrder(by(shop.actor), { orderId, key, lines: received })))
  }

  async function claim({ which, borneBy, percent }: Extract<MoneyStep, { what: 'claim' }>): Promise<void> {
    const open = await rows(sql<{ id: ClaimId; farmId: FarmId; restaurantId: string; state: string }>`
      select id, farm_id, restaurant_id, state from claims
       where farm_id = any (${fields.map(({ farmId }) => farmId)}::uuid[]) and state in ('opened', 'escalated') order by id`)
    const it = pick(open, which)
    if (!it) return
    const farm = there(fields.find(({ farmId }) => farmId === it.farmId))
    const shop = there(shops.find(({ actor }) => actor.restaurantId === it.restaurantId))
    const claimId = it.id
    if (it.state === 'opened') {
      const declined = { kind: 'none', percent: 0, words: '送ったときは何ともなかった' } as const
      must(await press((key) => answerClaim(by(farm.actor), { claimId, key, ...declined })))
      must(await press((key) => escalateClaim(by(shop.actor), { claimId, key, words: '写真のとおりです' })))
    }
    const decided = { kind: 'credit', percent, words: '写真で確認', borneBy } as const
    must(await press((key) => decideClaim(by(staff), { claimId, key, ...decided })))
    await until(addHours(clock.now, 72))
  }

  async function adjustment({ which, yen: amount }: Extract<MoneyStep, { what: 'adjustment' }>): Promise<void> {
    const final = await rows(sql<{ orderId: OrderId; lineId: string }>`
      select o.id as order_id, l.id as line_id from orders o join order_lines l on l.order_id = o.id
       where o.farm_id = any (${fields.map(({ farmId }) => farmId)}::uuid[]) and o.state = 'finalized' order by l.id`)
    const it = pick(final, which)
    if (!it) return
    const { lines } = await orderDetail(by(staff), it.orderId)
    const lineId = there(lines.find(({ id }) => id === it.lineId)).id
    const given = { orderId: it.orderId, lines: [{ lineId, yen: yen(amount) }], reason: '訂正' }
    await press((key) => makeAdjustment(by(staff), { ...given, key }))
  }

  /** The farm says that goods came back, and the restaurant agrees, does not, or does not answer. */
  async function correction({ which, qty, agree }: Extract<MoneyStep, { what: 'correction' }>): Promise<void> {
    const sent = await rows(sql<{ orderId: OrderId; farmId: FarmId; restaurantId: string }>`
      select id as order_id, farm_id, restaurant_id from orders
       where farm_id = any (${fields.map(({ farmId }) => farmId)}::uuid[]) and state in ('shipped', 'finalized')
         and delivery_on >= ${addDays(jstDateOf(clock.now), -20)}::date order by id`)
    const it = pick(sent, which)
    if (!it) return
    const { orderId } = it
    const farm = there(fields.find(({ farmId }) => farmId === it.farmId))
    const shop = there(shops.find(({ actor }) => actor.restaurantId === it.restaurantId))
    const line = there((await orderDetail(by(farm.actor), orderId)).lines[0])
    const lines = [{ lineId: line.id, kind: 'return' as const, qty, grams: null }]
    const made = await press((key) => requestAdjustment(by(farm.actor), { orderId, lines, reason: '返品', key }))
    if (!made.ok || agree === null) return
    const { requestId } = made.value
    must(await press((key) => answerAdjustmentRequest(by(shop.actor), { orderId, requestId, agree, words: '', key })))
  }

  /** The fourth day of the next month, and then also the 24th. */
  async function month(): Promise<void> {
    const ids = shops.map(({ actor }) => actor.restaurantId)
    const today = jstDateOf(clock.now)
    const firstOfNext = addDays(addDays(today, 1 - Number(today.slice(8))), 31).slice(0, 8)
    for (const day of ['04', '24']) {
      await until(at(`${firstOfNext}${day} 03:00`))
      await job(() => closePeriods(system(), operator, ids))
      await job(() => closeFarms(system(), operator))
    }
  }

  async function deposit({ which, kind, yen: amount }: Extract<MoneyStep, { what: 'deposit' }>): Promise<void> {
    const ids = shops.map(({ actor }) => actor.restaurantId)
    const open = (await openInvoicesOf(db, ids)).filter(({ unpaidYen }) => unpaidYen > 0)
    const invoice = pick(open, which)
    if (!invoice) return
    const { unpaidYen, restaurantId } = invoice
    const all = open.filter((it) => it.restaurantId === restaurantId).reduce((sum, it) => sum + it.unpaidYen, 0)
    const paid = {
      exact: unpaidYen,
      'less a fee': unpaidYen - 330,
      part: Math.ceil(unpaidYen / 2),
      over: unpaidYen + amount,
      all,
      unknown: amount,
    }[kind]
    const payer =
      kind === 'unknown' ? 'ﾀﾞﾚｶ' : there(shops.find(({ actor }) => actor.restaurantId === restaurantId)).kana
    await until(addHours(clock.now, 24))
    const date = jstDateOf(clock.now).replaceAll('-', '')
    const text = `日付,摘要,入金金額,出金金額,残高,メモ\r\n${date},振込 ${payer},${Math.max(1, paid)},,,\r\n`
    const bytes = new Uint8Array(iconv.encode(text, 'cp932'))
    const { fileId } = must(
      await press((key) => uploadBankFile(by(staff), { key, bytes, fileName: 'nyukin.csv', accountId })),
    )
    must(await press((key) => importBankFile(by(staff), { key, fileId })))
  }

  const deposits = () =>
    rows(sql<{ paymentId: PaymentId; left: number }>`
      select p.id as payment_id, (p.yen - coalesce((select sum(a.yen) from payment_allocations a
               where a.payment_id = p.id and a.taken_from = 'payment'), 0))::bigint as left
        from bank_rows b join payments p on p.id = b.payment_id where b.account_id = ${accountId} order by p.id`)

  async function match({ which, yen: amount }: Extract<MoneyStep, { what: 'match' }>): Promise<void> {
    const free = pick(
      (await deposits()).filter(({ left }) => left > 0),
      which,
    )
    const ids = shops.map(({ actor }) => actor.restaurantId)
    const open = (await openInvoicesOf(db, ids)).filter(({ unpaidYen }) => unpaidYen > 0)
    const invoice = pick(open, which)
    if (!free || !invoice) return
    const pays = [{ documentId: invoice.documentId, yen: Math.min(free.left, invoice.unpaidYen, amount) }]
    await press((key) => matchByHand(by(staff), { key, paymentId: free.paymentId, pays, feeYen: 0, cleared: false }))
  }

  async function undo({ which }: Extract<MoneyStep, { what: 'undo' }>): Promise<void> {
    const live = await rows(sql<{ matchId: EventId }>`
      select distinct a.event_id as match_id from payment_allocations a join bank_rows b on b.payment_id = a.payment_id
       where b.account_id = ${accountId} and a.reverses is null
         and not exists (select from payment_allocations r where r.reverses = a.id) order by 1`)
    const it = pick(live, which)
    if (it) await press((key) => undoMatch(by(staff), { key, matchId: it.matchId, reason: '元に戻す' }))
  }

  async function writeOff({ which, yen: part }: Extract<MoneyStep, { what: 'write off' }>): Promise<void> {
    const ids = shops.map(({ actor }) => actor.restaurantId)
    const it = pick(
      (await openInvoicesOf(db, ids)).filter(({ unpaidYen }) => unpaidYen > 0),
      which,
    )
    if (!it) return
    const { documentId, unpaidYen } = it
    const given = { documentId, unpaidYen, yen: Math.min(part ?? unpaidYen, unpaidYen), reason: '回収の見込みなし' }
    const done = await press((key) => writeOffInvoice(by(staff), { ...given, key, stopsOrdering: false }))
    // while our bank collects it
    if (!done.ok) expect(done.refusal).toBe('being_collected')
  }

  async function undoLoss({ which }: Extract<MoneyStep, { what: 'undo write off' }>): Promise<void> {
    const live = await rows(sql<{ writeOffId: EventId }>`
      select a.event_id as write_off_id from payment_allocations a
       where a.taken_from = 'bad_debt' and a.reverses is null
         and a.restaurant_id = any (${shops.map(({ actor }) => actor.restaurantId)}::uuid[])
         and not exists (select from payment_allocations r where r.reverses = a.id) order by 1`)
    const it = pick(live, which)
    if (it) must(await press((key) => undoWriteOff(by(staff), { ...it, key, reason: '入金があったため' })))
  }

  async function chargeback({ which, end }: Extract<MoneyStep, { what: 'chargeback' }>): Promise<void> {
    const paid = await rows(sql<{ intent: string; yen: number }>`
      select h.intent, sum(case m.kind when 'capture' then m.yen else -m.yen end)::bigint as yen
        from card_holds h join card_movements m on m.hold_id = h.id and m.state = 'done'
       where h.restaurant_id = any (${shops.map(({ actor }) => actor.restaurantId)}::uuid[])
       group by h.id having sum(case m.kind when 'capture' then m.yen else -m.yen end) > 0 order by h.id`)
    const it = pick(paid, which)
    if (!it) return
    const dispute = stripe.dispute(it.intent, it.yen)
    const event = { about: 'dispute', id: dispute.id } as const
    await job(() => takeCardEvent(parts(), event))
    if (end === null) return
    dispute.end(end)
    await job(() => takeCardEvent(parts(), event))
  }

  async function debit({ end }: Extract<MoneyStep, { what: 'debit' }>): Promise<void> {
    const debitOn = bankDay(addDays(jstDateOf(clock.now), 14), 'next')
    const { collected, totalYen } = await previewDebits(by(staff), debitOn)
    if (collected.length === 0) return
    const shown = { debitOn, count: collected.length, totalYen }
    const { id } = must(await press((key) => makeDebitRun(by(staff), { key, ...shown })))
    if (end === 'cancelled') {
      must(await cancelDebitRun(by(staff), { id }))
      return
    }
    const file = must(await debitRunFile(by(staff), { id }, { encryption: testEncryption }))
    await until(momentOf(debitOn, 15 * 60))
    const answer = answered(there(bytesToText(file.bytes)), (end === 'refused' ? '1' : '0').repeat(collected.length))
    const result = { id, bytes: asBytes(answer), fileName: 'kekka.txt' }
    must(await press((key) => importDebitResult(by(staff), { key, ...result }, { operator })))
    if (end === 'undone') await press((key) => undoDebitResult(by(staff), { key, id, reason: '別の日の結果でした' }))
  }

  async function payRun({ cancelled }: Extract<MoneyStep, { what: 'pay run' }>): Promise<void> {
    const payOn = bankDay(addDays(jstDateOf(clock.now), 1), 'next')
    const { paid, totalYen } = await previewPayRun(by(staff), payOn)
    if (paid.length === 0) return
    const { id } = must(await press((key) => makePayRun(by(staff), { key, payOn, count: paid.length, totalYen })))
    expect((await previewPayRun(by(staff), payOn)).paid).toEqual([])
    must(await press((key) => releasePayRun(by(releaser), { key, id })))
    if (cancelled) {
      must(await cancelPayRun(by(staff), { id, notAtBank: false, reason: '' }))
      return
    }
    await until(momentOf(payOn, 15 * 60))
    must(await press((key) => markPayRunSent(by(staff), { key, id })))
  }

  async function comeBack({ which }: Extract<MoneyStep, { what: 'return' }>): Promise<void> {
    const sent = await rows(sql<{ itemId: PayRunItemId; farmId: FarmId }>`
      select i.id as item_id, i.farm_id from pay_run_items i join pay_runs r on r.id = i.run_id
       where r.sent_at is not null and i.ended_at is null
         and i.farm_id = any (${fields.map(({ farmId }) => farmId)}::uuid[]) order by i.id`)
    const it = pick(sent, which)
    if (!it) return
    const on = jstDateOf(clock.now)
    must(await press((key) => returnPayout(by(staff), { key, itemId: it.itemId, on, outcome: 'returned' })))
    await aBankAccount(db, there(fields.find(({ farmId }) => farmId === it.farmId)), addHours(clock.now, 1))
  }

  async function objection({ which, accepted }: Extract<MoneyStep, { what: 'objection' }>): Promise<void> {
    const slips = await rows(sql<{ documentId: IssuedDocumentId; farmId: FarmId; slip: string }>`
      select d.id as document_id, d.farm_id, slip ->> 'number' as slip
        from issued_documents d cross join jsonb_array_elements(d.content -> 'slips') slip
       where d.kind = 'statement' and d.farm_id = any (${fields.map(({ farmId }) => farmId)}::uuid[]) order by d.id, 3`)
    const it = pick(slips, which)
    if (!it) return
    const { actor } = there(fields.find(({ farmId }) => farmId === it.farmId))
    const { documentId, slip } = it
    const made = await press((key) =>
      objectToSlip(by(actor), { key, documentId, slip, line: which % 2, words: '1箱少ない' }),
    )
    if (!made.ok || accepted === null) return
    const [open] = await rows(sql<{ id: ObjectionId }>`
      select o.id from statement_objections o left join objection_answers a on a.objection_id = o.id
       where o.document_id = ${documentId} and a.objection_id is null order by o.id desc`)
    must(
      await press((key) => answerObjection(by(staff), { key, objectionId: there(open).id, accepted, words: '確認' })),
    )
  }

  async function declareVoid({ which }: Extract<MoneyStep, { what: 'void' }>): Promise<void> {
    const documents = await rows(sql<{ id: IssuedDocumentId }>`
      select d.id from issued_documents d
       where d.kind in ('invoice', 'statement')
         and (d.restaurant_id = any (${shops.map(({ actor }) => actor.restaurantId)}::uuid[])
           or d.farm_id = any (${fields.map(({ farmId }) => farmId)}::uuid[])) order by d.id`)
    const it = pick(documents, which)
    if (!it) return
    // a document on which charges stand is replaced, when what is recorded of its addressee has changed
    const phone = `0${300_000_000 + names++}`
    await db.updateTable('restaurants').set({ phone }).execute()
    await db.updateTable('farms').set({ phone }).execute()
    await press((key) => replaceDocument(by(staff), { key, id: it.id, reason: '宛先の誤り' }, operator))
  }

  async function happen(step: MoneyStep): Promise<void> {
    switch (step.what) {
      case 'order':
        await order(step)
        break
      case 'group buy':
        await boxTogether(step)
        break
      case 'correction':
        await correction(step)
        break
      case 'claim':
        await claim(step)
        break
      case 'adjustment':
        await adjustment(step)
        break
      case 'month':
        await month()
        break
      case 'deposit':
        await deposit(step)
        break
      case 'match':
        await match(step)
        break
      case 'undo':
        await undo(step)
        break
      case 'write off':
        await writeOff(step)
        break
      case 'undo write off':
        await undoLoss(step)
        break
      case 'chargeback':
        await chargeback(step)
        break
      case 'debit':
        await debit(step)
        break
      case 'pay run':
        await payRun(step)
        break
      case 'return':
        await comeBack(step)
        break
      case 'objection':
        await objection(step)
        break
      case 'void':
        await declareVoid(step)
        break
    }
    await jobs()
  }

  return {
    happen,
    staff: () => by(staff),
    shops: shops.map(({ actor }) => actor.restaurantId),
    /** One of each restaurant, now. */
    chefs: () => shops.map(({ actor }) => by(actor)),
    fields: fields.map(({ farmId }) => farmId),
  }
}
