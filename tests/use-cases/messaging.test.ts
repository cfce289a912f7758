import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Actor, FarmActor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { newId, type OrderId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { editMessage, removeMessage } from '../../app/modules/messaging/change-message.server.ts'
import { setConversationClosed } from '../../app/modules/messaging/close-conversation.server.ts'
import { conversationLimits, keptForDays, pageSize } from '../../app/modules/messaging/conversation.ts'
import {
  conversationWith,
  myConversations,
  newerMessages,
  olderMessages,
  searchConversations,
  unreadMessages,
} from '../../app/modules/messaging/conversation-queries.server.ts'
import type { OtherId } from '../../app/modules/messaging/conversation-store.server.ts'
import { forgetOldMessages } from '../../app/modules/messaging/forget-messages.server.ts'
import { markRead, markReceived, sayTyping } from '../../app/modules/messaging/mark-conversation.server.ts'
import {
  closeReport,
  inspectConversation,
  reportedConversations,
  reportsWaiting,
} from '../../app/modules/messaging/moderate-conversations.server.ts'
import {
  addModerationTerm,
  moderationTerms,
  removeModerationTerm,
} from '../../app/modules/messaging/moderation-terms.server.ts'
import {
  tellUnreadConversations,
  unreadMinutes,
} from '../../app/modules/messaging/notify-unread-conversations.server.ts'
import { conversationRefusalText } from '../../app/modules/messaging/refusal-text.ts'
import { reportConversation } from '../../app/modules/messaging/report-conversation.server.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { keepPhoto, photoBytes } from '../../app/modules/photos/keep-photo.server.ts'
import { photoFileName } from '../../app/modules/photos/photo.ts'
import { aFarm, aKey, aMarket, anAdmin, aPerson, aRestaurant, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
let market: Market
let orders: OrderId[]

beforeAll(async () => {
  market = await aMarket(test_.db)
  orders = await placeAll(test_.db, market)
})

const later = (ms: number) => new Date(noon.getTime() + ms)
type NewMessage = Omit<Parameters<typeof sendMessage>[1], 'other'>
const message = (text: string, more: Partial<NewMessage> = {}): NewMessage => ({
  key: aKey(),
  text,
  photos: [],
  orderId: null,
  productId: null,
  ...more,
})
const say = (actor: Actor, other: OtherId, text: string, more: Partial<NewMessage> = {}, now = noon) =>
  sendMessage(as(test_.db, actor, now), { other, ...message(text, more) })

/** A restaurant and a farm that it has written to; a separate pair for each test. */
async function aPair() {
  const { actor: chef, restaurantId } = await aRestaurant(test_.db)
  const { actor: farmer, farmId } = await aFarm(test_.db)
  must(await say(chef, farmId, 'はじめまして。'))
  return { chef, farmer, farmId, restaurantId }
}

test('a restaurant writes, the farm reads and answers: one conversation, numbered', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  expect(await unreadMessages(as(test_.db, farmer))).toBe(1)
  const answer = must(await say(farmer, restaurantId, 'こちらこそ。'))
  expect(answer).toMatchObject({ no: 2, side: 'farm', by: '畑 主人', text: 'こちらこそ。', photos: [], order: null })
  const seen = await conversationWith(as(test_.db, chef), farmId)
  expect(seen.messages.map(({ no, side, text }) => [no, side, text])).toEqual([
    [1, 'restaurant', 'はじめまして。'],
    [2, 'farm', 'こちらこそ。'],
  ])
  expect(seen).toMatchObject({
    mine: 'restaurant',
    other: { id: farmId, name: '佐藤農園' },
    mayWrite: true,
    closed: null,
  })
  const [row] = await myConversations(as(test_.db, chef))
  expect(row).toMatchObject({ other: { id: farmId }, last: { side: 'farm', beginning: 'こちらこそ。' }, unread: 1 })
})

test('sent again it is the same message, also at the same moment; another text under its key is refused', async () => {
  const { chef, farmId } = await aPair()
  const one = message('二度押しました')
  const both = await Promise.all(
    Array.from({ length: 5 }, () => sendMessage(as(test_.db, chef), { other: farmId, ...one })),
  )
  expect(new Set(both.map((result) => must(result).no)).size).toBe(1)
  const other = await sendMessage(as(test_.db, chef), { other: farmId, ...one, text: 'ちがうこと' })
  expect(other).toEqual({ ok: false, refusal: 'key_reused' })
  expect((await conversationWith(as(test_.db, chef), farmId)).messages).toHaveLength(2)
})

test('many messages at once get numbers without gaps and duplicates', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  const sent = await Promise.all(
    Array.from({ length: 24 }, (_, nth) =>
      nth % 2 === 0 ? say(chef, farmId, `店 ${nth}`) : say(farmer, restaurantId, `農園 ${nth}`),
    ),
  )
  const numbers = sent.map((result) => must(result).no).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, nth) => nth + 2))
  expect(await unreadMessages(as(test_.db, chef))).toBe(12)
  expect(await unreadMessages(as(test_.db, farmer))).toBe(13)
})

