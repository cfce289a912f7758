import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { type FarmId, type IssuedDocumentId, newId, type PaymentId, type RestaurantId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { type Yen, yen } from '../../app/kernel/yen.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { voidDocument } from '../../app/modules/issued-documents/void-document.server.ts'
import {
  makeWebhook,
  replayDelivery,
  webhookDeliveries,
} from '../../app/modules/notifications/webhooks/keep-webhook.server.ts'
import { sendWebhooks } from '../../app/modules/notifications/webhooks/send-webhooks.server.ts'
import type { WebhookGroup } from '../../app/modules/notifications/webhooks/webhook-kinds.ts'
import { undoMatch } from '../../app/modules/payments/match-by-hand.server.ts'
import { allocate, type NewAllocation, recordPayments } from '../../app/modules/payments/record-payment.server.ts'
import {
  makePayRun,
  markPayRunSent,
  payRunDetail,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { aFarm, aKey, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { anInvoice, aStatement as statementContent } from '../factories/papers.ts'
import { aBankAccount, aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { testQueues } from '../support/queues.ts'
import { recordedServer } from '../support/recorded-server.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const queues = testQueues(test_)
const encryption = makeEncryption('a secret of thirty-two characters')
const local = safeFetch({ allowLocal: true })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await test_.pool.query('update webhooks set ended_at = now() where ended_at is null')
})

async function listening(actor: Actor, groups: WebhookGroup[], now = noon) {
  const server = await recordedServer()
  closing.push(server.close)
  const proven = as(test_.db, { ...actor, session: { key: 'k', authTime: now, aal: 1 } } as Actor, now)
  const made = must(await makeWebhook(proven, { url: `${server.url}/hook`, groups }, { encryption, safeFetch: local }))
  const heard = () =>
    server.recorded
      .map(({ body }) => JSON.parse(body.toString()))
      .toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
  return { ...made, server, heard }
}
const send = (now = noon) =>
  queues.run('webhook', now, (jobs) => sendWebhooks({ db: test_.db, now, encryption, safeFetch: local }, jobs))

async function anOwnedRestaurant() {
  const made = await aRestaurant(test_.db)
  return { ...made, actor: { ...made.actor, role: 'owner' as const } }
}

const period = { fromOn: jstDate('2026-10-01'), toOn: jstDate('2026-10-31') }
const issue = (sides: { restaurantId?: RestaurantId; farmId?: FarmId }): Promise<IssuedDocumentId> =>
  test_.db.transaction().execute((db) =>
    issueDocument(
      { db, now: noon },
      {
        content: sides.farmId ? statementContent() : anInvoice(),
        ...sides,
        ...period,
        totalYen: yen(10_800),
        issuedBy: '自動',
      },
    ),
  )

test('a document that is issued or declared void is told to its own organisation alone, once, signed', async () => {
  const [own, stranger] = [await anOwnedRestaurant(), await anOwnedRestaurant()]
  const farm = await aFarm(test_.db)
  const mine = await listening(own.actor, ['documents'])
  const others = await listening(stranger.actor, ['documents', 'payments'])
  const farms = await listening(farm.actor, ['documents'])
  const deaf = await listening(own.actor, ['orders'])
  const id = await issue({ restaurantId: own.restaurantId })
  const statement = await issue({ farmId: farm.farmId })
  await send()
  const { number } = await test_.db
    .selectFrom('issuedDocuments')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const document = { id, number, kind: 'invoice', issuedOn: expect.stringMatching(/^2026-11-/), totalYen: 10_800 }
  expect(mine.heard()).toEqual([
    {
      id: expect.any(String),
      kind: 'document.issued',
      occurredAt: noon.toISOString(),
      sequence: null,
      data: { document },
    },
  ])
  expect(farms.heard()).toMatchObject([{ kind: 'document.issued', data: { document: { id: statement } } }])
  const { headers, body } = there(mine.server.recorded[0])
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['une-signature'])) ?? []
  expect(createHmac('sha256', mine.secret).update(`${t}.${body}`).digest('hex')).toBe(v1)

  const admin = await anAdmin(test_.db, { role: 'finance' })
  must(await voidDocument(as(test_.db, admin), { id, reason: '宛名の誤り', key: aKey() }))
  await send()
  await send()
  expect(mine.heard().map(({ kind }) => kind)).toEqual(['document.issued', 'document.voided'])
  expect(mine.heard()[1]).toMatchObject({ data: { document } })
  expect(JSON.stringify(mine.heard())).not.toContain('宛名の誤り')
  expect(others.heard()).toEqual([])
  expect(deaf.heard()).toEqual([])
  expect(farms.heard()).toHaveLength(1)

  // the history shows it, and can send it again under the same id
  const ctx = as(test_.db, own.actor)
  const { deliveries } = await webhookDeliveries(ctx, mine.id)
  expect(deliveries.map(({ kind }) => kind).toSorted()).toEqual(['document.issued', 'document.voided'])
  const first = there(mine.heard()[0]).id
  must(await replayDelivery(ctx, { id: first }))
  await send()
  expect(mine.heard().filter((it) => it.id === first)).toHaveLength(2)
})

