import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { type AnnouncementId, newId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import {
  type AnnouncementDraft,
  announce,
  changeAnnouncement,
  closeAnnouncement,
  withdrawAnnouncement,
} from '../../app/modules/content/announce.server.ts'
import { mailDueAnnouncements } from '../../app/modules/content/announcement-mails.server.tsx'
import {
  announcementForStaff,
  announcementsForStaff,
  ownAnnouncements,
  ownUnreadAnnouncement,
} from '../../app/modules/content/announcement-queries.server.ts'
import { myFarm, myRestaurant } from '../../app/modules/identity/me.server.ts'
import { saveAnnouncementMails } from '../../app/modules/identity/save-announcement-mails.server.ts'
import { aFarm, aKey, anAdmin, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const visitor: Actor = { kind: 'visitor' }

const draft = (more: Partial<AnnouncementDraft> = {}): AnnouncementDraft => ({
  audience: 'everybody',
  title: '年末のお休み',
  body: '**12月29日**から休みます。[詳細](/restaurant/Guide)',
  byMail: false,
  startsAt: null,
  endsAt: null,
  ...more,
})
const write = async (more: Partial<AnnouncementDraft> = {}, now = noon): Promise<AnnouncementId> => {
  const staff = await anAdmin(test_.db)
  return must(await announce(as(test_.db, staff, now), { key: aKey(), ...draft(more) })).id
}
const withdraw = async (id: AnnouncementId, now = noon) => {
  const staff = as(test_.db, await anAdmin(test_.db), now)
  const { version } = await announcementForStaff(staff, id)
  return withdrawAnnouncement(staff, { id, key: aKey(), version })
}
const titles = async (actor: Actor, now = noon) =>
  (await ownAnnouncements(as(test_.db, actor, now))).map(({ title }) => title)
const eventsAbout = async (id: AnnouncementId) =>
  (await test_.pool.query(`select kind, data from events where data->>'announcementId' = $1 order by at, id`, [id]))
    .rows

test('each side gets its own announcements and those for all members; a user of no side only the latter', async () => {
  const buyer = (await aRestaurant(test_.db)).actor
  const farm = (await aFarm(test_.db)).actor
  const person: Actor = { kind: 'person', personId: await aPerson(test_.db, '所属なし'), name: '所属なし' }
  for (const [audience, title] of [
    ['everybody', 'A'],
    ['restaurants', 'B'],
    ['farms', 'C'],
  ] as const)
    await write({ audience, title })
  expect((await titles(buyer)).toSorted()).toEqual(['A', 'B'])
  expect((await titles(farm)).toSorted()).toEqual(['A', 'C'])
  expect(await titles(person)).toEqual(['A'])
  await test_.pool.query('delete from announcements')
})

test('the bar says the newest that is shown now, with how many more, until each is closed by this person', async () => {
  const { actor } = await aRestaurant(test_.db)
  const other = await aRestaurant(test_.db)
  const older = await write({ title: '変更前' }, at('2026-11-23 09:00'))
  const newer = await write({ title: 'あと' })
  await write({ title: '今後', startsAt: at('2026-11-25 09:00') })
  await write({ title: 'おわり', endsAt: at('2026-11-24 10:00') }, at('2026-11-20 09:00'))
  await withdraw(await write({ title: '取り下げ' }))
  const bar = () => ownUnreadAnnouncement(as(test_.db, actor))
  expect(await bar()).toEqual({ id: newer, title: 'あと', more: 1 })
  await closeAnnouncement(as(test_.db, actor), { id: newer })
  await closeAnnouncement(as(test_.db, actor), { id: newer })
  expect(await bar()).toEqual({ id: older, title: '変更前', more: 0 })
  await closeAnnouncement(as(test_.db, actor), { id: older })
  expect(await bar()).toBeNull()
  expect(await ownUnreadAnnouncement(as(test_.db, other.actor))).toMatchObject({ id: newer })
  expect((await titles(actor)).toSorted()).toEqual(['あと', 'おわり', '変更前'].toSorted())
  await test_.pool.query('delete from announcement_readings; delete from announcements')
})

test('the bar costs the layouts of both sides no query, the public one a query for members only', async () => {
  const buyer = as(test_.db, (await aRestaurant(test_.db)).actor)
  const farm = as(test_.db, (await aFarm(test_.db)).actor)
  const id = await write({ title: 'ひとつ' })
  test_.queriesSince()
  expect((await myRestaurant(buyer)).unread).toEqual({ id, title: 'ひとつ', more: 0 })
  expect((await myFarm(farm)).unread).toEqual({ id, title: 'ひとつ', more: 0 })
  expect(test_.queriesSince()).toHaveLength(2)
  expect(await ownUnreadAnnouncement(as(test_.db, visitor))).toBeNull()
  expect(await ownUnreadAnnouncement(as(test_.db, await anAdmin(test_.db)))).toBeNull()
  expect(test_.queriesSince().filter((query) => !/insert into "admins"/.test(query))).toEqual([])
  await ownUnreadAnnouncement(buyer)
  expect(test_.queriesSince()).toHaveLength(1)
  await test_.pool.query('delete from announcements')
})

test('until it begins its words may change; then only be withdrawn, and what happened stands in the history', async () => {
  const staff = await anAdmin(test_.db)
  const startsAt = at('2026-11-25 09:00')
  const id = await write({ startsAt })
  const change = (version: number, title: string, now = noon) =>
    changeAnnouncement(as(test_.db, staff, now), { id, key: aKey(), version, ...draft({ title, startsAt }) })
  must(await change(1, '直した'))
  expect(await change(1, '遅れた人')).toMatchObject({ ok: false, refusal: 'changed_meanwhile' })
  expect(await change(2, '始まってから', startsAt)).toMatchObject({ ok: false, refusal: 'shown_already' })
  const key = aKey()
  const withdrawn = () => withdrawAnnouncement(as(test_.db, staff), { id, key, version: 2 })
  expect(await withdrawn()).toEqual(await withdrawn())
  expect(await withdraw(id)).toMatchObject({ ok: false, refusal: 'over_already' })
  expect((await announcementsForStaff(as(test_.db, staff)))[0]).toMatchObject({ title: '直した', state: 'withdrawn' })
  const events = await eventsAbout(id)
  expect(events.map(({ kind }) => kind)).toEqual([
    'announcement_written',
    'announcement_changed',
    'announcement_withdrawn',
  ])
  expect(events[1].data).toMatchObject({ before: { title: '年末のお休み' }, after: { title: '直した' } })
  await test_.pool.query('delete from announcements')
})

test('two administrators change it at once: one is refused as outdated', async () => {
  const [one, two] = [await anAdmin(test_.db), await anAdmin(test_.db)]
  const startsAt = at('2026-11-25 09:00')
  const id = await write({ startsAt })
  const results = await Promise.all(
    [one, two].map((staff) =>
      changeAnnouncement(as(test_.db, staff), {
        id,
        key: aKey(),
        version: 1,
        ...draft({ title: staff.adminId, startsAt }),
      }),
    ),
  )
  expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  await test_.pool.query('delete from announcements')
})

test('a period that has passed, and one the wrong way round, are refused', async () => {
  const staff = as(test_.db, await anAdmin(test_.db))
  const refused = (more: Partial<AnnouncementDraft>) => announce(staff, { key: aKey(), ...draft(more) })
  expect(await refused({ startsAt: at('2026-11-24 10:59') })).toMatchObject({ refusal: 'start_past' })
  expect(await refused({ endsAt: noon })).toMatchObject({ refusal: 'end_before_start' })
})

test('pressing twice publishes once', async () => {
  const staff = as(test_.db, await anAdmin(test_.db))
  const key = aKey()
  const both = await Promise.all([announce(staff, { key, ...draft() }), announce(staff, { key, ...draft() })])
  expect(both[0]).toEqual(both[1])
  expect(await announcementsForStaff(staff)).toHaveLength(1)
  await test_.pool.query('delete from announcements')
})

const mailsOf = async (id: AnnouncementId) =>
  withWords((await test_.pool.query(`select * from mails where key like $1`, [`announcement:${id}:%`])).rows)
const mailAll = (now = noon, size?: number) => mailDueAnnouncements({ db: test_.db, now }, size)

test('mails go out in batches from the beginning on, one to each user of the audience, and none twice', async () => {
  await test_.pool.query('delete from mails')
  const farms = await Promise.all(Array.from({ length: 5 }, () => aFarm(test_.db)))
  const both = there(farms[0]).actor.personId
  const { restaurantId } = await aRestaurant(test_.db)
  await test_.pool.query(`insert into memberships (id, person_id, restaurant_id, role) values ($1, $2, $3, 'staff')`, [
    newId(),
    both,
    restaurantId,
  ])
  const gone = await Promise.all([aFarm(test_.db), aFarm(test_.db), aFarm(test_.db)])
  const [suspended, closed, unproven] = gone.map(({ actor }) => actor.personId)
  await test_.pool.query('update people set suspended_at = $2 where id = $1', [suspended, noon])
  await test_.pool.query('update people set closed_at = $2 where id = $1', [closed, noon])
  await test_.pool.query('update people set email_verified_at = null where id = $1', [unproven])
  await test_.pool.query(`update farms set status = 'closed' where id = $1`, [(await aFarm(test_.db)).farmId])

  const startsAt = at('2026-11-25 09:00')
  const id = await write({ audience: 'farms', byMail: true, startsAt })
  expect(await mailAll()).toBe(0)
  const [one, two] = await Promise.all([mailAll(startsAt, 2), mailAll(startsAt, 2)])
  const mails = await mailsOf(id)
  const { rows } = await test_.pool.query(
    `select count(distinct p.id)::int n from people p join memberships m on m.person_id = p.id join farms f on f.id = m.farm_id
      where p.suspended_at is null and p.closed_at is null and p.email_verified_at is not null and f.status <> 'closed'`,
  )
  expect(rows[0].n).toBeGreaterThanOrEqual(5)
  expect(mails).toHaveLength(rows[0].n)
  expect(one + two).toBe(rows[0].n)
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length)
  for (const person of [suspended, closed, unproven])
    expect(mails.map(({ recipient }) => recipient)).not.toContain(`${person}@example.jp`)
  expect(await mailAll(startsAt)).toBe(0)
  expect(await mailsOf(id)).toHaveLength(mails.length)
  const staff = as(test_.db, await anAdmin(test_.db))
  expect((await announcementForStaff(staff, id)).mailedAt).toEqual(startsAt)
  await test_.pool.query('delete from announcements')
})

test('the mail has the words and leads to our pages; one that was withdrawn is not sent', async () => {
  const { actor } = await aRestaurant(test_.db)
  const gone = await write({ byMail: true, title: 'まちがい' })
  await withdraw(gone)
  const id = await write({
    byMail: true,
    title: '題\r\nBcc: all@example.jp',
    body: '<b>あ</b> [使い方](/restaurant/Guide)',
  })
  await mailAll()
  expect(await mailsOf(gone)).toEqual([])
  const mail = (await mailsOf(id)).find(({ recipient }) => recipient === `${actor.personId}@example.jp`)
  expect(mail.subject).toBe('【畝と皿】題 Bcc: all@example.jp')
  expect(mail.html).toContain('href="https://site.invalid/restaurant/Guide"')
  expect(mail.html).not.toContain('<b>あ')
  expect(mail.text).toContain('<b>あ</b>')
  await test_.pool.query('delete from announcements')
})

test('a user who turned mails off gets none, still reads announcements on the screen, and may turn mails on again', async () => {
  const { actor } = await aRestaurant(test_.db)
  const mine = as(test_.db, actor)
  const got = async () => {
    const id = await write({ byMail: true, audience: 'restaurants' })
    await mailAll()
    return (await mailsOf(id)).filter(({ recipient }) => recipient === `${actor.personId}@example.jp`)
  }
  await saveAnnouncementMails(mine, { announcementMails: false, priceMails: true })
  await saveAnnouncementMails(mine, { announcementMails: false, priceMails: true })
  expect(await got()).toEqual([])
  expect(await titles(actor)).toHaveLength(1)
  await saveAnnouncementMails(mine, { announcementMails: true, priceMails: true })
  expect((await got())[0].text).toContain('https://site.invalid/profile#notices')
  const { rows } = await test_.pool.query(
    `select data from events where about_person_id = $1 and kind = 'notices_changed' order by at, id`,
    [actor.personId],
  )
  expect(rows.map(({ data }) => data.announcementMails)).toEqual([false, true])
  await test_.pool.query('delete from announcements')
})

test('only staff write; people close and read, visitors neither', async () => {
  const { actor } = await aRestaurant(test_.db)
  const buyer = as(test_.db, actor)
  const staff = as(test_.db, await anAdmin(test_.db))
  const id = await write()
  await expect(announce(buyer, { key: aKey(), ...draft() })).rejects.toThrow(NotFound)
  await expect(announcementsForStaff(buyer)).rejects.toThrow(NotFound)
  await expect(closeAnnouncement(staff, { id })).rejects.toThrow(Forbidden)
  await expect(closeAnnouncement(as(test_.db, visitor), { id })).rejects.toThrow(Unauthenticated)
  await expect(ownAnnouncements(as(test_.db, visitor))).rejects.toThrow(Unauthenticated)
})