test('marks go forward only; each person has their own, and a colleague begins where theirs have read', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  for (const text of ['一', '二', '三']) must(await say(chef, farmId, text))
  await markReceived(as(test_.db, farmer), {})
  expect((await conversationWith(as(test_.db, chef), farmId)).marks).toEqual({ gotNo: 4, readNo: 0 })
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 3 })
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 2 })
  expect((await conversationWith(as(test_.db, chef), farmId)).marks).toEqual({ gotNo: 4, readNo: 3 })
  expect(await unreadMessages(as(test_.db, farmer))).toBe(1)
  const helper: FarmActor = { ...farmer, personId: await aPerson(test_.db, '手伝い'), role: 'staff', rights: 'pack' }
  expect(await unreadMessages(as(test_.db, helper))).toBe(1)
  await markRead(as(test_.db, helper), { other: restaurantId, no: 4 })
  expect([await unreadMessages(as(test_.db, helper)), await unreadMessages(as(test_.db, farmer))]).toEqual([0, 1])
})

test('news of a message waits for the side that has not read it, once, and goes when it has', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  must(await say(chef, farmId, 'もうひとつ'))
  const news = () =>
    test_.db
      .selectFrom('talkNews')
      .innerJoin('conversations', 'conversations.id', 'talkNews.conversationId')
      .select(['side', 'fromNo'])
      .where('farmId', '=', farmId)
      .execute()
  expect(await news()).toEqual([{ side: 'farm', fromNo: 1 }])
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 2 })
  expect(await news()).toEqual([])
})

test('a member with unread messages is notified once after two minutes, and again only after reading', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  const at = (minutes: number) => addMinutes(noon, minutes)
  const told = async () => {
    const { rows } = await test_.pool.query(
      `select notifications.title, notifications.path, notifications.kind, notifications.read_at is null as unread, mails.subject
         from notifications join mails on mails.key = notifications.key
        where notifications.person_id = $1 and notifications.kind = 'message' order by notifications.created_at`,
      [farmer.personId],
    )
    return rows
  }
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 1 })
  must(await say(chef, farmId, 'あしたは何時ごろ出ますか'))
  must(await say(chef, farmId, '急ぎではありません'))
  await tellUnreadConversations({ db: test_.db, now: at(unreadMinutes - 1) })
  expect(await told()).toEqual([])
  await Promise.all([1, 2].map(() => tellUnreadConversations({ db: test_.db, now: at(unreadMinutes) })))
  const subject = expect.stringMatching(/から、メッセージが届いています（2件）$/)
  const path = `/farmer/Chat/${restaurantId}`
  expect(await told()).toMatchObject([{ kind: 'message', unread: true, path, subject }])
  must(await say(chef, farmId, 'もうひとつ'))
  await tellUnreadConversations({ db: test_.db, now: at(30) })
  expect(await told()).toHaveLength(1)
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 4 })
  expect(await told()).toMatchObject([{ unread: false }])
  must(await say(chef, farmId, 'つぎの話'))
  await tellUnreadConversations({ db: test_.db, now: at(40) })
  expect(await told()).toMatchObject([{ unread: false }, { unread: true }])
})

