import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { newId, type OrderId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { noFarmWish } from '../../app/modules/products/catalog/farm-filter.ts'
import { type FarmPage, listFarms } from '../../app/modules/products/catalog/farm-list.server.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { calculateStars } from '../../app/modules/reviews/calculate-stars.server.ts'
import {
  closeReviewReport,
  hideReview,
  moderationDesk,
  restoreReview,
  reviewForStaff,
  reviewsInChunks,
} from '../../app/modules/reviews/moderate-reviews.server.ts'
import { ownReviews, reviewsOfOrder, reviewsWaiting } from '../../app/modules/reviews/own-reviews.server.ts'
import { remindReviews } from '../../app/modules/reviews/remind-reviews.server.ts'
import { replyToReview } from '../../app/modules/reviews/reply-to-review.server.ts'
import { reportReview } from '../../app/modules/reviews/report-review.server.ts'
import { readReviewFilter } from '../../app/modules/reviews/review-filter.ts'
import { showDueReviews } from '../../app/modules/reviews/show-reviews.server.ts'
import { farmVoices, productVoices } from '../../app/modules/reviews/voices.server.ts'
import { writeReview } from '../../app/modules/reviews/write-review.server.ts'
import { aKey, aMarket, anAdmin, aPerson, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
const visitor = { kind: 'visitor' } as const satisfies Actor

/** Final on Thursday 26 November: reviews are possible until 10 December. */
const nextDay = at('2026-11-27 09:00')
const lastMinute = at('2026-12-10 23:59')
const closing = at('2026-12-11 00:00')

async function finalOrder() {
  const { db } = test_
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const chef = as(db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  await bringToShipped(db, market, 0, orderId)
  must(await receiveOrder(as(db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  // the chef of the market is no owner
  const owner = await aPerson(db, '灯 店長')
  await db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId: owner,
      farmId: null,
      restaurantId: market.chef.restaurantId,
      role: 'owner',
      orderLimitYen: null,
    })
    .execute()
  const by = (who: 'chef' | 'farmer', now = nextDay) => as(db, who === 'chef' ? market.chef : farm.actor, now)
  return { market, farm, orderId, owner, by }
}

type NewReview = Parameters<typeof writeReview>[1]
const said = (orderId: OrderId, more: Partial<NewReview> = {}): NewReview => ({
  key: aKey(),
  orderId,
  stars: 5,
  words: '甘くて、味が濃い。',
  voices: [],
  ...more,
})
const mailsAbout = async (template: string, orderId: OrderId) =>
  (
    await rows(
      `select 1 from mails where template = $1 and (key like 'review:' || $2 || ':%' or key like any (
         select 'review:' || id || ':%' from reviews where order_id = $2::uuid union all
         select 'review:' || e.id || ':%' from events e join reviews r on r.id::text = e.data ->> 'reviewId' where r.order_id = $2::uuid))`,
      [template, orderId],
    )
  ).length

test('stars alone are a review', async () => {
  const { orderId, by } = await finalOrder()
  must(await writeReview(by('chef'), said(orderId, { words: '' })))
  must(await writeReview(by('farmer'), said(orderId, { words: ' ' })))
  const shown = { own: { stars: 5, words: '' }, theirs: { stars: 5, words: '' } }
  expect(await reviewsOfOrder(by('farmer'), orderId)).toMatchObject(shown)
})

test('neither side reads the other’s review before both have written; then both are shown at once, and fixed', async () => {
  const { farm, orderId, by, market } = await finalOrder()
  const { productId } = farm
  const voices = [{ productId, stars: 4 as const, words: '粒がそろっている。' }]
  must(await writeReview(by('chef'), said(orderId, { voices })))

  expect(await reviewsOfOrder(by('farmer'), orderId)).toMatchObject({ own: null, theirs: null, open: true })
  expect(await farmVoices(as(test_.db, visitor, nextDay), farm.farmId)).toEqual({ sum: null, voices: [] })
  // the timeline of an order is read by both: it does not show that one has written
  expect(await rows(`select 1 from events where order_id = $1 and kind like 'review%'`, [orderId])).toEqual([])

  must(await writeReview(by('chef', at('2026-11-28 09:00')), said(orderId, { stars: 4, words: '甘い。', voices })))
  const second = at('2026-11-29 20:00')
  const { shownFrom } = must(
    await writeReview(by('farmer', second), said(orderId, { stars: 5, words: '受け取りが早い。' })),
  )
  expect(shownFrom).toBe(second.toISOString())

  expect(await reviewsOfOrder(by('farmer', second), orderId)).toMatchObject({
    side: 'farm',
    open: false,
    own: { words: '受け取りが早い。' },
    theirs: { stars: 4, words: '甘い。', voices: [{ stars: 4, words: '粒がそろっている。' }] },
    otherStars: { stars: 5, reviews: 1 },
  })
  expect(await reviewsOfOrder(by('chef', second), orderId)).toMatchObject({
    theirs: { stars: 5, words: '受け取りが早い。' },
    otherStars: { stars: 4, reviews: 1 },
  })
  for (const who of ['chef', 'farmer'] as const)
    expect(await writeReview(by(who, second), said(orderId, { stars: 1 }))).toMatchObject({ refusal: 'shown_already' })

  const seen = as(test_.db, visitor, second)
  expect(await productVoices(seen, productId)).toMatchObject({
    sum: { stars: 4, reviews: 1 },
    voices: [{ restaurant: 'ビストロ 灯', stars: 4, words: '粒がそろっている。', orders: 1, reply: null }],
  })
  expect(await farmVoices(seen, farm.farmId)).toMatchObject({
    sum: { stars: 4, reviews: 1 },
    voices: [{ words: '甘い。', orders: 1 }],
  })
  expect(JSON.stringify(await productVoices(seen, productId))).not.toMatch(/yen|price|qty/i)
  // to the owners of both sides, once
  expect(await mailsAbout('review_shown', orderId)).toBe(2)
  expect(await showDueReviews({ db: test_.db, now: closing })).toBe(0)
  expect(await mailsAbout('review_shown', orderId)).toBe(2)
  expect(await ownReviews(by('chef', second))).toMatchObject({
    waiting: [],
    written: [],
    shown: [{ orderId, own: { stars: 4 }, theirs: { stars: 5 } }],
  })
  expect(market.chef.restaurantApproved).toBe(true)
})

test('after fourteen days what one side wrote is shown alone, told once, and the other may not answer it', async () => {
  const { farm, orderId, by } = await finalOrder()
  must(await writeReview(by('chef'), said(orderId)))
  expect(await showDueReviews({ db: test_.db, now: lastMinute })).toBe(0)
  expect(await farmVoices(as(test_.db, visitor, lastMinute), farm.farmId)).toMatchObject({ voices: [] })
  expect(must(await writeReview(by('chef', lastMinute), said(orderId, { stars: 3 }))).shownFrom).toBe(
    closing.toISOString(),
  )

  const seen = as(test_.db, visitor, closing)
  expect((await farmVoices(seen, farm.farmId)).voices).toMatchObject([{ stars: 3 }])
  expect(await writeReview(by('farmer', closing), said(orderId))).toMatchObject({ refusal: 'too_late' })
  const told = await Promise.all([1, 2].map(() => showDueReviews({ db: test_.db, now: closing })))
  expect(there(told[0]) + there(told[1])).toBeGreaterThan(0)
  expect(await mailsAbout('review_shown', orderId)).toBe(2)
  expect((await farmVoices(seen, farm.farmId)).sum).toEqual({ stars: 3, reviews: 1 })
})

test('both write in the same moment: one after the other, and both are shown together, once', async () => {
  const { orderId, by } = await finalOrder()
  const both = await Promise.all([
    writeReview(by('chef'), said(orderId)),
    writeReview(by('farmer'), said(orderId, { stars: 4 })),
  ])
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  expect(await rows('select distinct shown_from, told_at from reviews where order_id = $1', [orderId])).toEqual([
    { shown_from: nextDay, told_at: nextDay },
  ])
  expect(await mailsAbout('review_shown', orderId)).toBe(2)
})

test('a double press writes once; two people of one side write one review', async () => {
  const { orderId, by, market } = await finalOrder()
  const same = said(orderId)
  const pressed = await Promise.all([writeReview(by('chef'), same), writeReview(by('chef'), same)])
  expect(pressed.map(({ ok }) => ok)).toEqual([true, true])
  expect(must(there(pressed[0])).id).toBe(must(there(pressed[1])).id)
  const colleague = { ...market.chef, personId: await aPerson(test_.db, '同僚') }
  const two = await Promise.all([
    writeReview(by('chef'), said(orderId, { stars: 2 })),
    writeReview(as(test_.db, colleague, nextDay), said(orderId, { stars: 3 })),
  ])
  expect(two.map(({ ok }) => ok)).toEqual([true, true])
  expect(await rows('select count(*)::int as n from reviews where order_id = $1', [orderId])).toEqual([{ n: 1 }])
  expect(
    await rows(
      `select kind from events where kind in ('review_written', 'review_changed') and data ->> 'reviewId' = $1 order by at, id`,
      [must(there(pressed[0])).id],
    ),
  ).toEqual([{ kind: 'review_written' }, { kind: 'review_changed' }, { kind: 'review_changed' }])
})

test('a change at the moment in which the other side writes: before, or refused; never after', async () => {
  for (let round = 0; round < 3; round++) {
    const { orderId, by } = await finalOrder()
    must(await writeReview(by('chef'), said(orderId, { words: '開始' })))
    const [changed] = await Promise.all([
      writeReview(by('chef'), said(orderId, { words: '修正' })),
      writeReview(by('farmer'), said(orderId)),
    ])
    const shown = there((await reviewsOfOrder(by('farmer'), orderId)).theirs).words
    if (there(changed).ok) expect(shown).toBe('修正')
    else expect([there(changed), shown]).toMatchObject([{ refusal: 'shown_already' }, '開始'])
  }
})

test('a change that was sent before the other’s review was shown, and waited, does not change a shown review', async () => {
  const { orderId, by } = await finalOrder()
  must(await writeReview(by('farmer'), said(orderId)))
  must(await writeReview(by('chef', at('2026-11-28 09:00:02')), said(orderId, { words: '開始' })))
  const late = await writeReview(by('chef', at('2026-11-28 09:00:01')), said(orderId, { words: '修正' }))
  expect(late).toMatchObject({ ok: false, refusal: 'shown_already' })
})

test('averages include a review that was shown just after the clock of the process that adds them up', async () => {
  const { farm, orderId, by } = await finalOrder()
  must(await writeReview(by('farmer'), said(orderId)))
  must(await writeReview(by('chef', at('2026-11-28 09:00:02')), said(orderId, { stars: 4 })))
  const none = { restaurantIds: [], productIds: [] }
  await test_.db.transaction().execute((tx) => calculateStars(tx, { ...none, farmIds: [farm.farmId] }))
  expect((await farmVoices(by('chef', closing), farm.farmId)).sum).toEqual({ stars: 4, reviews: 1 })
})

test('a review that staff hid before it was shown is not announced, nor reported as missing', async () => {
  const { orderId, by } = await finalOrder()
  const { id } = must(await writeReview(by('chef'), said(orderId)))
  const staff = as(test_.db, await anAdmin(test_.db), nextDay)
  must(await hideReview(staff, { id, reason: '電話番号がありました。', key: aKey() }))
  must(await writeReview(by('farmer'), said(orderId)))
  const wordsTo = async (side: string) =>
    there(
      (
        await withWords(
          await rows(`select * from mails where key like 'review:' || $1 || ':shown:${side}%'`, [orderId]),
        )
      )[0],
    )
  const mail = await wordsTo('farm')
  expect(mail.subject).toBe('【畝と皿】ビストロ 灯への評価を公開しました')
  expect(mail.text).toContain('運営が非公開にしています')
  expect(mail.text).not.toContain('書きませんでした')
  expect((await wordsTo('restaurant')).text).not.toContain('投稿いただいた評価も')
})

test('only final orders, only their products, only by members who may act for their organisation', async () => {
  const { orderId, by, farm, market } = await finalOrder()
  const { db } = test_
  const [open, stranger] = [await aMarket(db), await aMarket(db)]
  await fillCart(as(db, open.chef), open.kitchenId, [[there(open.farms[0]).productId, 1]])
  const placed = there(must(await place(as(db, open.chef), open.kitchenId)).orderIds[0])
  expect(await writeReview(as(db, open.chef, nextDay), said(placed))).toMatchObject({ refusal: 'not_finalized' })
  const alien = [{ productId: there(stranger.farms[0]).productId, stars: 5 as const, words: '' }]
  expect(await writeReview(by('chef'), said(orderId, { voices: alien }))).toMatchObject({ refusal: 'goods_of_others' })
  const own = [{ productId: farm.productId, stars: 5 as const, words: '' }]
  expect(await writeReview(by('farmer'), said(orderId, { voices: own }))).toMatchObject({ refusal: 'goods_of_others' })
  await expect(writeReview(as(db, stranger.chef, nextDay), said(orderId))).rejects.toThrow(NotFound)
  for (const actor of [
    { ...farm.actor, role: 'staff' as const, rights: 'pack' as const },
    { ...market.chef, restaurantApproved: false },
  ])
    await expect(writeReview(as(db, actor, nextDay), said(orderId))).rejects.toThrow(Forbidden)
})

test('the farm replies publicly to a shown review, and the kitchen is notified once', async () => {
  const { orderId, by, farm } = await finalOrder()
  const { id } = must(await writeReview(by('chef'), said(orderId)))
  const reply = { id, words: 'ありがとうございます。', key: aKey() }
  await expect(replyToReview(by('farmer'), reply)).rejects.toThrow(NotFound)
  must(await replyToReview(by('farmer', closing), reply))
  must(await replyToReview(by('farmer', closing), { ...reply, words: '再送予定。', key: aKey() }))
  expect((await farmVoices(as(test_.db, visitor, closing), farm.farmId)).voices).toMatchObject([
    { reply: '再送予定。' },
  ])
  expect(await mailsAbout('review_replied', orderId)).toBe(1)
  expect(await replyToReview(by('farmer', closing), { ...reply, words: 'あ'.repeat(301), key: aKey() })).toMatchObject({
    refusal: 'reply_too_long',
  })
  const packer = as(test_.db, { ...farm.actor, role: 'staff', rights: 'pack' } as const, closing)
  await expect(replyToReview(packer, { ...reply, key: aKey() })).rejects.toThrow(Forbidden)
})

test('words that staff keep out are not written, and words they watch for bring it to them, once', async () => {
  const { orderId, by } = await finalOrder()
  const { db } = test_
  const staff = await anAdmin(db)
  await db
    .insertInto('moderationTerms')
    .values([
      {
        id: newId<'moderationTerm'>(),
        word: 'ばか',
        key: 'ばか',
        act: 'stop',
        adminId: staff.adminId,
        createdAt: nextDay,
      },
      {
        id: newId<'moderationTerm'>(),
        word: '電話',
        key: '電話',
        act: 'watch',
        adminId: staff.adminId,
        createdAt: nextDay,
      },
    ])
    .execute()
  expect(await writeReview(by('chef'), said(orderId, { words: 'バ カ' }))).toMatchObject({ refusal: 'word_stopped' })
  for (let times = 0; times < 2; times++) must(await writeReview(by('chef'), said(orderId, { words: '電話ください' })))
  const desk = await moderationDesk(as(db, staff), readReviewFilter(new URLSearchParams()))
  expect(desk).toMatchObject({ waiting: 1, reviews: [{ words: '電話ください', open: 1 }] })
  await db.deleteFrom('moderationTerms').execute()
})

test('a user reports a review; staff hide it with a reason, both are told, the averages follow, and it is shown again', async () => {
  const { orderId, by, farm } = await finalOrder()
  const { db } = test_
  const voices = [{ productId: farm.productId, stars: 5 as const, words: '甘い。' }]
  const { id } = must(await writeReview(by('chef'), said(orderId, { voices })))
  const report = { id, reason: 'untrue' as const, words: '' }
  // it does not exist for others before it is published
  await expect(reportReview(by('farmer'), { ...report, key: aKey() })).rejects.toThrow(NotFound)
  must(await writeReview(by('farmer'), said(orderId)))
  const filed = await Promise.all([1, 2].map(() => reportReview(by('farmer'), { ...report, key: aKey() })))
  expect(filed.map((it) => (it.ok ? 'ok' : it.refusal)).sort()).toEqual(['ok', 'reported_already'])
  expect(await reportReview(by('chef'), { ...report, reason: 'other', key: aKey() })).toMatchObject({
    refusal: 'reason_missing',
  })

  const staff = as(db, await anAdmin(db), nextDay)
  const { reports } = await reviewForStaff(staff, id)
  expect(reports).toMatchObject([{ reason: 'untrue', closedAt: null }])
  const hide = { id, reason: '事実と異なるため', key: aKey() }
  const hidden = await Promise.all([hideReview(staff, hide), hideReview(staff, { ...hide, key: aKey() })])
  expect(hidden.map((it) => (it.ok ? 'ok' : it.refusal)).sort()).toEqual(['hidden_already', 'ok'])
  const seen = as(db, visitor, nextDay)
  expect(await productVoices(seen, farm.productId)).toEqual({ sum: null, voices: [] })
  expect(await farmVoices(seen, farm.farmId)).toEqual({ sum: null, voices: [] })
  expect(await reviewsOfOrder(by('farmer'), orderId)).toMatchObject({ theirs: null })
  expect(await reviewsOfOrder(by('chef'), orderId)).toMatchObject({ own: { hiddenReason: '事実と異なるため' } })
  expect(await mailsAbout('review_hidden', orderId)).toBe(2)
  expect((await reviewForStaff(staff, id)).reports).toMatchObject([{ verdict: '事実と異なるため' }])
  await expect(replyToReview(by('farmer'), { id, words: 'はい', key: aKey() })).rejects.toThrow(NotFound)

  must(await restoreReview(staff, { id, reason: '確かめました', key: aKey() }))
  expect(await restoreReview(staff, { id, reason: '確かめました', key: aKey() })).toMatchObject({
    refusal: 'not_hidden',
  })
  expect((await productVoices(seen, farm.productId)).sum).toEqual({ stars: 5, reviews: 1 })
  expect(await mailsAbout('review_hidden', orderId)).toBe(4)
  const [again] = [must(await reportReview(by('farmer'), { ...report, key: aKey() }))]
  must(await closeReviewReport(staff, { id: again.id, verdict: '問題なし', key: aKey() }))
  expect(await closeReviewReport(staff, { id: again.id, verdict: '問題なし', key: aKey() })).toMatchObject({
    refusal: 'report_closed',
  })
  const history = await rows(
    `select kind, reason from events where kind in ('review_hidden', 'review_restored') and data ->> 'reviewId' = $1 order by at, id`,
    [id],
  )
  expect(history).toEqual([
    { kind: 'review_hidden', reason: '事実と異なるため' },
    { kind: 'review_restored', reason: '確かめました' },
  ])
  const listed: string[] = []
  for await (const some of reviewsInChunks(staff, readReviewFilter(new URLSearchParams('desk=all')), 1))
    listed.push(...some.map((it) => it.id))
  expect(listed).toContain(id)
})

test('reminded once, three days after, all of a side in one mail; not those who have written', async () => {
  const { orderId, by } = await finalOrder()
  must(await writeReview(by('farmer'), said(orderId)))
  const { db } = test_
  await remindReviews({ db, now: at('2026-11-28 23:59') })
  expect(await mailsAbout('review_waits', orderId)).toBe(0)
  await Promise.all([1, 2].map(() => remindReviews({ db, now: at('2026-11-29 10:20') })))
  await remindReviews({ db, now: at('2026-11-30 10:20') })
  const told = await rows(`select key from mails where template = 'review_waits' and key like $1`, [
    `review:${orderId}:%`,
  ])
  expect(told).toHaveLength(1)
  expect(there(told[0]).key).toContain(':waits:restaurant:')
  expect(await reviewsWaiting(by('chef'))).toBe(1)
  expect(await reviewsWaiting(by('farmer'))).toBe(0)
})

test('a restaurant that has closed is not named any more, and its reviews are in the export of personal data', async () => {
  const { orderId, by, farm, market } = await finalOrder()
  const { db } = test_
  must(await writeReview(by('chef'), said(orderId)))
  const session = { key: 'x', authTime: closing, aal: 1 as const }
  const mine = await personalData(as(db, { ...market.chef, session }, closing))
  expect(mine.reviews_written).toMatchObject([{ side: 'restaurant', stars: 5, words: '甘くて、味が濃い。' }])
  await db.updateTable('restaurants').set({ status: 'closed' }).where('id', '=', market.chef.restaurantId).execute()
  expect((await farmVoices(as(db, visitor, closing), farm.farmId)).voices).toMatchObject([
    { restaurant: '退会した飲食店' },
  ])
})

test('lists are sorted by the weighted average of stars, page by page', async () => {
  const { orderId, by, farm } = await finalOrder()
  const { db } = test_
  const other = await finalOrder()
  const voice = (productId: typeof farm.productId, stars: 1 | 5) => ({ voices: [{ productId, stars, words: '' }] })
  must(await writeReview(by('chef'), said(orderId, { stars: 1, ...voice(farm.productId, 1) })))
  must(await writeReview(other.by('chef'), said(other.orderId, { stars: 5, ...voice(other.farm.productId, 5) })))
  await showDueReviews({ db, now: closing })
  const seen = as(db, visitor, closing)

  const farms: string[] = []
  for (let after: (typeof noFarmWish)['after'] = null; ; ) {
    const page: FarmPage = await listFarms(seen, { ...noFarmWish, sort: 'rated', after }, null)
    farms.push(...page.farms.map(({ id }) => id))
    if (!page.next) break
    after = page.next
  }
  expect(new Set(farms).size).toBe(farms.length)
  const [good, bad] = [farms.indexOf(other.farm.farmId), farms.indexOf(farm.farmId)]
  expect(good).toBeLessThan(bad)
  // what has no rating is sorted in between
  expect(bad - good).toBeGreaterThan(1)

  const goods = (await listProducts(seen, { sort: 'rated', limit: 500 })).products.map(({ id }) => id)
  expect(goods.indexOf(other.farm.productId)).toBeLessThan(goods.indexOf(farm.productId))
  const [first] = (await listProducts(seen, { sort: 'rated', farmId: farm.farmId })).products
  expect(there(first).stars).toEqual({ stars: 1, reviews: 1 })
})
