import { expect, test } from 'vitest'
import { lineClient } from '../../app/infra/channels/line.server.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { pdfOf } from '../../app/infra/pdf.server.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { AnswerLinkId, OrderId } from '../../app/kernel/ids.ts'
import { addMinutes, at, jstDate } from '../../app/kernel/jst.ts'
import { answerToken } from '../../app/modules/notifications/answer-token.server.ts'
import { ownNotifications } from '../../app/modules/notifications/centre.server.ts'
import type { MailEngine, OutgoingMail } from '../../app/modules/notifications/mail-engine.ts'
import { linkLine, makeLineCode } from '../../app/modules/notifications/notification-addresses.server.ts'
import { sendMails } from '../../app/modules/notifications/send-mails.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { answerByLink, type LinkAnswer } from '../../app/modules/ordering/magic-links/answer-by-link.server.ts'
import { faxSheet } from '../../app/modules/ordering/magic-links/fax-sheet.server.ts'
import { takeLineEvent } from '../../app/modules/ordering/magic-links/line-inbox.server.ts'
import { readLink } from '../../app/modules/ordering/magic-links/read-link.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { notificationKinds } from '../../app/notification-kinds.server.ts'
import { aKey, aMarket, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testQueues } from '../support/queues.ts'
import { recordedServer } from '../support/recorded-server.ts'
import { arrivalTime, must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
const queues = testQueues(test_)
const encryption = makeEncryption('a secret of thirty-two characters')
const site = 'https://market.example.jp'
const at_ = (now: Date) => ({ db: test_.db, now, encryption })

/** A market whose three orders have been notified; for each farm the token of its mail. */
async function told(): Promise<{ market: Market; orders: OrderId[]; tokens: string[] }> {
  const market = await aMarket(test_.db)
  const orders = await placeAll(test_.db, market)
  await tellOrderNews({ db: test_.db, now: noon })
  return { market, orders, tokens: await Promise.all(orders.map((id) => tokenOf(id))) }
}
async function tokenOf(orderId: OrderId, step = 'answer'): Promise<string> {
  const { rows } = await test_.pool.query<{ id: AnswerLinkId }>(
    'select id from answer_links where order_id = $1 and step = $2 order by created_at desc, id desc limit 1',
    [orderId, step],
  )
  return answerToken(encryption, there(rows[0]).id)
}
const stateOf = async (id: OrderId) =>
  (await test_.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const answer = (token: string, it: LinkAnswer, now = noon) => answerByLink(at_(now), token, it)

test('a farm accepts, packs and ships from links without signing in, until the order is final', async () => {
  const { market, orders, tokens } = await told()
  const orderId = there(orders[2])
  const accepted = must(there(await answer(there(tokens[2]), { say: 'all' })))
  expect(await stateOf(orderId)).toBe('accepted')
  expect(accepted.next).toMatchObject({ step: 'pack' })
  const packToken = answerToken(encryption, there(accepted.next).id)
  const { order } = there(await readLink(at_(packingTime), packToken))
  const packed = must(
    there(
      await answer(
        packToken,
        {
          say: 'packed',
          lines: order.lines.map((line) => ({
            lineId: line.id,
            qty: 2,
            grams: grams(3_700),
            reason: null,
            lot: 'today',
          })),
        },
        packingTime,
      ),
    ),
  )
  expect(packed.next).toMatchObject({ step: 'ship' })
  const shipToken = answerToken(encryption, there(packed.next).id)
  const shipped = must(
    there(
      await answer(
        shipToken,
        {
          say: 'sent',
          parcels: order.parcels.map(({ id }) => ({
            parcelId: id,
            carrier: 'yamato',
            trackingNumber: '4444-1375-8703',
            confirmed: true,
          })),
        },
        shippingTime,
      ),
    ),
  )
  expect(shipped.next).toBeNull()
  expect(await stateOf(orderId)).toBe('shipped')
  const chef = as(test_.db, market.chef, arrivalTime)
  must(
    await receiveOrder(chef, {
      orderId,
      key: aKey(),
      lines: order.lines.map((line) => ({ lineId: line.id, verdict: 'ok', qty: 2, grams: grams(3_700) })),
    }),
  )
  await runDueTimers({ db: test_.db, now: arrivalTime })
  expect(await stateOf(orderId)).toBe('finalized')
  // under the name of the user to whom the link was sent
  const { events } = await orderDetail(chef, orderId)
  expect(new Set(events.filter(({ actorKind }) => actorKind === 'farm').map(({ actorName }) => actorName)).size).toBe(1)
})

test('opening a link changes nothing, however often; it is no notice, no event, no step', async () => {
  const { orders, tokens } = await told()
  const count = async () =>
    (
      await test_.pool.query(
        'select (select count(*) from events), (select count(*) from answer_links where used_at is not null)',
      )
    ).rows
  const before = await count()
  for (let n = 0; n < 5; n++) expect(there(await readLink(at_(noon), there(tokens[0]))).refusal).toBeNull()
  expect(await count()).toEqual(before)
  expect(await stateOf(there(orders[0]))).toBe('placed')
})

test('one link is one answer: pressed twice at once it happens once, and later it says so', async () => {
  const { orders, tokens } = await told()
  const token = there(tokens[0])
  const both = await Promise.all([answer(token, { say: 'all' }), answer(token, { say: 'none', reason: 'weather' })])
  expect(both.filter((it) => it?.ok)).toHaveLength(1)
  const { rows } = await test_.pool.query(
    `select kind from events where order_id = $1 and kind in ('order_accepted', 'order_declined')`,
    [orders[0]],
  )
  expect(rows).toHaveLength(1)
  expect(await answer(token, { say: 'all' })).toMatchObject({ refusal: 'used' })
  expect(there(await readLink(at_(noon), token)).refusal).toBe('used')
})

test('a link answers for its own order only, and only what it was asked', async () => {
  const { orders, tokens } = await told()
  const mine = there(await readLink(at_(noon), there(tokens[0])))
  const other = there(await readLink(at_(noon), there(tokens[1])))
  const strange = { say: 'part' as const, lines: other.order.lines.map(({ id }) => ({ lineId: id, qty: 0 })) }
  expect(await answer(there(tokens[0]), strange)).toMatchObject({ refusal: 'unknown_line' })
  expect(await answer(there(tokens[0]), { say: 'sent', parcels: [] })).toMatchObject({ refusal: 'other' })
  expect(mine.orderId).toBe(orders[0])
  expect(await stateOf(there(orders[0]))).toBe('placed')
})

test('a token that we have not made opens nothing', async () => {
  const { orders, tokens } = await told()
  const forged = answerToken(
    makeEncryption('another secret of thirty-two char'),
    there(await linkIdOf(there(orders[0]))),
  )
  const token_ = there(tokens[0])
  // the last letter has spare bits: another one may stand for the same bytes
  const altered = `${token_.slice(0, -2)}${token_.at(-2) === 'A' ? 'B' : 'A'}${token_.at(-1)}`
  for (const token of [forged, '', 'x'.repeat(43), altered]) {
    expect(await readLink(at_(noon), token)).toBeNull()
    expect(await answer(token, { say: 'all' })).toBeNull()
  }
  expect(await stateOf(there(orders[0]))).toBe('placed')
})
const linkIdOf = async (orderId: OrderId) =>
  (await test_.db.selectFrom('answerLinks').select('id').where('orderId', '=', orderId).executeTakeFirst())?.id

test('a late or outdated answer is told the state of the order', async () => {
  const { orders, tokens } = await told()
  const due = there(await readLink(at_(noon), there(tokens[0]))).order.answerDueAt
  expect(there(await readLink(at_(addMinutes(due, 1)), there(tokens[0]))).refusal).toBe('late')
  await runDueTimers({ db: test_.db, now: addMinutes(due, 1) })
  expect(await stateOf(there(orders[0]))).toBe('expired')
  expect(await answer(there(tokens[0]), { say: 'all' }, addMinutes(due, 2))).toMatchObject({ refusal: 'other' })

  const next = await told()
  const farmer = as(test_.db, there(next.market.farms[1]).actor)
  must(await acceptOrder(farmer, { orderId: there(next.orders[1]), key: aKey(), lines: [] }))
  expect(there(await readLink(at_(noon), there(next.tokens[1]))).refusal).toBe('other')
  must(await cancelOrder(as(test_.db, next.market.chef), { orderId: there(next.orders[2]), key: aKey() }))
  const over = there(await readLink(at_(noon), there(next.tokens[2])))
  expect([over.refusal, over.order.state]).toEqual(['other', 'cancelled'])
  const ended = there(await readLink(at_(at('2026-12-24 12:00')), there(next.tokens[1])))
  expect(ended.refusal).toBe('ended')
})

test('a suspended member cannot answer for the farm', async () => {
  const { market, orders, tokens } = await told()
  await test_.pool.query('update people set suspended_at = $2 where id = $1', [
    there(market.farms[0]).actor.personId,
    noon,
  ])
  expect(await readLink(at_(noon), there(tokens[0]))).toBeNull()
  expect(await answer(there(tokens[0]), { say: 'all' })).toBeNull()
  expect(await stateOf(there(orders[0]))).toBe('placed')
})

test('the mail has the address with its secret, and the database has not', async () => {
  await test_.pool.query('delete from mails')
  const { market, orders, tokens } = await told()
  const to = `${there(market.farms[0]).actor.personId}@example.jp`
  const sent: OutgoingMail[] = []
  const engine: MailEngine = { kind: 'smtp', send: async (mail) => void sent.push(mail) }
  await queues.run('mail', noon, (jobs) => sendMails({ ...at_(noon), site, kinds: notificationKinds }, engine, jobs))
  const mail = there(sent.find((it) => it.to === to))
  expect(mail.html).toContain(`href="${site}/a/${there(tokens[0])}"`)
  expect(mail.text).toContain(`${site}/a/${there(tokens[0])}`)
  const { rows } = await test_.pool.query('select concat(html, text, data) as words from mails')
  for (const { words } of rows) expect(words).not.toContain(there(tokens[0]).slice(22))
  const { notifications } = await ownNotifications(as(test_.db, there(market.farms[0]).actor))
  expect(notifications).toMatchObject([{ kind: 'question', path: `/farmer/orders/${orders[0]}` }])
})

/** A farmer whose LINE account is linked; what is pressed there, and the replies. */
async function byLine(market: Market, index: number, lineId: string) {
  const { code } = must(await makeLineCode(as(test_.db, there(market.farms[index]).actor), {}, encryption))
  await linkLine(at_(noon), { typed: code, lineId })
  return (data: string, from = lineId) => takeLineEvent({ ...at_(noon), site }, { kind: 'postback', from, data })
}

test('a button pressed in LINE accepts, and says what comes next', async () => {
  const { market, orders, tokens } = await told()
  const press = await byLine(market, 0, 'Ua')
  const said = there(await press(`answer=${tokens[0]}&do=all`))
  expect(said.text).toMatch(/^回答しました：.*お届け\nこの注文は、受注が確定しています。/)
  expect(said.text).toContain(`${site}/a/${await tokenOf(there(orders[0]), 'pack')}`)
  expect(await stateOf(there(orders[0]))).toBe('accepted')
  expect(there(await press(`answer=${tokens[0]}&do=all`)).text).toContain('受付済み')
})

test('a farm that cannot is asked why in LINE, and its reason reaches the restaurant', async () => {
  const { market, orders, tokens } = await told()
  const press = await byLine(market, 1, 'Ub')
  const asked = there(await press(`answer=${tokens[1]}&do=none`))
  expect(await stateOf(there(orders[1]))).toBe('placed')
  const why = asked.quickReply?.items.flatMap(({ action }) => (action.type === 'postback' ? [action] : []))
  const weather = there(why?.find(({ label }) => label.includes('天候')))
  await press(weather.data)
  expect(await stateOf(there(orders[1]))).toBe('declined')
})

test('a message that was forwarded answers nothing, nor one of an order that has changed since', async () => {
  const { market, orders, tokens } = await told()
  const press = await byLine(market, 0, 'Uc')
  await byLine(market, 1, 'Ud')
  expect(there(await press(`answer=${tokens[0]}&do=all`, 'Ud')).text).toContain('使用できません')
  expect(there(await press(`answer=${tokens[0]}&do=all`, 'Unobody')).text).toContain('使用できません')
  const chef = as(test_.db, market.chef)
  const line = there((await orderDetail(chef, there(orders[0]))).lines[0])
  must(
    await changeOrder(chef, {
      orderId: there(orders[0]),
      key: aKey(),
      version: 1,
      lines: [{ lineId: line.id, qty: 5 }],
    }),
  )
  expect(there(await press(`answer=${tokens[0]}&do=all`)).text).toContain('変更されました')
  expect(await stateOf(there(orders[0]))).toBe('placed')
})

test('an outdated message in LINE cannot decline a changed order either: no reason is asked for, and it is not declined', async () => {
  const { market, orders, tokens } = await told()
  const press = await byLine(market, 0, 'Ue')
  const chef = as(test_.db, market.chef)
  const line = there((await orderDetail(chef, there(orders[0]))).lines[0])
  must(
    await changeOrder(chef, {
      orderId: there(orders[0]),
      key: aKey(),
      version: 1,
      lines: [{ lineId: line.id, qty: 1 }],
    }),
  )
  for (const doing of ['do=none', 'do=why&why=weather'])
    expect(there(await press(`answer=${tokens[0]}&${doing}`)).text).toContain('変更されました')
  expect(await stateOf(there(orders[0]))).toBe('placed')
})

test('our answer in LINE goes to the token of what was pressed', async () => {
  const line = await recordedServer()
  await lineClient({ token: 't', api: line.url }).reply('reply-1', [{ type: 'text', text: '回答しました' }])
  expect(line.recorded[0]?.path).toBe('/v2/bot/message/reply')
  expect(JSON.parse(String(line.recorded[0]?.body))).toEqual({
    replyToken: 'reply-1',
    messages: [{ type: 'text', text: '回答しました' }],
  })
  await line.close()
})

test('the sheet for the fax is one page of A4 with Japanese, boxes to tick and a code to read', async () => {
  const { orders, tokens } = await told()
  const ctx = as(test_.db, { kind: 'system' })
  const sheet = {
    title: '新しい注文',
    body: '回答してください',
    orderId: there(orders[0]),
    answerAddress: `${site}/a/${tokens[0]}`,
  }
  const paper = await faxSheet(ctx, sheet, '03-1234-5678')
  const words = JSON.stringify(paper)
  for (const word of ['御中', '出荷不可', '03-1234-5678', 'スマートフォンで回答する']) expect(words).toContain(word)
  expect(words.match(/"type":"rect"/g)?.length).toBeGreaterThan(300)
  const pdf = Buffer.from(await pdfOf(paper)).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(pdf).toMatch(/NotoSansJP/)
})

test('a farm accepts an order and proposes another day from the link of its mail, once', async () => {
  const { orders, tokens } = await told()
  const orderId = there(orders[0])
  const say = (deliveryOn: string, version = 1) =>
    answer(there(tokens[0]), { say: 'otherDay', deliveryOn: jstDate(deliveryOn), version })
  expect(await say('2026-11-29')).toMatchObject({ refusal: 'day_impossible' })
  expect(await stateOf(orderId)).toBe('placed')
  expect(there(await say('2026-11-27')).ok).toBe(true)
  const { rows } = await test_.pool.query(
    "select state, delivery_on::text as day, proposed_day->>'deliveryOn' as other from orders where id = $1",
    [orderId],
  )
  expect(rows).toEqual([{ state: 'accepted', day: '2026-11-26', other: '2026-11-27' }])
  expect(await say('2026-11-28')).toMatchObject({ refusal: 'used' })
})