test('a message that was read or deleted in time causes no notification', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 1 })
  const { no } = must(await say(chef, farmId, 'まちがい'))
  must(await removeMessage(as(test_.db, chef), { other: farmId, no: no }))
  await tellUnreadConversations({ db: test_.db, now: addMinutes(noon, 30) })
  must(await say(chef, farmId, '読まれる'))
  await markRead(as(test_.db, farmer), { other: restaurantId, no: no + 1 })
  await tellUnreadConversations({ db: test_.db, now: addMinutes(noon, 30) })
  const { rows } = await test_.pool.query("select 1 from notifications where person_id = $1 and kind = 'message'", [
    farmer.personId,
  ])
  expect(rows).toEqual([])
})

test('a message after the last one that was read is announced on its own', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  must(await say(chef, farmId, '二つ目'))
  must(await say(chef, farmId, '三つ目', {}, later(1_000)))
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 2 })
  const { rows } = await test_.pool.query(
    'select from_no, n.at from talk_news n join conversations c on c.id = conversation_id where farm_id = $1',
    [farmId],
  )
  expect(rows).toEqual([{ from_no: 3, at: later(1_000) }])
})

test('after one that was taken back the next message is told; of a talk that was closed nothing is', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  const told = async () => {
    const { rows } = await test_.pool.query("select 1 from notifications where person_id = $1 and kind = 'message'", [
      farmer.personId,
    ])
    return rows.length
  }
  await markRead(as(test_.db, farmer), { other: restaurantId, no: 1 })
  const { no } = must(await say(chef, farmId, 'まちがい'))
  must(await removeMessage(as(test_.db, chef), { other: farmId, no: no }))
  await tellUnreadConversations({ db: test_.db, now: addMinutes(noon, 10) })
  expect(await told()).toBe(0)
  must(await say(chef, farmId, 'あらためて', {}, addMinutes(noon, 11)))
  await tellUnreadConversations({ db: test_.db, now: addMinutes(noon, 20) })
  expect(await told()).toBe(1)
  await markRead(as(test_.db, farmer), { other: restaurantId, no: no + 1 })
  must(await say(chef, farmId, 'しつこく', {}, addMinutes(noon, 21)))
  await setConversationClosed(as(test_.db, farmer), { other: restaurantId, closed: true })
  await tellUnreadConversations({ db: test_.db, now: addMinutes(noon, 30) })
  expect(await told()).toBe(1)
  await setConversationClosed(as(test_.db, farmer), { other: restaurantId, closed: false })
  must(await say(chef, farmId, 'お久しぶりです', {}, addMinutes(noon, 31)))
  await tellUnreadConversations({ db: test_.db, now: addMinutes(noon, 40) })
  expect(await told()).toBe(2)
})

test('a closed conversation shows no typing indicator', async () => {
  const [closed, open] = [await aPair(), await aPair()]
  const heard: string[] = []
  const listener = await test_.pool.connect()
  listener.on('notification', ({ payload }) => payload && heard.push(payload))
  await listener.query('listen live')
  await setConversationClosed(as(test_.db, closed.farmer), { other: closed.restaurantId, closed: true })
  await sayTyping(as(test_.db, closed.chef), { other: closed.farmId })
  await sayTyping(as(test_.db, open.chef), { other: open.farmId })
  await expect.poll(() => heard.some((said) => said.includes(open.farmId))).toBe(true)
  listener.release(true)
  expect(heard.filter((said) => said.includes(closed.farmId))).toEqual([])
})

test('the list shows the telephone number of business partners only', async () => {
  const { chef, farmer, farmId } = await aPair()
  await test_.pool.query("update farms set phone = '0299-00-0000' where id = $1", [farmId])
  await test_.pool.query("update kitchens set phone = '03-0000-0000' where restaurant_id = $1", [chef.restaurantId])
  must(await say(chef, farmId, '電話のことで'))
  for (const actor of [chef, farmer]) {
    expect((await myConversations(as(test_.db, actor))).map(({ other }) => other.phone)).toEqual([null])
    expect((await searchConversations(as(test_.db, actor), '電話')).map(({ other }) => other.phone)).toEqual([null])
  }
  const { farmId: known } = there(market.farms[0])
  await test_.pool.query("update farms set phone = '0299-11-1111' where id = $1", [known])
  must(await say(market.chef, known, 'お世話になります'))
  const row = (await myConversations(as(test_.db, market.chef))).find(({ other }) => other.id === known)
  expect(row?.other.phone).toBe('0299-11-1111')
})

