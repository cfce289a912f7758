import { expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { pdfOf } from '../../app/infra/pdf.server.ts'
import type { AnswerLinkId, OrderId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { answerToken } from '../../app/modules/notifications/answer-token.server.ts'
import { ownNotifications } from '../../app/modules/notifications/centre.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { deliveryNotesOf } from '../../app/modules/ordering/delivery-notes.ts'
import { farmBoard } from '../../app/modules/ordering/fulfilment/farm-board.server.ts'
import { labelDay } from '../../app/modules/ordering/fulfilment/labels/label-day.server.ts'
import { faxSheet } from '../../app/modules/ordering/magic-links/fax-sheet.server.ts'
import { readLink } from '../../app/modules/ordering/magic-links/read-link.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { dayOrders } from '../../app/modules/packing-papers/day-orders.server.ts'
import { pickingByOrder } from '../../app/modules/packing-papers/picking-lists.ts'
import { aKey, aMarket, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { mailsSentTo } from '../support/mailed.ts'
import { textOfPdf } from '../support/pdf-picture.ts'
import { must, packingTime, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const encryption = makeEncryption('a secret of thirty-two characters')
const note = '葉つきで、土は落とさないでください'
/** The factory's kitchen. */
const receivingNote = '裏口におく'
const words = [note, receivingNote]

async function noted() {
  const market = await aMarket(test_.db)
  const [orderId] = await placeAll(test_.db, market)
  await test_.pool.query('update orders set note = $2 where id = $1', [orderId, note])
  return { farm: there(market.farms[0]).actor, orderId: there(orderId) }
}

async function tokenOf(orderId: OrderId) {
  const { rows } = await test_.pool.query<{ id: AnswerLinkId }>('select id from answer_links where order_id = $1', [
    orderId,
  ])
  return answerToken(encryption, there(rows[0]).id)
}

test('the chef’s message and the kitchen’s receiving note stand where a farm answers, packs and writes a label', async () => {
  const { farm, orderId } = await noted()
  const farmer = as(test_.db, farm)
  const textsOf = (order: Parameters<typeof deliveryNotesOf>[0]) => deliveryNotesOf(order).map(({ text }) => text)
  expect(textsOf(await orderDetail(farmer, orderId))).toEqual(words)
  const { waiting } = await farmBoard(farmer)
  const card = there(waiting.find(({ order }) => order.id === orderId))
  expect(textsOf(card.order)).toEqual(words)
  expect([card.prefecture, card.order.shipTo.phone]).toEqual(['東京都', '03-0000-0001'])

  must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [] }))
  const packer = as(test_.db, farm, packingTime)
  const label = there((await labelDay(packer, jstDate('2026-11-25'))).orders.find(({ id }) => id === orderId))
  expect(textsOf(label)).toEqual(words)
  expect([label.prefecture, label.shipTo.street, label.shipTo.phone]).toEqual(['東京都', '神楽坂1-2-3', '03-0000-0001'])
  const paper = JSON.stringify(pickingByOrder(await dayOrders(packer, jstDate('2026-11-25'))))
  expect(paper).toContain(`飲食店からの備考：${note}`)
  expect(paper).toContain(`納品時の注意：${receivingNote}`)
})

test('the mail about a new order, its notice, the link without sign-in and the fax carry goods, day, place and notes', async () => {
  const { farm, orderId } = await noted()
  await tellOrderNews({ db: test_.db, now: noon })
  const order = await orderDetail(as(test_.db, farm), orderId)
  const line = there(order.lines[0])

  const mail = there((await mailsSentTo(test_.pool, `${farm.personId}@example.jp`)).at(-1))
  for (const word of [...words, line.name, `2${line.unitLabel}`, '東京都新宿区神楽坂1-2-3', '03-0000-0001'])
    expect(mail.text).toContain(word)
  const { notifications } = await ownNotifications(as(test_.db, farm))
  const said = there(notifications[0])
  expect(said.title).toContain('11月26日')
  expect(said.body).toContain(`${line.name} 2${line.unitLabel}`)
  expect(said.body).toContain(`備考：${note}／${receivingNote}`)

  const link = there(await readLink({ db: test_.db, now: noon, encryption }, await tokenOf(orderId)))
  expect(deliveryNotesOf(link.order)).toHaveLength(2)
  expect(link.order.shipTo.phone).toBe('03-0000-0001')

  const sheet = { title: said.title, body: said.body, orderId, answerAddress: 'https://market.example.jp/a/x' }
  const fax = await faxSheet(as(test_.db, { kind: 'system' }), sheet, '03-1234-5678')
  const pages = (await textOfPdf(await pdfOf(fax))).split('\f').slice(0, -1)
  expect(pages).toHaveLength(1)
  const text = there(pages[0]).replaceAll(/\s/g, '')
  for (const word of [...words, '東京都新宿区神楽坂1-2-3', '電話：03-0000-0001', '電話で回答する'])
    expect(text).toContain(word)
})

test('a push message shows the beginning of a long note', async () => {
  const { farm, orderId } = await noted()
  await test_.pool.query('update orders set note = $2 where id = $1', [orderId, 'あ'.repeat(300)])
  await tellOrderNews({ db: test_.db, now: noon })
  const { notifications } = await ownNotifications(as(test_.db, farm))
  expect(there(notifications[0]).body).toContain(`備考：${'あ'.repeat(59)}…`)
})
