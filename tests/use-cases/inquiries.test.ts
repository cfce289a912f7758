import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { type Email, readEmail } from '../../app/kernel/email.ts'
import { NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { type InquiryId, newId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import {
  answerInquiry,
  assignInquiry,
  moveInquiry,
  noteInquiry,
} from '../../app/modules/support/handle-inquiry.server.ts'
import {
  assignableAdmins,
  inquiryCounts,
  inquiryDetail,
  inquiryQueue,
  inquiryWriter,
  myInquiries,
  ordersToAskAbout,
} from '../../app/modules/support/inquiry-queries.server.ts'
import { messagingRefusalText } from '../../app/modules/support/refusal-text.ts'
import { type Inquiry, inquiryLimits, sendInquiry } from '../../app/modules/support/send-inquiry.server.ts'
import { aKey, aMarket, anAdmin, anIp, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const visitor: Actor = { kind: 'visitor' }

const email = (text: string): Email => must(readEmail(text))
const anEmail = () => email(`${newId()}@example.jp`)
const anInquiry = (more: Partial<Inquiry> = {}): Inquiry => ({
  kind: 'other',
  applicant: null,
  body: '見学はできますか。土曜の朝がうれしいです。',
  name: '山田 花子',
  email: anEmail(),
  phone: null,
  orderId: null,
  productId: null,
  photos: [],
  ...more,
})
const send = (actor: Actor, inquiry = anInquiry(), more: { key?: string; ip?: string; now?: Date } = {}) =>
  sendInquiry(as(test_.db, actor, more.now), inquiry, {
    key: more.key ?? aKey(),
    ip: more.ip ?? anIp(inquiry.email),
  })

const mailsTo = async (recipient: string) =>
  withWords(
    await test_.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('createdAt').execute(),
  )
const idOf = async (number: string): Promise<InquiryId> =>
  (await test_.db.selectFrom('inquiries').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id
const count = async (table: string) => Number((await test_.pool.query(`select count(*) n from ${table}`)).rows[0].n)

test('a visitor asks: a number of the day, a promised day, a mail to them and one to staff', async () => {
  const inquiry = anInquiry()
  const { number, answerDueOn } = must(await send(visitor, inquiry))
  expect(number).toMatch(/^Q-20261124-\d{4}$/)
  expect(answerDueOn).toBe('2026-11-25')
  const [received] = await mailsTo(inquiry.email)
  expect(received).toMatchObject({ template: 'inquiry_received', tries: 0, dueAt: noon })
  expect(received?.subject).toContain(number)
  expect(received?.text).toContain('11月25日(水)')
  const id = await idOf(number)
  const toStaff = (await mailsTo('staff')).find((mail) => mail.key === `inquiry:${id}:arrived`)
  expect(toStaff?.html).toContain(`https://site.invalid/admin/inquiries/${id}`)
  expect(toStaff?.text).toContain(inquiry.body)
})

test('the words of a visitor are not sent to the address they name; those of a member come back to them', async () => {
  const body = '当選おめでとうございます。 https://bad.example を開いてください。'
  const stranger = anInquiry({ body, name: 'https://bad.example' })
  must(await send(visitor, stranger))
  const [mail] = await mailsTo(stranger.email)
  expect(mail?.html).not.toContain('bad.example')
  const { actor } = await aRestaurant(test_.db)
  const own = anInquiry({ body })
  must(await send(actor, own))
  expect((await mailsTo(own.email))[0]?.text).toContain('bad.example')
})

test('numbers of a day have no gaps and no doubles, however many ask at once', async () => {
  const now = at('2027-03-01 09:00')
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(visitor, anInquiry(), { now })))
  const numbers = sent.map((result) => must(result).number).sort()
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, nth) => `Q-20270301-${String(nth + 1).padStart(4, '0')}`))
  expect(must(await send(visitor, anInquiry(), { now: at('2027-03-02 00:00') })).number).toBe('Q-20270302-0001')
})

