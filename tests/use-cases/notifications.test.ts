import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Carried, Channel, Outgoing } from '../../app/kernel/channel.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { newId, type OrderId, type PersonId } from '../../app/kernel/ids.ts'
import { addMinutes, at, type MinuteOfDay } from '../../app/kernel/jst.ts'
import type { NotificationTopic, RingingChannel } from '../../app/kernel/notification-enums.ts'
import type { Phone } from '../../app/kernel/phone.ts'
import {
  openNotification,
  ownNotifications,
  readNotices,
  unreadCount,
} from '../../app/modules/notifications/centre.server.ts'
import { mailDigests } from '../../app/modules/notifications/digest-mails.server.tsx'
import type { MailEngine } from '../../app/modules/notifications/mail-engine.ts'
import {
  keepBrowser,
  keepFax,
  linkLine,
  makeLineCode,
  ownAddresses,
  personOfLine,
  removeAddress,
  unlinkLine,
} from '../../app/modules/notifications/notification-addresses.server.ts'
import { notificationKind } from '../../app/modules/notifications/notification-kind.ts'
import {
  notificationSettings,
  saveNotificationSettings,
  stopMails,
} from '../../app/modules/notifications/notification-settings.server.ts'
import { mailToOf, notify } from '../../app/modules/notifications/notify.server.ts'
import { ourPage } from '../../app/modules/notifications/our-page.ts'
import { sendDeliveries } from '../../app/modules/notifications/send-deliveries.server.ts'
import { sendMails } from '../../app/modules/notifications/send-mails.server.ts'
import { stopToken } from '../../app/modules/notifications/stop-address.server.ts'
import { sendAgain, undelivered } from '../../app/modules/notifications/undelivered.server.ts'
import { type MailTemplate, notificationKinds } from '../../app/notification-kinds.server.ts'
import { anAdmin, aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption, withWords } from '../support/mailed.ts'
import { testQueues } from '../support/queues.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const queues = testQueues(test_)
const site = 'https://market.example.jp'
const key = (bytes: number) => Buffer.alloc(bytes, 4).toString('base64url')
const browserKeys = { p256dh: key(65), auth: key(16) }

async function aPersonWithEmail(): Promise<{
  actor: Extract<Actor, { kind: 'person' }>
  personId: PersonId
  email: string
}> {
  const personId = await aPerson(test_.db, '森')
  const { email } = await test_.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return { actor: { kind: 'person', personId, name: '森' }, personId, email: there(email) }
}
/** The kinds with their settings, and with words that stay the same. */
const kindsHere = notificationKinds.map(({ name, about, only }) =>
  notificationKind(name, {
    about: typeof about === 'function' ? 'question' : about,
    ...(only && { only }),
    data: z.object({ title: z.string() }),
    message: ({ title }) => ({
      title,
      summary: '¥1,800 → ¥1,950 & 「①」',
      parts: [{ button: '見る', to: ourPage('/restaurant/products/1?day=2#now') }],
    }),
    sample: { title: '' },
  }),
)
const kindCalled = (called: MailTemplate) => there(kindsHere.find(({ name }) => name === called))
type More = { key?: string; title?: string; concerns?: { usefulUntil?: Date; orderId?: OrderId } }
const tell = (
  email: string,
  template: MailTemplate,
  { key = newId(), title = 'にんじんの値段が変わります', concerns = {} }: More = {},
  now = noon,
) => notify(test_.db, now, { key, kind: kindCalled(template), data: { title }, concerns, to: must(readEmail(email)) })
const mailsTo = async (email: string) =>
  (await test_.pool.query('select * from mails where recipient = $1 order by created_at, id', [email])).rows