test('changes are counted as messages are, and not made in a closed talk; taking back always is', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  const edit = (text: string) => editMessage(as(test_.db, chef), { other: farmId, no: 1, text })
  for (let nth = 1; nth < conversationLimits.messages.most; nth++) must(await edit(`${nth}`))
  expect(await edit('多すぎ')).toMatchObject({ refusal: 'too_fast' })
  const other = await aPair()
  await setConversationClosed(as(test_.db, other.farmer), { other: other.restaurantId, closed: true })
  const late = { no: 1, text: 'もうひとこと' }
  expect(await editMessage(as(test_.db, other.chef), { other: other.farmId, ...late })).toMatchObject({
    refusal: 'closed_by_them',
  })
  must(await removeMessage(as(test_.db, other.chef), { other: other.farmId, no: 1 }))
  expect((await conversationWith(as(test_.db, farmer), restaurantId)).messages).toHaveLength(1)
})

test('what commits is told to open pages, in the order in which it commits; what fails is not', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  const { rows: before } = await test_.pool.query('select coalesce(max(seq), 0) as seq from live_events')
  must(await say(farmer, restaurantId, '届きます'))
  await say(chef, farmId, '')
  await markRead(as(test_.db, chef), { other: farmId, no: 2 })
  const { rows } = await test_.pool.query(
    'select kind, rooms, data from live_events where seq > $1 and $2 = any (rooms) order by seq',
    [before[0].seq, `farm:${farmId}`],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['message', 'talk_marks'])
  expect(rows[0].rooms).toEqual([`farm:${farmId}`, `restaurant:${restaurantId}`])
  expect(rows[0].data.message).toMatchObject({ no: 2, text: '届きます' })
  expect(rows[1].data).toMatchObject({ side: 'restaurant', readNo: 2, gotNo: 2 })
})

test('an order and its sides: a step of it is told once to both and to staff', async () => {
  const { rows } = await test_.pool.query("select rooms, data from live_events where kind = 'order' and about = $1", [
    orders[0],
  ])
  const farmId = there(market.farms[0]).farmId
  expect(rows).toEqual([
    { rooms: [`restaurant:${market.chef.restaurantId}`, `farm:${farmId}`, 'staff'], data: { orderId: orders[0] } },
  ])
})

test('an order of both, and goods of the farm, can be shown in a message; others’ cannot', async () => {
  const [first, second] = market.farms
  const ofFirst = there(orders[0])
  const shown = must(
    await say(market.chef, there(first).farmId, 'この注文について', {
      orderId: ofFirst,
      productId: there(first).productId,
    }),
  )
  expect(shown.order).toMatchObject({ id: ofFirst, firstGoods: '人参', moreGoods: 0, state: 'placed' })
  expect(shown.product).toMatchObject({ name: '人参', packLabel: '5kg箱' })
  expect(await say(market.chef, there(second).farmId, 'これ', { orderId: ofFirst })).toMatchObject({
    refusal: 'order_of_others',
  })
  expect(await say(market.chef, there(second).farmId, 'これ', { productId: there(first).productId })).toMatchObject({
    refusal: 'goods_of_others',
  })
})

test('a farm writes first to a restaurant that has ordered, and to no other', async () => {
  const stranger = await aRestaurant(test_.db)
  const { actor: farmer } = there(market.farms[2])
  must(await say(farmer, market.chef.restaurantId, '明日の地鶏のことで'))
  await expect(say(farmer, stranger.restaurantId, 'いかがですか')).rejects.toThrow(Forbidden)
  const waiting = await aRestaurant(test_.db, { approved: false })
  await expect(say(waiting.actor, there(market.farms[0]).farmId, '未提出')).rejects.toThrow(Forbidden)
  await expect(say(market.chef, newId<'farm'>(), 'だれ')).rejects.toThrow(NotFound)
})