test('pressing twice asks once, also at the same moment; another text under the same key is refused', async () => {
  const inquiry = anInquiry()
  const key = aKey()
  const both = await Promise.all([send(visitor, inquiry, { key }), send(visitor, inquiry, { key })])
  expect(both[0]).toEqual(both[1])
  expect(await send(visitor, inquiry, { key })).toEqual(both[0])
  expect(await mailsTo(inquiry.email)).toHaveLength(1)
  const other = await send(visitor, { ...inquiry, body: 'まったく別のことを聞いています。' }, { key })
  expect(other).toEqual({ ok: false, refusal: 'key_reused' })
})

test('one address of the network, and one mail address, may ask so often in a quarter of an hour', async () => {
  const ip = '203.0.113.5'
  for (let n = 0; n < inquiryLimits.ip.most; n++) must(await send(visitor, anInquiry(), { ip }))
  const before = await count('inquiries')
  expect(await send(visitor, anInquiry(), { ip })).toMatchObject({ refusal: 'too_many_inquiries' })
  const inquiry = anInquiry()
  for (let n = 0; n < inquiryLimits.email.most; n++) must(await send(visitor, inquiry))
  expect(await send(visitor, inquiry)).toMatchObject({ refusal: 'too_many_inquiries' })
  expect(await count('inquiries')).toBe(before + inquiryLimits.email.most)
  const later = new Date(noon.getTime() + inquiryLimits.ip.withinMs)
  must(await send(visitor, anInquiry(), { ip, now: later }))
})

test('a newline in a name ends no header: the subject is one line', async () => {
  const { number } = must(await send(visitor, anInquiry({ name: '山田\r\nBcc: all@example.jp' })))
  const id = await idOf(number)
  const mail = (await mailsTo('staff')).find(({ key }) => key === `inquiry:${id}:arrived`)
  expect(mail?.subject).toBe(`お問い合わせ ${number}：山田 Bcc: all@example.jp`)
})

test('markup in what was written is text in the mail', async () => {
  const { number } = must(await send(visitor, anInquiry({ body: '<img src=x onerror=alert(1)> & <b>太字</b>' })))
  const id = await idOf(number)
  const mail = (await mailsTo('staff')).find(({ key }) => key === `inquiry:${id}:arrived`)
  expect(mail?.html).not.toMatch(/<img/)
  expect(mail?.text).toContain('<img src=x onerror=alert(1)> & <b>太字</b>')
})

test('a chef asks about an order of theirs, not about one of others, and nothing is kept of the try', async () => {
  const market = await aMarket(test_.db)
  const [orderId] = await placeAll(test_.db, market)
  must(await send(market.chef, anInquiry({ kind: 'order', orderId: there(orderId) })))
  const stranger = await aRestaurant(test_.db)
  const before = [await count('inquiries'), await count('mails'), await count('inquiry_days')]
  const theirs = anInquiry({ kind: 'order', orderId: there(orderId) })
  await expect(send(stranger.actor, theirs)).rejects.toThrow(NotFound)
  await expect(send(visitor, theirs)).rejects.toThrow(Unauthenticated)
  await expect(send(visitor, anInquiry({ kind: 'product', productId: newId() }))).rejects.toThrow(NotFound)
  expect([await count('inquiries'), await count('mails'), await count('inquiry_days')]).toEqual(before)
})

test('users choose from their own orders: date, the other side, first product, total', async () => {
  const market = await aMarket(test_.db)
  await placeAll(test_.db, market)
  const orders = await ordersToAskAbout(as(test_.db, market.chef))
  expect(orders).toHaveLength(3)
  expect(orders.map(({ withWhom }) => withWhom).sort()).toEqual(['いちの畑', 'さんの鶏舎', 'にの畑'].sort())
  const farmer = there(market.farms[0])
  const [ofFarm] = await ordersToAskAbout(as(test_.db, farmer.actor))
  expect(ofFarm).toMatchObject({ withWhom: 'ビストロ 灯', firstGoods: '人参', moreGoods: 0 })
  expect(ofFarm?.totalYen).toBeGreaterThan(3_000)
  expect(await ordersToAskAbout(as(test_.db, visitor))).toEqual([])
})