test('what was rolled back is sent to no webhook', async () => {
  const own = await anOwnedRestaurant()
  const mine = await listening(own.actor, ['documents'])
  const failing = test_.db.transaction().execute(async (db) => {
    const content = anInvoice()
    const of = { content, restaurantId: own.restaurantId, ...period, totalYen: yen(1), issuedBy: '自動' }
    await issueDocument({ db, now: noon }, of)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await send()
  expect(mine.heard()).toEqual([])
})

test('one transfer that pays for two restaurants is told to each with its own part, and so is its undoing', async () => {
  const [first, second, stranger] = [await anOwnedRestaurant(), await anOwnedRestaurant(), await anOwnedRestaurant()]
  const [one, two, none] = [
    await listening(first.actor, ['payments']),
    await listening(second.actor, ['payments']),
    await listening(stranger.actor, ['payments']),
  ]
  const documents = [
    await issue({ restaurantId: first.restaurantId }),
    await issue({ restaurantId: second.restaurantId }),
  ] as const
  const eventId = await test_.db.transaction().execute(async (db) => {
    const ctx = { actor: { kind: 'system' } as const, db, now: noon }
    const made = await recordPayments(ctx, [
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-11-20'),
        yen: yen(22_000),
        payer: 'ﾐﾎﾝ',
      },
    ])
    const paymentId: PaymentId = there([...made.values()][0])
    const reason = '請求書番号'
    const [id] = await allocate(ctx, [
      {
        paymentId,
        allocations: [
          { restaurantId: first.restaurantId, documentId: documents[0], yen: yen(10_800), reason },
          { restaurantId: second.restaurantId, documentId: documents[1], yen: yen(10_800), reason },
          { restaurantId: second.restaurantId, documentId: null, yen: yen(400), reason },
        ],
      },
    ])
    return there(id)
  })
  await send()
  const part = (amount: number, id: string) => ({
    kind: 'payment.matched',
    data: {
      payment: { receivedOn: '2026-11-20', method: 'transfer', yen: amount, invoices: [{ id, yen: 10_800 }] },
    },
  })
  expect(one.heard()).toMatchObject([part(10_800, documents[0])])
  expect(two.heard()).toMatchObject([part(11_200, documents[1])])
  expect(JSON.stringify(one.heard())).not.toContain(documents[1])
  const admin = await anAdmin(test_.db, { role: 'finance' })
  must(await undoMatch(as(test_.db, admin), { matchId: eventId, reason: '別の店舗の入金', key: aKey() }))
  await send()
  await send()
  for (const [it, yen] of [
    [one, -10_800],
    [two, -11_200],
  ] as const)
    expect(it.heard()).toMatchObject([
      { kind: 'payment.matched' },
      { kind: 'payment.unmatched', data: { payment: { yen } } },
    ])
  expect(none.heard()).toEqual([])
})

test('what is told of a payment is what came in, as the API says it; a fee that we bear is not', async () => {
  const { restaurantId, actor } = await anOwnedRestaurant()
  const mine = await listening(actor, ['payments'])
  const documentId = await issue({ restaurantId })
  const pay = (amount: number, allocations: (paidYen: Yen) => NewAllocation[]) =>
    test_.db.transaction().execute(async (db) => {
      const ctx = { actor: { kind: 'system' } as const, db, now: noon }
      const receivedOn = jstDate('2026-11-20')
      const of = { eventKey: `test:${newId()}`, method: 'transfer' as const, receivedOn, payer: 'ﾐﾎﾝ' }
      const made = await recordPayments(ctx, [{ ...of, yen: yen(amount) }])
      await allocate(ctx, [{ paymentId: there([...made.values()][0]), allocations: allocations(yen(amount)) }])
    })
  const of = { restaurantId, reason: '手数料差引' }
  await pay(10_360, (paid) => [
    { ...of, documentId, yen: paid },
    { ...of, documentId, yen: yen(440), takenFrom: 'bank_fees' },
  ])
  await pay(500, (paid) => [{ ...of, documentId: null, yen: paid }])
  await send()
  expect(mine.heard().map(({ data }) => data.payment)).toMatchObject([
    { yen: 10_360, invoices: [{ id: documentId, yen: 10_800, bankFeeYen: 440 }] },
    { yen: 500, invoices: [] },
  ])
})

test('a payout is told to its farm when the run was sent, and when it came back', async () => {
  const [own, other] = [await aFarm(test_.db), await aFarm(test_.db)]
  const payOn = jstDate('2026-11-30')
  const payDay = at('2026-11-30 15:00')
  await test_.pool.query('update payout_settings set least_yen = 1, transfer_fee_yen = 0')
  for (const farm of [own, other]) {
    await aBankAccount(test_.db, farm, at('2026-11-01 09:00'))
    await aStatement(test_.db, farm.farmId, farm === own ? 30_000 : 50_000)
  }
  const [mine, others] = [await listening(own.actor, ['payouts']), await listening(other.actor, ['payouts'])]
  const [maker, releaser] = [await anAdmin(test_.db, { role: 'finance' }), await anAdmin(test_.db, { role: 'finance' })]
  const preview = await previewPayRun(as(test_.db, maker), payOn)
  const { id } = must(
    await makePayRun(as(test_.db, maker), {
      key: aKey(),
      payOn,
      count: preview.paid.length,
      totalYen: preview.totalYen,
    }),
  )
  const proven = { ...releaser, session: { key: 'k', authTime: noon, aal: 2 } } as Actor
  must(await releasePayRun(as(test_.db, proven), { key: aKey(), id }))
  await send()
  expect(mine.heard()).toEqual([])
  must(await markPayRunSent(as(test_.db, maker, payDay), { key: aKey(), id }))
  await send(payDay)
  await send(payDay)
  const { items } = await payRunDetail(as(test_.db, maker), id)
  const item = there(items.find(({ yen }) => yen === 30_000))
  expect(mine.heard()).toMatchObject([
    {
      kind: 'payout.sent',
      data: { payout: { id: item.id, statement: item.number, payOn: '2026-11-30', yen: 30_000 } },
    },
  ])
  expect(others.heard()).toMatchObject([{ kind: 'payout.sent', data: { payout: { yen: 50_000 } } }])
  const returned = { key: aKey(), itemId: item.id, on: payOn, outcome: 'returned' as const }
  must(await returnPayout(as(test_.db, maker, payDay), returned))
  await send(payDay)
  expect(mine.heard()).toMatchObject([{ kind: 'payout.sent' }, { kind: 'payout.returned' }])
  expect(others.heard()).toHaveLength(1)
})