test('no other farm, restaurant, user, visitor or administrator sees a conversation', async () => {
  const { chef, farmId, restaurantId } = await aPair()
  const otherFarm = await aFarm(test_.db)
  const otherChef = await aRestaurant(test_.db)
  expect((await conversationWith(as(test_.db, otherChef.actor), farmId)).messages).toEqual([])
  await expect(newerMessages(as(test_.db, otherFarm.actor), restaurantId, 0)).rejects.toThrow(NotFound)
  await expect(editMessage(as(test_.db, otherChef.actor), { other: farmId, no: 1, text: 'x' })).rejects.toThrow(
    NotFound,
  )
  const staff = await anAdmin(test_.db)
  await expect(conversationWith(as(test_.db, staff), farmId)).rejects.toThrow(Forbidden)
  await expect(conversationWith(as(test_.db, { kind: 'visitor' }), farmId)).rejects.toThrow(Unauthenticated)
  const viewed: Actor = {
    ...chef,
    impersonatedBy: { impersonationId: newId(), adminId: staff.adminId, adminName: '運営', until: later(60_000) },
  }
  await expect(conversationWith(as(test_.db, viewed), farmId)).rejects.toThrow(NotFound)
  expect(await unreadMessages(as(test_.db, viewed))).toBe(0)
})

test('within five minutes a member can change or delete their message, and it is recorded', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  must(await say(chef, farmId, '3箱'))
  const changed = must(await editMessage(as(test_.db, chef, later(60_000)), { other: farmId, no: 2, text: '4箱' }))
  expect(changed).toMatchObject({ text: '4箱', editedAt: later(60_000) })
  expect(await editMessage(as(test_.db, farmer), { other: restaurantId, no: 2, text: '9箱' })).toMatchObject({
    refusal: 'not_yours',
  })
  const gone = must(await removeMessage(as(test_.db, chef, later(120_000)), { other: farmId, no: 2 }))
  expect(gone).toMatchObject({ text: '', removedAt: later(120_000) })
  expect(await editMessage(as(test_.db, chef, later(130_000)), { other: farmId, no: 2, text: '5箱' })).toMatchObject({
    refusal: 'removed_already',
  })
  expect(await removeMessage(as(test_.db, chef, later(301_000)), { other: farmId, no: 1 })).toMatchObject({
    refusal: 'too_late',
  })
  const { rows } = await test_.pool.query(
    'select v.body from message_versions v join conversations c on c.id = conversation_id where farm_id = $1 order by at',
    [farmId],
  )
  expect(rows.map(({ body }) => body)).toEqual(['3箱', '4箱'])
})

test('a side that closes a conversation neither receives nor sends messages until it opens it again', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  await setConversationClosed(as(test_.db, farmer), { other: restaurantId, closed: true })
  expect(await say(chef, farmId, 'もしもし')).toMatchObject({ refusal: 'closed_by_them' })
  expect(await say(farmer, restaurantId, 'はい')).toMatchObject({ refusal: 'closed_by_you' })
  expect((await conversationWith(as(test_.db, chef), farmId)).closed).toBe('closed_by_them')
  await setConversationClosed(as(test_.db, farmer), { other: restaurantId, closed: false })
  must(await say(chef, farmId, 'もしもし'))
})

test('a read-only helper reads, and cannot write', async () => {
  const { farmer, restaurantId } = await aPair()
  const viewer: FarmActor = { ...farmer, role: 'staff', rights: 'see' }
  expect((await conversationWith(as(test_.db, viewer), restaurantId)).mayWrite).toBe(false)
  await expect(say(viewer, restaurantId, 'はい')).rejects.toThrow(Forbidden)
})