test('what we know of a member is filled in', async () => {
  const { actor } = await aRestaurant(test_.db)
  expect(await inquiryWriter(as(test_.db, actor))).toMatchObject({
    name: '灯 料理人',
    email: `${actor.personId}@example.jp`,
  })
  expect(await inquiryWriter(as(test_.db, visitor))).toBeNull()
})

async function asked() {
  const { actor } = await aRestaurant(test_.db)
  const staff = await anAdmin(test_.db)
  const inquiry = anInquiry()
  const id = await idOf(must(await send(actor, inquiry)).number)
  return { actor, id, inquiry, staff: as(test_.db, staff), other: as(test_.db, await anAdmin(test_.db)) }
}

test('staff answer: a mail goes to the writer, the answer stays in the history, and the writer reads it', async () => {
  const { actor, id, inquiry, staff } = await asked()
  const text = 'もちろんです。\n土曜の9時においでください。'
  must(await answerInquiry(staff, { id, key: aKey(), version: 1, text, next: 'done' }))
  must(await noteInquiry(staff, { id, key: aKey(), text: '駅までの送りが要る' }))
  const mails = (await mailsTo(inquiry.email)).filter(({ template }) => template === 'inquiry_answered')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('土曜の9時においでください。')
  expect(mails[0]?.text).toContain(inquiry.body)
  const detail = await inquiryDetail(staff, id)
  expect(detail.state).toBe('done')
  expect(detail.events.map(({ kind, text: said }) => [kind, said])).toEqual([
    ['inquiry_answered', text],
    ['inquiry_noted', '駅までの送りが要る'],
  ])
  const [own] = await myInquiries(as(test_.db, actor))
  expect(own).toMatchObject({ state: 'done', answers: [{ text }] })
  expect(JSON.stringify(own)).not.toContain('送りが要る')
})

test('two administrators answer at once: one mail goes out, the other is told to reload', async () => {
  const { id, inquiry, staff, other } = await asked()
  const answer = (text: string) => ({ id, key: aKey(), version: 1, text, next: 'done' as const })
  const results = await Promise.all([answerInquiry(staff, answer('はい。')), answerInquiry(other, answer('いいえ。'))])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  const mails = (await mailsTo(inquiry.email)).filter(({ template }) => template === 'inquiry_answered')
  expect(mails).toHaveLength(1)
})

test('pressing the answer twice sends it once', async () => {
  const { id, inquiry, staff } = await asked()
  const step = { id, key: aKey(), version: 1, text: 'はい。', next: 'working' as const }
  expect(await Promise.all([answerInquiry(staff, step), answerInquiry(staff, step)])).toEqual([
    { ok: true, value: { id } },
    { ok: true, value: { id } },
  ])
  const mails = (await mailsTo(inquiry.email)).filter(({ template }) => template === 'inquiry_answered')
  expect(mails).toHaveLength(1)
})

test('each change of state is in the history with who did it; the same state is no change', async () => {
  const { id, staff } = await asked()
  must(await moveInquiry(staff, { id, key: aKey(), version: 1, to: 'working' }))
  expect(await moveInquiry(staff, { id, key: aKey(), version: 1, to: 'done' })).toMatchObject({
    refusal: 'changed_meanwhile',
  })
  expect(await moveInquiry(staff, { id, key: aKey(), version: 2, to: 'working' })).toMatchObject({
    refusal: 'state_already',
  })
  must(await moveInquiry(staff, { id, key: aKey(), version: 2, to: 'done' }))
  const { events, state } = await inquiryDetail(staff, id)
  expect(state).toBe('done')
  expect(events.map(({ actorName, toState }) => [actorName, toState])).toEqual([
    ['運営 係', 'working'],
    ['運営 係', 'done'],
  ])
})

