import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FarmActor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import {
  conversationWith,
  newerMessages,
  olderMessages,
  ordersToShow,
  productToShow,
} from '../../app/modules/messaging/conversation-queries.server.ts'
import { reportConversation } from '../../app/modules/messaging/report-conversation.server.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { priceHistory } from '../../app/modules/ordering/past/purchase-analysis.server.ts'
import {
  documentsOf,
  keepDocument,
  removeDocument,
} from '../../app/modules/organisations/documents/keep-document.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { agreeOwnPrice, ownPricesOf } from '../../app/modules/products/prices/own-prices.server.ts'
import { regulars } from '../../app/modules/products/prices/regulars.server.ts'
import { reviewsOfOrder } from '../../app/modules/reviews/own-reviews.server.ts'
import { reportReview } from '../../app/modules/reviews/report-review.server.ts'
import { productVoices } from '../../app/modules/reviews/voices.server.ts'
import { writeReview } from '../../app/modules/reviews/write-review.server.ts'
import { askRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { askedRequest, askedRequests, requestsWaiting } from '../../app/modules/sourcing/asked-requests.server.ts'
import { aFarm, aKey, aMarket, anAdmin, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const by = (actor: Parameters<typeof as>[1], now = noon) => as(test_.db, actor, now)
const kept = new Map<string, Uint8Array>()
const files: FileStore = {
  put: async (key, bytes) => void kept.set(key, bytes),
  get: async (key) => kept.get(key) ?? null,
  delete: async (key) => void kept.delete(key),
  list: async function* () {},
}
const onlyLooks = (farmer: FarmActor): FarmActor => ({ ...farmer, role: 'staff', rights: 'see' })
const message = (text: string) => ({ key: aKey(), text, photos: [], orderId: null, productId: null })

test('a farm that is not approved cannot read a restaurant by its id', async () => {
  const { restaurantId } = await aRestaurant(test_.db)
  const { farmId, actor } = await aFarm(test_.db, { status: 'submitted' })
  const applicant = by({ ...actor, farmApproved: false })
  const productId = await aProduct(test_.db, farmId)
  await expect(conversationWith(applicant, restaurantId)).rejects.toThrow(NotFound)
  await expect(ordersToShow(applicant, restaurantId)).rejects.toThrow(NotFound)
  await expect(productToShow(applicant, restaurantId, productId)).rejects.toThrow(NotFound)
  await expect(olderMessages(applicant, restaurantId, 9)).rejects.toThrow(NotFound)
  await expect(newerMessages(applicant, restaurantId, 0)).rejects.toThrow(NotFound)
  await expect(ownPricesOf(applicant, restaurantId)).rejects.toThrow(NotFound)
})

test('an approved farm reads a restaurant only after it has ordered or written', async () => {
  const market = await aMarket(test_.db)
  const { actor, farmId } = there(market.farms[0])
  const { restaurantId } = market.chef
  await expect(conversationWith(by(actor), restaurantId)).rejects.toThrow(NotFound)
  must(await sendMessage(by(market.chef), { other: farmId, ...message('はじめまして。') }))
  expect((await conversationWith(by(actor), restaurantId)).other).toMatchObject({ id: restaurantId, phone: null })
})

test('a suspended farm keeps the orders it has, and reads nothing else of its customers', async () => {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[0])
  const { farmId, actor } = there(market.farms[0])
  const { restaurantId } = market.chef
  await test_.pool.query("update farms set status = 'suspended', status_reason = '確認中' where id = $1", [farmId])
  const suspended = by({ ...actor, farmApproved: false })
  // the order waits for it, and so does its conversation
  const { deliveryOn } = await orderDetail(suspended, orderId)
  expect((await conversationWith(suspended, restaurantId)).other.id).toBe(restaurantId)
  expect(await regulars(suspended)).toEqual([])
  await expect(ownPricesOf(suspended, restaurantId)).rejects.toThrow(NotFound)
  const price = {
    key: aKey(),
    of: { percentOff: 10 },
    from: deliveryOn,
    until: null,
    site: 'https://market.example.jp',
  }
  await expect(agreeOwnPrice(suspended, { restaurantId, ...price })).rejects.toThrow(NotFound)
})

test('a farm that is not approved sees no request of a restaurant', async () => {
  const { actor: chef, kitchenId } = await aRestaurant(test_.db)
  const { farmId, actor } = await aFarm(test_.db)
  await aProduct(test_.db, farmId)
  const asked = {
    words: '人参',
    category: null,
    qty: 2,
    unit: '箱',
    ceilingYen: null,
    method: null,
    note: '',
    answerUntil: null,
  }
  const days = [jstDate('2026-11-27')]
  const { requestId } = must(await askRequest(by(chef), { kitchenId, key: aKey(), ...asked, days }))
  expect((await askedRequest(by(actor), requestId)).id).toBe(requestId)
  const suspended = by({ ...actor, farmApproved: false })
  await expect(askedRequest(suspended, requestId)).rejects.toThrow(NotFound)
  expect(await askedRequests(suspended)).toEqual([])
  expect(await requestsWaiting(suspended)).toBe(0)
})

test('goods that were put away are there for their farm and staff alone', async () => {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[0])
  const { actor: farmer, productId } = there(market.farms[0])
  const days = { from: jstDate('2026-11-01'), to: jstDate('2026-11-30') }
  expect(await priceHistory(by(market.chef), productId, days)).toMatchObject({ open: true })
  await test_.pool.query("update products set status = 'archived' where id = $1", [productId])
  const nobodyElse = [
    market.chef,
    (await aRestaurant(test_.db)).actor,
    (await aFarm(test_.db)).actor,
    { kind: 'visitor' } as const,
  ]
  for (const actor of nobodyElse) {
    await expect(productDetail(by(actor), productId, null)).rejects.toThrow(NotFound)
    await expect(productVoices(by(actor), productId)).rejects.toThrow(NotFound)
  }
  for (const actor of [farmer, await anAdmin(test_.db)])
    expect(await productDetail(by(actor), productId, null)).toMatchObject({ id: productId, listed: false })
  // a buyer keeps the order, its lines and its prices, and is not linked to a closed page
  expect((await orderDetail(by(market.chef), orderId)).lines.map((line) => line.productId)).toContain(productId)
  expect(await priceHistory(by(market.chef), productId, days)).toMatchObject({ open: false, points: [{}] })
  await expect(productToShow(by(market.chef), there(market.farms[0]).farmId, productId)).resolves.toBeNull()
})