test('a word that is stopped is not sent; one that is watched is sent, and staff look', async () => {
  const staff = await anAdmin(test_.db)
  const { chef, farmId } = await aPair()
  must(await addModerationTerm(as(test_.db, staff), { word: 'とめることば', act: 'stop', key: aKey() }))
  const watched = must(
    await addModerationTerm(as(test_.db, staff), { word: 'ミハルことば', act: 'watch', key: aKey() }),
  )
  expect(
    await addModerationTerm(as(test_.db, staff), { word: 'みはる コトバ', act: 'stop', key: aKey() }),
  ).toMatchObject({
    refusal: 'word_known',
  })
  expect(await say(chef, farmId, 'これは と め る ことばです')).toMatchObject({ refusal: 'word_stopped' })
  const before = await reportsWaiting(as(test_.db, staff))
  const { no } = must(await say(chef, farmId, 'みはることば'))
  expect(await reportsWaiting(as(test_.db, staff))).toBe(before + 1)
  // changed several times, it is still one event
  must(await editMessage(as(test_.db, chef), { other: farmId, no, text: 'みはることば！' }))
  expect(await reportsWaiting(as(test_.db, staff))).toBe(before + 1)
  must(await removeModerationTerm(as(test_.db, staff), { id: watched.id, key: aKey() }))
  expect((await moderationTerms(as(test_.db, staff))).map(({ word }) => word)).toEqual(['とめることば'])
})

test('staff see a talk once it is reported: the messages around, what they said before, and their look is recorded', async () => {
  const staff = await anAdmin(test_.db)
  const { chef, farmer, farmId, restaurantId } = await aPair()
  must(await say(chef, farmId, 'ひどいことば'))
  must(await removeMessage(as(test_.db, chef, later(1_000)), { other: farmId, no: 2 }))
  const report = { key: aKey(), no: 2, reason: 'rude' as const, words: '' }
  const { id } = must(await reportConversation(as(test_.db, farmer), { other: restaurantId, ...report }))
  expect(await reportConversation(as(test_.db, farmer), { other: restaurantId, ...report, key: aKey() })).toMatchObject(
    {
      refusal: 'reported_already',
    },
  )
  expect(
    await reportConversation(as(test_.db, farmer), {
      other: restaurantId,
      key: aKey(),
      no: null,
      reason: 'other',
      words: ' ',
    }),
  ).toMatchObject({ refusal: 'reason_missing' })
  const seen = await inspectConversation(as(test_.db, staff), id)
  expect(seen.messages.map(({ text, before }) => [text, before.map((it) => it.text)])).toEqual([
    ['はじめまして。', []],
    ['', ['ひどいことば']],
  ])
  const { rows } = await test_.pool.query(
    "select admin_id from events where kind = 'talk_inspected' and data->>'reportId' = $1",
    [id],
  )
  expect(rows).toEqual([{ admin_id: staff.adminId }])
  expect((await reportedConversations(as(test_.db, staff), 'open')).some((it) => it.id === id)).toBe(true)
  must(await closeReport(as(test_.db, staff), { id, verdict: '店に電話で伝えました', key: aKey() }))
  expect(await closeReport(as(test_.db, staff), { id, verdict: '再注文', key: aKey() })).toMatchObject({
    refusal: 'report_closed',
  })
  await expect(inspectConversation(as(test_.db, chef), id)).rejects.toThrow(NotFound)
})

test('too many in a minute wait', async () => {
  const { chef, farmId } = await aPair()
  for (let nth = 1; nth < conversationLimits.messages.most; nth++) must(await say(chef, farmId, `${nth}`))
  expect(await say(chef, farmId, '多すぎ')).toMatchObject({ refusal: 'too_fast' })
  must(await say(chef, farmId, 'もうよい', {}, later(61_000)))
})

test('pages of history have no gaps and no duplicates, and missed messages come in order', async () => {
  const { chef, farmer, farmId, restaurantId } = await aPair()
  for (let nth = 0; nth < 28; nth++) {
    must(await say(chef, farmId, `店 ${nth}`))
    must(await say(farmer, restaurantId, `農園 ${nth}`))
  }
  const newest = await conversationWith(as(test_.db, chef), farmId)
  expect(newest.messages).toHaveLength(pageSize)
  expect(newest.more).toBe(true)
  const older = await olderMessages(as(test_.db, chef), farmId, there(newest.messages[0]).no)
  expect(older.more).toBe(false)
  expect([...older.messages, ...newest.messages].map(({ no }) => no)).toEqual(
    Array.from({ length: 57 }, (_, n) => n + 1),
  )
  expect((await newerMessages(as(test_.db, chef), farmId, 55)).messages.map(({ no }) => no)).toEqual([56, 57])
})