test('the queue: the inquiry that waits longest comes first, page after page; finished ones, newest first', async () => {
  const { db } = test_
  await test_.pool.query(`update inquiries set state = 'done' where state <> 'done'`)
  const staff = as(db, await anAdmin(db))
  const times = ['2027-04-01 09:00', '2027-04-01 08:00', '2027-04-01 10:00']
  for (const time of times) must(await send(visitor, anInquiry({ name: time }), { now: at(time) }))
  expect(await inquiryCounts(staff)).toMatchObject({ open: 3, working: 0 })
  const first = await inquiryQueue(staff, { state: 'open', limit: 2 })
  expect(first.inquiries.map(({ name }) => name)).toEqual(['2027-04-01 08:00', '2027-04-01 09:00'])
  const second = await inquiryQueue(staff, { state: 'open', limit: 2, after: first.next })
  expect(second.inquiries.map(({ name }) => name)).toEqual(['2027-04-01 10:00'])
  expect(second.next).toBeNull()
  const all = await inquiryQueue(staff, { state: null, limit: 2 })
  expect(all.inquiries.map(({ name }) => name)).toEqual(['2027-04-01 10:00', '2027-04-01 09:00'])
})

test('users see only their own inquiries, and a user without an organisation has them, too', async () => {
  const person: Actor = { kind: 'person', personId: await aPerson(test_.db, '所属なし'), name: '所属なし' }
  must(await send(person))
  expect(await myInquiries(as(test_.db, person))).toHaveLength(1)
  const { actor } = await aRestaurant(test_.db)
  expect(await myInquiries(as(test_.db, actor))).toEqual([])
})

test('every refusal is a sentence that says what to do', () => {
  for (const refusal of [
    'too_many_inquiries',
    'photos_gone',
    'changed_meanwhile',
    'state_already',
    'key_reused',
  ] as const)
    expect(messagingRefusalText(refusal)).toMatch(/(ください|押してください)。$/)
})

test('an inquiry is given to an administrator, shown as theirs, and given back; the history says so', async () => {
  const { db } = test_
  const [one, two] = [await anAdmin(db, { name: '一番 係' }), await anAdmin(db, { name: '二番 係' })]
  const gone = await anAdmin(db, { disabledAt: noon })
  const now = at('2027-05-01 09:00')
  const { number } = must(await send(visitor, anInquiry(), { now }))
  const id = await idOf(number)
  const assign = (version: number, to: typeof one.adminId | null, by = one) =>
    assignInquiry(as(db, by), { id, key: aKey(), version, to })
  const numbers = async (whose: 'me' | 'nobody', by = one) =>
    (await inquiryQueue(as(db, by), { state: 'open', whose, limit: 500 })).inquiries.map((it) => it.number)
  expect(await numbers('nobody')).toContain(number)
  must(await assign(1, two.adminId))
  expect(await numbers('nobody')).not.toContain(number)
  expect(await numbers('me')).toEqual([])
  expect(await numbers('me', two)).toEqual([number])
  expect(await inquiryCounts(as(db, two), 'me')).toEqual({ open: 1, working: 0, done: 0 })
  expect(await assign(1, one.adminId)).toMatchObject({ refusal: 'changed_meanwhile' })
  expect(await assign(2, two.adminId)).toMatchObject({ refusal: 'assigned_already' })
  expect(await assign(2, gone.adminId)).toMatchObject({ refusal: 'admin_gone' })
  must(await assign(2, null))
  const { assignee, events } = await inquiryDetail(as(db, one), id)
  expect(assignee).toBeNull()
  expect(events.map(({ kind, givenTo }) => [kind, givenTo])).toEqual([
    ['inquiry_assigned', '二番 係'],
    ['inquiry_assigned', null],
  ])
  const names = (await assignableAdmins(as(db, one))).map(({ id: adminId }) => adminId)
  expect(names).toContain(one.adminId)
  expect(names).not.toContain(gone.adminId)
})
