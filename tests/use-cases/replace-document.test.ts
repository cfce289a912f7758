import { expect, test } from 'vitest'
import type { Ctx } from '#authorization/ctx.ts'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { Forbidden } from '#kernel/errors.ts'
import { type IssuedDocumentId, newId, type RestaurantId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { replaceDocument } from '#modules/admin/documents/replace-document.server.ts'
import { closePeriods } from '#modules/billing/close-period.server.ts'
import { invoiceById, invoiceInPlaceOf } from '#modules/billing/invoice-queries.server.ts'
import { issueReceipt } from '#modules/billing/issue-receipt.server.ts'
import { creditOf } from '#modules/credit/credit-standing.server.ts'
import { findDocuments } from '#modules/issued-documents/find-documents.server.ts'
import { voidDocument } from '#modules/issued-documents/void-document.server.ts'
import { undoMatch } from '#modules/payments/match-by-hand.server.ts'
import { recordPayment } from '#modules/payments/record-payment.server.ts'
import { closeFarms } from '#modules/payouts/close-farms.server.ts'
import { objectToSlip } from '#modules/payouts/objections.server.ts'
import { aCharge } from '../factories/charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const closed = at('2026-11-05 03:00')
const system = (now = closed): Ctx => ({ actor: { kind: 'system' }, db: test_.db, now })

/** A restaurant with an invoice of October over ¥10,800, and its farm. */
async function anInvoice() {
  const { restaurantId, kitchenId, actor } = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farm.farmId)
  const on = '2026-10-20'
  const of = { restaurantId, kitchenId, farmId: farm.farmId, on, lines: [{ productId, yen: 10_000 }] }
  const { orderId } = await aReceivedOrder(test_.db, of)
  await aCharge(test_.db, { restaurantId, farmId: farm.farmId, orderId, on, goods: 10_000 })
  await closePeriods(system(), operator, [restaurantId])
  const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }), closed)
  return {
    restaurantId,
    buyer: as(test_.db, actor, closed),
    farm,
    orderId,
    finance,
    id: (await invoiceOf(restaurantId)).id,
  }
}

const documentsOf = (restaurantId: RestaurantId) =>
  test_.db
    .selectFrom('issuedDocuments')
    .selectAll()
    .where('restaurantId', '=', restaurantId)
    .where('kind', '=', 'invoice')
    .orderBy('ordinal')
    .execute()
const invoiceOf = async (restaurantId: RestaurantId) => there((await documentsOf(restaurantId)).at(-1))

const rename = (restaurantId: RestaurantId, billingName: string) =>
  test_.db
    .updateTable('restaurants')
    .set({ billingName, billingEmail: 'keiri@example.jp' })
    .where('id', '=', restaurantId)
    .execute()

const replace = (ctx: Ctx, id: IssuedDocumentId, key = aKey()) =>
  replaceDocument(ctx, { id, reason: '会社名の誤り', key }, operator)

const pay = (restaurantId: RestaurantId, documentId: IssuedDocumentId, amount: number) =>
  test_.db.transaction().execute((inside) =>
    recordPayment(
      { ...system(), db: inside },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-11-05'),
        yen: yen(amount),
        payer: 'ﾋﾞｽﾄﾛ',
        allocations: [{ restaurantId, documentId, yen: yen(amount), reason: '入金' }],
      },
    ),
  )

test('a wrong name: the new invoice carries its number, the old one is void, and what is owed stays as it is', async () => {
  const { restaurantId, finance, buyer, id } = await anInvoice()
  const before = await creditOf(system(), restaurantId)
  expect(await replace(finance, id)).toMatchObject({ refusal: 'unchanged' })
  await rename(restaurantId, '株式会社灯')
  const key = aKey()
  const next = must(await replace(finance, id, key))
  expect(must(await replace(finance, id, key))).toEqual(next)
  expect(await replace(finance, id)).toMatchObject({ refusal: 'gone' })
  const [first, second] = await documentsOf(restaurantId)
  expect(second).toMatchObject({
    ...{
      number: next.number,
      supersedes: first?.id,
      totalYen: 10_800,
      dueOn: first?.dueOn,
      closingId: first?.closingId,
    },
    content: { to: { name: '株式会社灯' }, dueYen: 10_800 },
  })
  expect(await creditOf(system(), restaurantId)).toEqual(before)
  expect(await invoiceInPlaceOf(buyer, id)).toBe(next.id)
  expect(await invoiceById(buyer, next.id)).toMatchObject({
    replaces: { number: first?.number, reason: '会社名の誤り' },
  })
  const every = { from: null, to: null, least: null, most: null, name: '', kind: null, after: null, limit: 10 }
  const { rows } = await findDocuments(buyer, every)
  expect(rows.map(({ number, replacedBy, replaces }) => [number, replacedBy, replaces])).toEqual([
    [next.number, null, first?.number],
    [first?.number, next.number, null],
  ])
  const mails = await test_.db
    .selectFrom('mails')
    .select('subject')
    .where('template', '=', 'document_replaced')
    .execute()
  expect(mails.some(({ subject }) => subject.includes(next.number))).toBe(true)
})