test('search finds only the user’s own conversations, in any Japanese script', async () => {
  const { chef, farmId, restaurantId, farmer } = await aPair()
  must(await say(chef, farmId, 'のらぼう菜はいつごろですか'))
  expect(
    (await searchConversations(as(test_.db, farmer), 'ノラボウ菜')).map(({ no, other }) => [no, other.id]),
  ).toEqual([[2, restaurantId]])
  expect(await searchConversations(as(test_.db, farmer), '100%')).toEqual([])
  const stranger = await aRestaurant(test_.db)
  expect(await searchConversations(as(test_.db, stranger.actor), 'のらぼう菜')).toEqual([])
})

test('a photo is sent with a message, and seen by both sides alone', async () => {
  const kept = new Map<string, Uint8Array>()
  const files: FileStore = {
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    delete: async (key) => void kept.delete(key),
    list: async function* () {},
  }
  const { chef, farmer, farmId } = await aPair()
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a9a3a' } })
    .jpeg()
    .toBuffer()
  const key = aKey()
  const photo = must(await keepPhoto(as(test_.db, chef), { bytes, formKey: key }, files))
  const sent = must(await say(chef, farmId, '', { key, photos: [photo.key] }))
  expect(sent.photos).toEqual([{ key: photo.key, width: 40, height: 30 }])
  const look = (actor: Actor) =>
    photoBytes(as(test_.db, actor), files, { fileName: photoFileName(photo.key, 'full'), form: null })
  expect((await look(farmer)).isPublic).toBe(false)
  await expect(look((await aFarm(test_.db)).actor)).rejects.toThrow(NotFound)
  expect(await say(chef, farmId, '', { photos: [photo.key] })).toMatchObject({ refusal: 'photos_gone' })
  must(await removeMessage(as(test_.db, chef), { other: farmId, no: 2 }))
  await expect(look(farmer)).rejects.toThrow(NotFound)
  // after a report, staff see what was shown
  const { restaurantId } = chef
  const report = { key: aKey(), no: 2, reason: 'rude' as const, words: '' }
  const { id } = must(await reportConversation(as(test_.db, farmer), { other: restaurantId, ...report }))
  const seen = await inspectConversation(as(test_.db, await anAdmin(test_.db)), id)
  expect(seen.messages.map(({ photos, photosBefore }) => [photos, photosBefore])).toEqual([
    [[], []],
    [[], [photo.key]],
  ])
})

test('after three years messages are gone with their photos, unless staff still look at them', async () => {
  const pair = await aPair()
  const reported = await aPair()
  const report = { key: aKey(), no: 1, reason: 'fraud' as const, words: '' }
  must(await reportConversation(as(test_.db, reported.farmer), { other: reported.restaurantId, ...report }))
  const then = later((keptForDays + 1) * 24 * 3_600_000)
  expect(await forgetOldMessages({ db: test_.db, now: then })).toBeGreaterThan(0)
  expect((await conversationWith(as(test_.db, pair.chef), pair.farmId)).messages).toEqual([])
  expect((await conversationWith(as(test_.db, reported.chef), reported.farmId)).messages).toHaveLength(1)
})

test('the messages of a user are in the export of their personal data', async () => {
  const { chef } = await aPair()
  const session = { key: 'k', authTime: noon, aal: 1 as const }
  const data = await personalData(as(test_.db, { ...chef, session }))
  expect(data.messages_written).toMatchObject([{ farm: '佐藤農園', body: 'はじめまして。' }])
})

test('every refusal has its sentence', () => {
  expect(conversationRefusalText('closed_by_them')).toMatch(/[ぁ-ん]/)
})