test('a helper who only looks reports no message and no review', async () => {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[0])
  const farm = there(market.farms[0])
  must(await sendMessage(by(market.chef), { other: farm.farmId, ...message('はじめまして。') }))
  await bringToShipped(test_.db, market, 0, orderId)
  must(await receiveOrder(by(market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  const nextDay = at('2026-11-27 09:00')
  for (const actor of [market.chef, farm.actor])
    must(await writeReview(by(actor, nextDay), { key: aKey(), orderId, stars: 5, words: '良い', voices: [] }))
  const { id } = there((await reviewsOfOrder(by(farm.actor, nextDay), orderId)).theirs)
  const report = { reason: 'rude', words: '' } as const
  const helper = by(onlyLooks(farm.actor), nextDay)
  await expect(reportReview(helper, { id, ...report, key: aKey() })).rejects.toThrow(Forbidden)
  await expect(
    reportConversation(helper, { other: market.chef.restaurantId, no: 1, ...report, key: aKey() }),
  ).rejects.toThrow(Forbidden)
  expect((await conversationWith(helper, market.chef.restaurantId)).mayReport).toBe(false)
  // a member who packs may report, and so may a user without an organisation
  const packer = by({ ...farm.actor, role: 'staff', rights: 'pack' }, nextDay)
  must(await reportReview(packer, { id, ...report, key: aKey() }))
  must(await reportConversation(packer, { other: market.chef.restaurantId, no: 1, ...report, key: aKey() }))
})

test('a helper who does not promise for the farm hands in no papers and takes none away', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const bytes = new Uint8Array(
    await sharp({ create: { width: 20, height: 20, channels: 3, background: '#aaa' } })
      .png()
      .toBuffer(),
  )
  const owner = { farmId }
  const paper = { bytes, fileName: '許可証.png', kind: 'permit' as const, owner }
  must(await keepDocument(by(actor), paper, files))
  const [standing] = await documentsOf(test_.db, owner)
  for (const rights of ['see', 'pack'] as const) {
    const helper = by({ ...actor, role: 'staff', rights })
    await expect(keepDocument(helper, paper, files)).rejects.toThrow(Forbidden)
    await expect(removeDocument(helper, { id: there(standing).id, owner })).rejects.toThrow(Forbidden)
  }
  expect(await documentsOf(test_.db, owner)).toHaveLength(1)
})