/** A channel that records what it is given, and returns what it is told to. */
function channel(
  name: RingingChannel,
  carry: (message: Outgoing) => Carried | Promise<Carried> = () => ({ end: 'sent' }),
) {
  const given: Outgoing[] = []
  const channel: Channel = {
    name,
    kind: 'http',
    description: '',
    atOnce: 5,
    async send(message) {
      given.push(message)
      return carry(message)
    },
  }
  return { given, channel }
}
/** Sends what the queue of a channel has due at a moment. */
const send = ({ channel }: { channel: Channel }, now = noon) =>
  queues.run(channel.name, now, (jobs) =>
    sendDeliveries(
      { db: test_.db, now, site, sign: () => 'T'.repeat(43), sheetOf: async () => new Uint8Array([1]) },
      channel,
      jobs,
    ),
  )
const mailAll = (engine: MailEngine) =>
  queues.run('mail', noon, (jobs) =>
    sendMails({ db: test_.db, now: noon, site, encryption: testEncryption, kinds: kindsHere }, engine, jobs),
  )
const only = (kind: NotificationTopic, mail: 'now' | 'daily' | 'off', channels: RingingChannel[] = []) => ({
  kinds: [{ kind, mail, channels }],
  quiet: { from: 1320 as MinuteOfDay, until: 300 as MinuteOfDay },
})

test('a mail to a user with an account is in their notifications, in the words of the mail, and belongs to one event', async () => {
  const { actor, email } = await aPersonWithEmail()
  const key = newId()
  await Promise.all(Array.from({ length: 5 }, () => tell(email, 'price_change', { key })))
  const { notifications } = await ownNotifications(as(test_.db, actor))
  expect(notifications).toMatchObject([
    {
      kind: 'price',
      title: 'にんじんの値段が変わります',
      body: '¥1,800 → ¥1,950 & 「①」',
      path: '/restaurant/products/1?day=2#now',
      unread: true,
    },
  ])
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await unreadCount(as(test_.db, actor))).toBe(1)
})

test('mails with a secret and mails to non-members are not shown in the app', async () => {
  const { actor, email } = await aPersonWithEmail()
  await tell(email, 'reset_password')
  await tell('stranger@example.jp', 'inquiry_answered')
  expect((await ownNotifications(as(test_.db, actor))).notifications).toEqual([])
  expect(await mailsTo('stranger@example.jp')).toHaveLength(1)
  expect((await mailsTo(email))[0]).toMatchObject({ notice_kind: null, person_id: null })
})

test('the answer to an inquiry is shown only to the user who has confirmed the address in it', async () => {
  const { actor, personId, email } = await aPersonWithEmail()
  await test_.pool.query('update people set email_verified_at = null where id = $1', [personId])
  await tell(email, 'inquiry_answered')
  expect((await ownNotifications(as(test_.db, actor))).notifications).toEqual([])
  expect(await mailsTo(email)).toHaveLength(1)
  await test_.pool.query('update people set email_verified_at = $1 where id = $2', [noon, personId])
  await tell(email, 'inquiry_answered')
  expect((await ownNotifications(as(test_.db, actor))).notifications).toHaveLength(1)
})