test('an invoice on which charges stand is not declared void alone', async () => {
  const { finance, id } = await anInvoice()
  const asked = { id, reason: '誤り', key: aKey() }
  expect(await voidDocument(finance, asked)).toMatchObject({ refusal: 'needs_replacement' })
})

test('what was paid pays the new invoice, and the match can still be undone', async () => {
  const { restaurantId, finance, buyer, id } = await anInvoice()
  await pay(restaurantId, id, 10_000)
  await rename(restaurantId, '株式会社灯')
  const next = must(await replace(finance, id))
  expect(await invoiceById(buyer, next.id)).toMatchObject({ paidYen: 10_000, unpaidYen: 800 })
  expect(await creditOf(system(), restaurantId)).toMatchObject({ unpaidYen: 800 })
  const { eventId } = await test_.db
    .selectFrom('paymentAllocations')
    .select('eventId')
    .where('documentId', '=', next.id)
    .executeTakeFirstOrThrow()
  must(await undoMatch(finance, { matchId: there(eventId), reason: '別の店', key: aKey() }))
  expect(await invoiceById(buyer, next.id)).toMatchObject({ paidYen: 0, unpaidYen: 10_800 })
  const { sum } = await test_.db
    .selectFrom('ledgerPostings')
    .select(({ fn }) => fn.sum('yen').as('sum'))
    .where('account', '=', 'receivable')
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(10_800)
})

test('an invoice with a receipt waits until the receipt is void; then another receipt is issued', async () => {
  const { restaurantId, finance, buyer, id } = await anInvoice()
  await pay(restaurantId, id, 10_800)
  const receipt = must(await issueReceipt(buyer, { invoiceId: id, key: aKey() }, operator))
  await rename(restaurantId, '株式会社灯')
  expect(await replace(finance, id)).toMatchObject({ refusal: 'has_receipt' })
  must(await voidDocument(finance, { id: receipt.id, reason: '会社名の誤り', key: aKey() }))
  const next = must(await replace(finance, id))
  const again = must(await issueReceipt(buyer, { invoiceId: next.id, key: aKey() }, operator))
  expect(again.id).not.toBe(receipt.id)
  expect(again.copies).toBe(0)
})

test('two at once: one replaces', async () => {
  const { restaurantId, finance, id } = await anInvoice()
  await rename(restaurantId, '株式会社灯')
  const answers = await Promise.all([replace(finance, id), replace(finance, id)])
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).toSorted()).toEqual(['gone', 'ok'])
  expect(await documentsOf(restaurantId)).toHaveLength(2)
})

test('a statement is replaced, unless the farm waits for an answer about it', async () => {
  const { farm, finance } = await anInvoice()
  await closeFarms(system(), operator)
  const statement = await test_.db
    .selectFrom('issuedDocuments')
    .selectAll()
    .where('farmId', '=', farm.farmId)
    .where('kind', '=', 'statement')
    .executeTakeFirstOrThrow()
  expect(await replace(finance, statement.id)).toMatchObject({ refusal: 'unchanged' })
  await test_.db.updateTable('farms').set({ legalName: '株式会社大地' }).where('id', '=', farm.farmId).execute()
  const next = must(await replace(finance, statement.id))
  const row = await test_.db
    .selectFrom('issuedDocuments')
    .selectAll()
    .where('id', '=', next.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ totalYen: statement.totalYen, supersedes: statement.id })
  const { content } = row
  if (content.kind !== 'statement') throw new Error('no statement')
  expect(content.to.name).toContain('株式会社大地')
  const slip = there(content.slips[0]).number
  const farmer = as(test_.db, farm.actor, closed)
  must(await objectToSlip(farmer, { documentId: next.id, slip, line: 0, words: '金額が違います', key: aKey() }))
  await test_.db.updateTable('farms').set({ legalName: '株式会社大空' }).where('id', '=', farm.farmId).execute()
  expect(await replace(finance, next.id)).toMatchObject({ refusal: 'objection_open' })
})

test('support does not replace', async () => {
  const { id } = await anInvoice()
  await expect(replace(as(test_.db, await anAdmin(test_.db, { role: 'support' }), closed), id)).rejects.toThrow(
    Forbidden,
  )
})