test('a rolled back event causes no notification', async () => {
  const { actor, email } = await aPersonWithEmail()
  const undone = test_.db.transaction().execute(async (db) => {
    const to = must(readEmail(email))
    await notify(db, noon, { key: newId(), kind: kindCalled('watch'), data: { title: 'x' }, to })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect((await ownNotifications(as(test_.db, actor))).notifications).toEqual([])
})

test('opening one, or marking all on the page, marks as read; notifications of others do not exist', async () => {
  const [{ actor, email }, other] = [await aPersonWithEmail(), await aPersonWithEmail()]
  const ctx = as(test_.db, actor)
  for (const minute of [0, 1, 2]) await tell(email, 'watch', {}, addMinutes(noon, minute))
  const { notifications } = await ownNotifications(ctx)
  const newest = there(notifications[0])
  expect(await openNotification(as(test_.db, other.actor), { id: newest.id })).toMatchObject({ value: null })
  expect(await openNotification(ctx, { id: there(notifications[2]).id })).toMatchObject({
    value: '/restaurant/products/1?day=2#now',
  })
  expect(await unreadCount(ctx)).toBe(2)
  expect(await readNotices(ctx, { upTo: addMinutes(noon, 1) })).toMatchObject({ value: 1 })
  expect((await ownNotifications(ctx, { unread: true })).notifications.map(({ id }) => id)).toEqual([newest.id])
  const first = await ownNotifications(ctx, { limit: 2 })
  expect(first.next).not.toBeNull()
  expect((await ownNotifications(ctx, { limit: 2, after: first.next })).notifications).toHaveLength(1)
})

test('push messages wait for the end of quiet hours, and are dropped if useless by then', async () => {
  const { actor, email } = await aPersonWithEmail()
  await keepFax(as(test_.db, actor), { fax: '+81967123456' as Phone })
  const night = at('2026-11-24 23:30')
  await tell(email, 'order_question', {}, night)
  await tell(email, 'order_question', { concerns: { usefulUntil: at('2026-11-25 02:00') } }, night)
  const fax = channel('fax')
  expect(await send(fax, at('2026-11-25 04:59'))).toMatchObject({ sent: 0 })
  expect(await send(fax, at('2026-11-25 05:00'))).toMatchObject({ sent: 1 })
  expect(fax.given).toHaveLength(1)
  // mail does not ring
  expect(await mailsTo(email)).toMatchObject([{ due_at: night }, { due_at: night }])
})

test('a message that failed in the evening is not tried again during quiet hours, and loses no attempt', async () => {
  const { actor, email } = await aPersonWithEmail()
  await keepFax(as(test_.db, actor), { fax: '+81967123459' as Phone })
  const evening = at('2026-11-24 21:59')
  await tell(email, 'order_news', {}, evening)
  const fax = channel('fax', () => {
    throw new Error('engaged')
  })
  expect(await send(fax, evening)).toMatchObject({ failed: 1 })
  for (const time of ['2026-11-24 22:04', '2026-11-25 02:00', '2026-11-25 04:59'])
    expect(await send(fax, at(time))).toMatchObject({ sent: 0, failed: 0 })
  const morning = channel('fax')
  expect(await send(morning, at('2026-11-25 05:00'))).toMatchObject({ sent: 1 })
  const { rows } = await test_.pool.query(
    'select tries from notification_deliveries d join notifications n on n.id = d.notification_id where n.person_id = $1',
    [actor.personId],
  )
  expect(rows).toEqual([{ tries: 2 }])
})

test('a failing push service does not keep a notification from being stored', async () => {
  const { actor, email } = await aPersonWithEmail()
  for (const name of ['a', 'b'])
    must(
      await keepBrowser(as(test_.db, actor), {
        endpoint: `https://push.example.com/${name}-${email}`,
        keys: browserKeys,
        label: name,
      }),
    )
  await tell(email, 'order_news')
  const push = channel('push', ({ to }) => {
    if (to.includes('/a-')) throw new Error('the push service answered 500 \u0000')
    return { end: 'sent' }
  })
  expect(await send(push)).toMatchObject({ sent: 1, failed: 1 })
  expect(await send(push)).toMatchObject({ sent: 0, failed: 0 })
  expect(push.given).toHaveLength(2)
})

test('a message that became useless while it waited is dropped', async () => {
  const { actor, email } = await aPersonWithEmail()
  await keepFax(as(test_.db, actor), { fax: '+81967123457' as Phone })
  await tell(email, 'order_question', { concerns: { usefulUntil: addMinutes(noon, 60) } })
  const fax = channel('fax', () => {
    throw new Error('engaged')
  })
  expect(await send(fax)).toMatchObject({ failed: 1 })
  expect(await send(fax, addMinutes(noon, 61))).toEqual({ sent: 0, failed: 0, skipped: 1 })
})

test('chosen channels and hours are kept; what is needed to trade reaches one in any case', async () => {
  const { actor, email } = await aPersonWithEmail()
  const ctx = as(test_.db, actor)
  expect(await saveNotificationSettings(ctx, only('order', 'off'))).toMatchObject({ refusal: 'needed_unheard' })
  await keepBrowser(ctx, { endpoint: `https://push.example.com/${email}`, keys: browserKeys, label: 'Pixel' })
  expect(await saveNotificationSettings(ctx, only('order', 'off', ['push']))).toMatchObject({ ok: true })
  await tell(email, 'order_news')
  expect(await mailsTo(email)).toEqual([])
  const push = channel('push')
  expect(await send(push)).toMatchObject({ sent: 1 })
  expect(push.given[0]).toMatchObject({ keys: browserKeys, address: `${site}/restaurant/products/1?day=2#now` })
  must(
    await saveNotificationSettings(ctx, {
      ...only('price', 'off'),
      quiet: { from: 0 as MinuteOfDay, until: 0 as MinuteOfDay },
    }),
  )
  const { kinds, quiet } = await notificationSettings(ctx)
  expect(quiet).toEqual({ from: 0, until: 0 })
  expect(kinds.find(({ kind }) => kind === 'price')).toMatchObject({ mail: 'off', channels: [] })
  expect(
    await saveNotificationSettings(ctx, { kinds: [], quiet: { from: 1440 as MinuteOfDay, until: 0 as MinuteOfDay } }),
  ).toMatchObject({
    refusal: 'bad_hours',
  })
})

test('what is needed to trade comes by mail again where the channel that was chosen instead is gone', async () => {
  const { actor, email } = await aPersonWithEmail()
  const ctx = as(test_.db, actor)
  const { code } = must(await makeLineCode(ctx, {}, testEncryption))
  await linkLine({ db: test_.db, now: noon, encryption: testEncryption }, { typed: code, lineId: 'Ugone' })
  must(await saveNotificationSettings(ctx, only('order', 'off', ['line'])))
  await tell(email, 'order_news')
  expect(await mailsTo(email)).toHaveLength(0)
  await unlinkLine({ db: test_.db, now: noon }, 'Ugone')
  await tell(email, 'order_news')
  expect(await mailsTo(email)).toHaveLength(1)
})

test('of a kind that is named twice the last counts', async () => {
  const ctx = as(test_.db, (await aPersonWithEmail()).actor)
  const [off, now] = [only('watch', 'off'), only('watch', 'now', ['line'])]
  must(await saveNotificationSettings(ctx, { ...now, kinds: [...off.kinds, ...now.kinds] }))
  const { kinds } = await notificationSettings(ctx)
  expect(kinds.find(({ kind }) => kind === 'watch')).toMatchObject({ mail: 'now', channels: ['line'] })
})

test('what is needed to trade is not gathered for the morning', async () => {
  const { actor, email } = await aPersonWithEmail()
  const ctx = as(test_.db, actor)
  expect(await saveNotificationSettings(ctx, only('question', 'daily'))).toMatchObject({ refusal: 'needed_gathered' })
  await test_.pool.query(
    `insert into notification_settings (person_id, kind, mail, channels) values ($1, 'question', 'daily', '{}')`,
    [actor.personId],
  )
  await tell(email, 'farm_orders')
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a user with an address of the maximum length is notified, once for each event', async () => {
  const { actor } = await aPersonWithEmail()
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.jp`
  await test_.pool.query('update people set email = $1 where id = $2', [long, actor.personId])
  const [first, second] = [newId(), newId()].map((id) => `talk:${id}:1:${long}`)
  for (const key of [first, first, second]) await tell(long, 'talk_news', { key: there(key) })
  expect(await mailsTo(long)).toHaveLength(2)
  expect((await ownNotifications(as(test_.db, actor))).notifications).toHaveLength(2)
})

test('a user who signed in by phone and has no address is notified in the app, and by their other channels', async () => {
  const { actor, personId } = await aPersonWithEmail()
  await test_.pool.query('update people set email = null, email_verified_at = null where id = $1', [personId])
  await keepFax(as(test_.db, actor), { fax: '+81967123460' as Phone })
  await notify(test_.db, noon, {
    key: newId(),
    kind: kindCalled('order_news'),
    to: mailToOf({ personId, email: null }),
    data: { title: '注文が変更されました' },
  })
  expect((await ownNotifications(as(test_.db, actor))).notifications).toMatchObject([{ title: '注文が変更されました' }])
  const fax = channel('fax')
  expect(await send(fax)).toMatchObject({ sent: 1 })
})

test('a day’s notices come in one mail in the morning, each once', async () => {
  const { actor, email } = await aPersonWithEmail()
  must(await saveNotificationSettings(as(test_.db, actor), only('watch', 'daily')))
  await tell(email, 'watch', { title: 'トマトが入荷しました' })
  await tell(email, 'watch', { title: 'ゆずが入荷しました' })
  expect(await mailsTo(email)).toEqual([])
  const morning = at('2026-11-25 07:00')
  expect(await mailDigests({ db: test_.db, now: addMinutes(morning, -1) })).toBe(0)
  const mailed = await Promise.all([1, 2, 3, 4, 5].map(() => mailDigests({ db: test_.db, now: morning })))
  expect(mailed.reduce((sum, n) => sum + n, 0)).toBe(1)
  const [mail] = await withWords(await mailsTo(email))
  expect(mail).toMatchObject({ template: 'notice_digest', subject: '【畝と皿】お知らせが2件あります' })
  expect(mail?.text).toContain('トマトが入荷しました')
  expect(mail?.text).toContain('ゆずが入荷しました')
})

const stop = (key: string, kind: NotificationTopic) =>
  stopMails({ db: test_.db, encryption: testEncryption }, { key, kind })

test('the header of a mail that is not needed stops its kind, and nothing else', async () => {
  const { email, personId } = await aPersonWithEmail()
  await tell(email, 'price_change')
  await tell(email, 'order_news')
  const sent: { unsubscribe: string | null; subject: string }[] = []
  const engine = { kind: 'smtp' as const, send: async (mail: (typeof sent)[number]) => void sent.push(mail) }
  await test_.pool.query('update mails set sent_at = $2, due_at = null where due_at is not null and recipient <> $1', [
    email,
    noon,
  ])
  await mailAll(engine)
  const key = stopToken(testEncryption, personId)
  expect(sent.map(({ unsubscribe }) => unsubscribe).sort()).toEqual([`${site}/unsubscribe/${key}/price`, null])
  expect(await stop(key, 'order')).toBe(false)
  expect(await stop(newId(), 'price')).toBe(false)
  expect(await stop(key, 'price')).toBe(true)
  await tell(email, 'price_change')
  expect((await mailsTo(email)).filter(({ template }) => template === 'price_change')).toHaveLength(1)
})

test('a reader of the database cannot stop mails by an id; the key of earlier mails still works', async () => {
  const { personId } = await aPersonWithEmail()
  expect(await stop(personId, 'price')).toBe(false)
  const before = newId()
  await test_.pool.query(`update people set old_notice_key_hash = sha256(convert_to($2, 'UTF8')) where id = $1`, [
    personId,
    before,
  ])
  expect(await stop(before, 'price')).toBe(true)
})

test('of five workers at once each notice is carried by one; a refused one is told to staff and can be sent again', async () => {
  const { actor, email } = await aPersonWithEmail()
  const { code } = must(await makeLineCode(as(test_.db, actor), {}, testEncryption))
  expect(
    await linkLine(
      { db: test_.db, now: noon, encryption: testEncryption },
      { typed: code.toLowerCase(), lineId: 'U1' },
    ),
  ).toBe(true)
  for (let n = 0; n < 30; n++) await tell(email, 'order_news')
  const line = channel('line')
  await Promise.all(Array.from({ length: 5 }, () => send(line)))
  expect(line.given).toHaveLength(30)
  expect(new Set(line.given.map(({ id }) => id)).size).toBe(30)

  await tell(email, 'claim_news')
  const blocked = channel('line', () => ({ end: 'refused', reason: 'LINE answered 403' }))
  expect(await send(blocked)).toMatchObject({ failed: 1 })
  const staff = as(test_.db, await anAdmin(test_.db))
  const [failed] = (await undelivered(staff)).filter(({ channel }) => channel === 'line')
  expect(failed).toMatchObject({ person: '森', reason: 'LINE answered 403', to: '' })
  expect(await sendAgain(staff, there(failed))).toMatchObject({ value: 'again' })
  expect(await sendAgain(staff, there(failed))).toMatchObject({ value: 'already' })
  expect(await send(line)).toMatchObject({ sent: 1 })
})

test('a failed delivery is retried at growing intervals under the same id, and given up in the end', async () => {
  const { actor, email } = await aPersonWithEmail()
  await keepFax(as(test_.db, actor), { fax: '+81967123458' as Phone })
  must(
    await saveNotificationSettings(as(test_.db, actor), {
      kinds: [],
      quiet: { from: 0 as MinuteOfDay, until: 0 as MinuteOfDay },
    }),
  )
  await tell(email, 'order_news')
  const fax = channel('fax', () => {
    throw new Error('engaged')
  })
  const { rows } = await test_.pool.query<{ id: string }>(
    'select d.id from notification_deliveries d join notifications n on n.id = d.notification_id where n.person_id = $1',
    [actor.personId],
  )
  const { id } = there(rows[0])
  const { retryLimit } = queues.settings.fax
  let now = noon
  for (let tries = 1; tries <= retryLimit; tries += 1) {
    expect(await send(fax, now)).toMatchObject({ failed: 1 })
    const next = await queues.nextTry('fax', id)
    expect(next.getTime()).toBeGreaterThan(addMinutes(now, Math.min(2 ** tries, 719)).getTime())
    expect(await send(fax, addMinutes(next, -1))).toMatchObject({ failed: 0 })
    now = next
  }
  await send(fax, now)
  expect(await send(fax, addMinutes(now, 10_000))).toMatchObject({ failed: 0, sent: 0 })
  expect(new Set(fax.given.map(({ id }) => id)).size).toBe(1)
  expect(fax.given).toHaveLength(retryLimit + 1)
  const staff = as(test_.db, await anAdmin(test_.db))
  expect((await undelivered(staff)).find((it) => it.id === id)).toMatchObject({ reason: 'engaged', failedAt: now })
})

test('a channel is given as many at a time as it bears', async () => {
  const { actor, email } = await aPersonWithEmail()
  await keepFax(as(test_.db, actor), { fax: '+81967123461' as Phone })
  for (let n = 0; n < 12; n++) await tell(email, 'order_news')
  let [inTransit, most] = [0, 0]
  const fax = channel('fax', async () => {
    inTransit += 1
    most = Math.max(most, inTransit)
    await setImmediate()
    inTransit -= 1
    return { end: 'sent' }
  })
  expect(await send(fax)).toMatchObject({ sent: 12 })
  expect(most).toBe(5)
})

test('an address that no longer exists is not used again, and is shown as such', async () => {
  const { actor, email } = await aPersonWithEmail()
  const ctx = as(test_.db, actor)
  must(await keepBrowser(ctx, { endpoint: 'https://push.example.com/gone', keys: browserKeys, label: 'Pixel' }))
  await tell(email, 'order_news')
  await tell(email, 'order_news')
  const push = channel('push', () => ({ end: 'gone', reason: '410' }))
  await send(push)
  await tell(email, 'order_news')
  await send(push)
  expect(push.given).toHaveLength(2)
  expect(await ownAddresses(ctx)).toMatchObject([{ channel: 'push', label: 'Pixel', ended: true }])
  const staff = as(test_.db, await anAdmin(test_.db))
  const failed = async () => (await undelivered(staff)).filter(({ reason }) => reason === '410')
  expect(await sendAgain(staff, there((await failed())[0]))).toMatchObject({ value: 'useless' })
  expect(await failed()).toHaveLength(2)
  must(await keepBrowser(ctx, { endpoint: 'https://push.example.com/gone', keys: browserKeys, label: 'Pixel' }))
  expect(await ownAddresses(ctx)).toMatchObject([{ ended: false }])
})

test('a browser belongs to the user who turned it on last; an invalid address is refused', async () => {
  const [one, two] = [await aPersonWithEmail(), await aPersonWithEmail()]
  const browser = { endpoint: 'https://push.example.com/tablet', keys: browserKeys, label: 'tablet' }
  must(await keepBrowser(as(test_.db, one.actor), browser))
  must(await keepBrowser(as(test_.db, two.actor), browser))
  expect(await ownAddresses(as(test_.db, one.actor))).toEqual([])
  const [mine] = await ownAddresses(as(test_.db, two.actor))
  await removeAddress(as(test_.db, one.actor), { id: there(mine).id })
  expect(await ownAddresses(as(test_.db, two.actor))).toHaveLength(1)
  await removeAddress(as(test_.db, two.actor), { id: there(mine).id })
  expect(await ownAddresses(as(test_.db, two.actor))).toEqual([])
  for (const wrong of [
    { ...browser, endpoint: 'javascript:alert(1)' },
    { ...browser, keys: { p256dh: key(10), auth: key(16) } },
    { ...browser, keys: { p256dh: key(65), auth: '' } },
  ])
    expect(await keepBrowser(as(test_.db, one.actor), wrong)).toMatchObject({ refusal: 'no_push_address' })
})

test('a code links a LINE account once, within its quarter of an hour', async () => {
  const { actor, personId } = await aPersonWithEmail()
  const { code, until } = must(await makeLineCode(as(test_.db, actor), {}, testEncryption))
  expect(await linkLine({ db: test_.db, now: until, encryption: testEncryption }, { typed: code, lineId: 'U2' })).toBe(
    false,
  )
  expect(
    await linkLine({ db: test_.db, now: noon, encryption: testEncryption }, { typed: 'UNE-22222222', lineId: 'U2' }),
  ).toBe(false)
  expect(
    await linkLine({ db: test_.db, now: noon, encryption: testEncryption }, { typed: `コード ${code}`, lineId: 'U2' }),
  ).toBe(true)
  expect(await linkLine({ db: test_.db, now: noon, encryption: testEncryption }, { typed: code, lineId: 'U3' })).toBe(
    false,
  )
  expect(await personOfLine({ db: test_.db }, 'U2')).toBe(personId)
  await unlinkLine({ db: test_.db, now: noon }, 'U2')
  expect(await personOfLine({ db: test_.db }, 'U2')).toBeNull()
})

test.each([
  ['CONN', 554],
  ['MAIL FROM', 550],
])('a mail server that takes nothing from us at all (%s) costs no mail', async (command, responseCode) => {
  const { email } = await aPersonWithEmail()
  await test_.pool.query('delete from mails')
  await tell(email, 'order_news')
  const refused = Object.assign(new Error(`${responseCode} not you`), { responseCode, command })
  const engine = { kind: 'smtp' as const, send: () => Promise.reject(refused) }
  expect(await mailAll(engine)).toMatchObject({ sent: 0, failed: 1 })
  expect(await mailsTo(email)).toMatchObject([{ failed_at: null, due_at: noon }])
})

test('a mail server that will not have an address is asked once, and staff see it', async () => {
  const { email } = await aPersonWithEmail()
  await test_.pool.query('delete from mails')
  await tell(email, 'order_news')
  const refused = Object.assign(new Error('550 no such mailbox'), { responseCode: 550, command: 'RCPT TO' })
  const engine = { kind: 'smtp' as const, send: () => Promise.reject(refused) }
  expect(await mailAll(engine)).toMatchObject({ sent: 0, failed: 1 })
  const staff = as(test_.db, await anAdmin(test_.db))
  expect(await undelivered(staff)).toEqual(
    expect.arrayContaining([expect.objectContaining({ channel: 'mail', to: email, reason: '550 no such mailbox' })]),
  )
})
