import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { findPostalAddress } from '../../app/infra/postal-codes.server.ts'
import { orgStatuses } from '../../app/kernel/enums.ts'
import { NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { type FarmId, newId } from '../../app/kernel/ids.ts'
import { addDays, addHours, jstDate, jstDateOf } from '../../app/kernel/jst.ts'
import { closeOrganisation } from '../../app/modules/admin/organisations/close-organisation.server.ts'
import { organisationAccount } from '../../app/modules/admin/organisations/organisation-detail.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { accountValues, editAccount } from '../../app/modules/organisations/account/edit-account.server.ts'
import { liftPerson, suspendPerson } from '../../app/modules/organisations/account/suspend-person.server.ts'
import { mayMove } from '../../app/modules/organisations/application-process.ts'
import { checkedApplication, readApplication } from '../../app/modules/organisations/approval/application.server.ts'
import { approveGreen, decideApplication } from '../../app/modules/organisations/approval/decide-application.server.ts'
import {
  checkDocument,
  messageOrganisations,
  noteOrganisation,
  recordPhoneCheck,
  recordScreening,
} from '../../app/modules/organisations/approval/staff-steps.server.ts'
import { remindPermits } from '../../app/modules/organisations/documents/remind-permits.server.ts'
import { moveApplication } from '../../app/modules/organisations/move-application.server.ts'
import type { OrgRef } from '../../app/modules/organisations/org-ref.ts'
import { aFarm, aKey, aMarket, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const parts = { findPostal: findPostalAddress }
const decide = (actor: Actor, org: OrgRef, changes: Partial<Parameters<typeof decideApplication>[1]> = {}) =>
  decideApplication(
    as(test_.db, actor),
    { key: aKey(), org, version: 1, to: 'approved', reason: '', knowing: true, ...changes },
    parts,
  )
const mailsTo = async (org: OrgRef) => {
  const { owner } = await readApplication(test_.db, org)
  return withWords(
    await test_.db
      .selectFrom('mails')
      .select(['template', 'data', 'text', 'html'])
      .where('recipient', '=', owner?.email ?? '')
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
  )
}
const eventsOf = (org: OrgRef) =>
  test_.db
    .selectFrom('events')
    .select(['kind', 'fromState as from', 'toState as to', 'reason', 'data', 'actorName as by'])
    .where('farmId' in org ? 'aboutFarmId' : 'aboutRestaurantId', '=', 'farmId' in org ? org.farmId : org.restaurantId)
    .orderBy('at')
    .orderBy('id')
    .execute()
const statusOf = async (org: OrgRef) => (await readApplication(test_.db, org)).status

/** A farm whose every check is green except the call. */
async function aGrower() {
  const { farmId, actor } = await aFarm(test_.db, {
    status: 'submitted',
    name: '瀬戸内レモン園',
    representative: '畑 主人',
    postalCode: '7220022',
    prefectureCode: '34',
    city: '尾道市',
    street: '栗原町1-1',
    phone: '0848000022',
    submittedAt: noon,
  })
  return { org: { farmId }, actor }
}
const called = async (org: OrgRef) => {
  const staff = as(test_.db, await anAdmin(test_.db))
  must(await recordPhoneCheck(staff, { key: aKey(), org }))
  must(await recordScreening(staff, { key: aKey(), org, ...nothingFound }))
}
const nothingFound = {
  result: 'clear' as const,
  source: '新聞記事データベース',
  checkedOn: jstDateOf(noon),
  note: '',
}

test('approval: status, history and mail are written together; the farm’s products are listed, and its member has access at once', async () => {
  const { org, actor } = await aGrower()
  const token = await openSession(
    { db: test_.db, now: noon },
    { who: { personId: actor.personId }, channel: 'cookie', ip: null, userAgent: null },
  )
  const farmApproved = async () => {
    const who = await actorOf({ db: test_.db, now: noon }, token, 'cookie')
    return who.kind === 'farm' && who.farmApproved
  }
  expect(await farmApproved()).toBe(false)
  await called(org)
  expect(must(await decide(await anAdmin(test_.db), org, { knowing: false }))).toMatchObject({ to: 'approved' })
  expect(await statusOf(org)).toBe('approved')
  expect(await farmApproved()).toBe(true)
  expect((await eventsOf(org)).at(-1)).toMatchObject({
    kind: 'organisation_approved',
    from: 'submitted',
    to: 'approved',
    by: '運営 係',
    data: {},
  })
  const [mail, ...more] = await mailsTo(org)
  expect([mail?.template, more]).toEqual(['organisation_approved', []])
  expect(mail?.text).toContain(`https://site.invalid/farmer`)
})

test('反社会的勢力: the search is recorded with source and day, and counts for the names that were searched for', async () => {
  const { org } = await aGrower()
  const staff = as(test_.db, await anAdmin(test_.db))
  const stateNow = async () =>
    (await checkedApplication(test_.db, noon, org, async () => null)).checks.find(({ key }) => key === 'screening')
  expect(await stateNow()).toMatchObject({ state: 'look' })
  const tomorrow = { ...nothingFound, checkedOn: addDays(jstDateOf(noon), 1) }
  expect(await recordScreening(staff, { key: aKey(), org, ...tomorrow })).toMatchObject({
    refusal: 'checked_in_future',
  })
  must(await recordScreening(staff, { key: aKey(), org, ...nothingFound, note: '同姓同名なし' }))
  expect(await stateNow()).toMatchObject({ state: 'fine', said: expect.stringContaining('新聞記事データベース') })
  expect((await eventsOf(org)).at(-1)).toMatchObject({
    kind: 'organisation_screened',
    data: { ...nothingFound, note: '同姓同名なし', names: '瀬戸内レモン園／畑 主人' },
  })
  must(await recordScreening(staff, { key: aKey(), org, ...nothingFound, result: 'suspect' }))
  expect(await stateNow()).toMatchObject({ state: 'wrong' })
  await test_.db.updateTable('farms').set({ representative: '別 人' }).where('id', '=', org.farmId).execute()
  expect(await stateNow()).toMatchObject({ state: 'look' })
})

test('approving with open checks needs a confirmation by staff, and it is recorded', async () => {
  const { org } = await aGrower()
  const staff = await anAdmin(test_.db)
  expect(await decide(staff, org, { knowing: false })).toMatchObject({ ok: false, refusal: 'checks_open' })
  expect([await statusOf(org), await mailsTo(org)]).toEqual(['submitted', []])
  must(await decide(staff, org, { knowing: true }))
  expect((await eventsOf(org)).at(-1)?.data).toEqual({ open: ['電話での本人確認', '反社会的勢力の照会'] })
})

test.each([
  ['returned', 'organisation_returned'],
  ['rejected', 'organisation_rejected'],
] as const)('%s: the reason is asked for, kept, and stands in the mail as it was written', async (to, template) => {
  const { restaurantId } = await aRestaurant(test_.db, { approved: false })
  await test_.db.updateTable('memberships').set({ role: 'owner' }).where('restaurantId', '=', restaurantId).execute()
  const org = { restaurantId }
  const staff = await anAdmin(test_.db)
  expect(await decide(staff, org, { to })).toMatchObject({ ok: false, refusal: 'reason_missing' })
  const reason = '許可証が暗くて読めません。\n<b>撮り直して</b>ください。'
  must(await decide(staff, org, { to, reason }))
  expect(await readApplication(test_.db, org)).toMatchObject({ status: to, statusReason: reason, version: 2 })
  const [mail] = await mailsTo(org)
  expect(mail?.template).toBe(template)
  expect(mail?.text).toContain('撮り直して')
  expect(mail?.html).not.toContain('<b>撮り直して')
})

test('of two administrators at once one decides; the other is told, and no mail is sent twice', async () => {
  const { org } = await aGrower()
  const [one, other] = [await anAdmin(test_.db), await anAdmin(test_.db)]
  const results = await Promise.all([
    decide(one, org, { to: 'approved' }),
    decide(other, org, { to: 'returned', reason: '写真が読めません。' }),
  ])
  expect(results.map((result) => (result.ok ? 'ok' : result.refusal)).sort()).toEqual(['changed_meanwhile', 'ok'])
  expect(await mailsTo(org)).toHaveLength(1)
  expect((await eventsOf(org)).filter(({ kind }) => kind.startsWith('organisation_'))).toHaveLength(1)
})

test('a double press decides once, and says so twice', async () => {
  const { org } = await aGrower()
  const staff = await anAdmin(test_.db)
  const key = aKey()
  const results = await Promise.all([decide(staff, org, { key }), decide(staff, org, { key })])
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await mailsTo(org)).toHaveLength(1)
})

test('T42: refused → reopened → corrected and submitted again → approved; the history keeps every step', async () => {
  const { org, actor } = await aGrower()
  const staff = await anAdmin(test_.db)
  must(await decide(staff, org, { to: 'rejected', reason: '実在を確認できません。' }))
  must(await decide(staff, org, { to: 'returned', version: 2, reason: '登記簿の写しを送ってください。' }))
  const again = { from: 'returned', to: 'submitted', version: 3 } as const
  const handedIn = await test_.db.transaction().execute((db) => moveApplication(db, { actor, now: noon }, org, again))
  must(handedIn)
  expect(await readApplication(test_.db, org)).toMatchObject({ status: 'submitted', statusReason: null })
  must(await decide(staff, org, { version: 4 }))
  expect((await eventsOf(org)).map(({ from, to }) => `${from} ${to}`)).toEqual([
    'submitted rejected',
    'rejected returned',
    'returned submitted',
    'submitted approved',
  ])
})

const decisions = ['approved', 'returned', 'rejected', 'suspended'] as const
test.each(orgStatuses.flatMap((from) => decisions.map((to) => [from, to] as const)))(
  'T42: staff from %s to %s, as the table says',
  async (from, to) => {
    const reason = ['returned', 'rejected', 'suspended'].includes(from) ? '前の理由' : null
    const { farmId } = await aFarm(test_.db, { status: from, statusReason: reason })
    const result = await decide(await anAdmin(test_.db), { farmId }, { to, reason: '理由' })
    expect(result.ok ? 'ok' : result.refusal).toBe(mayMove('staff', from, to) ? 'ok' : 'not_possible_now')
    expect(await statusOf({ farmId })).toBe(mayMove('staff', from, to) ? to : from)
  },
)

test('the table of statuses is guarded where it is written, too', async () => {
  const { org, actor } = await aGrower()
  const move = { from: 'submitted', to: 'approved', version: 1 } as const
  await expect(moveApplication(test_.db, { actor, now: noon }, org, move)).rejects.toThrow(/no move/)
  const back = { from: 'submitted', to: 'returned', version: 1 } as const
  const staff = await anAdmin(test_.db)
  await expect(moveApplication(test_.db, { actor: staff, now: noon }, org, back)).rejects.toThrow(/without a reason/)
})

test('in bulk only organisations that pass all checks are approved; the others are listed with their open checks', async () => {
  const [green, open, decided] = [await aGrower(), await aGrower(), await aGrower()]
  const staff = await anAdmin(test_.db)
  await called(green.org)
  await called(decided.org)
  must(await decide(staff, decided.org, { to: 'returned', reason: '理由' }))
  const gone = { farmId: newId<'farm'>() }
  const done = await approveGreen(as(test_.db, staff), parts, {
    key: aKey(),
    orgs: [green.org, open.org, decided.org, gone],
  })
  expect(done.approved).toEqual(['瀬戸内レモン園'])
  expect(done.left.map((left) => left.open)).toEqual([['電話での本人確認', '反社会的勢力の照会'], []])
  expect([await statusOf(green.org), await statusOf(open.org), await statusOf(decided.org)]).toEqual([
    'approved',
    'submitted',
    'returned',
  ])
})

test('a permit is read and written down once it is theirs; then its check is green', async () => {
  const { restaurantId } = await aRestaurant(test_.db, { approved: false })
  const org = { restaurantId }
  const id = newId<'document'>()
  await test_.db
    .insertInto('documents')
    .values({
      id,
      kind: 'business_licence',
      draftHash: null,
      farmId: null,
      restaurantId,
      fileKey: id.replaceAll('-', ''),
      mediaType: 'image/webp',
      fileName: 'a.jpg',
      byteCount: 1,
      issuedOn: null,
      expiresOn: null,
      addedAt: noon,
      removedAt: null,
      checkedAt: null,
      checkedBy: null,
    })
    .execute()
  const staff = as(test_.db, await anAdmin(test_.db))
  const facts = {
    number: '第1号',
    authority: '新宿区保健所',
    holder: 'ビストロ 灯',
    issuedOn: null,
    expiresOn: jstDate('2030-03-31'),
    goodsKinds: [],
  }
  const stateOf = async () =>
    (await checkedApplication(test_.db, noon, org, findPostalAddress)).checks.find(({ key }) => key === 'licence')
      ?.state
  expect(await stateOf()).toBe('look')
  const stranger = { restaurantId: (await aRestaurant(test_.db)).restaurantId }
  await expect(checkDocument(staff, { org: stranger, key: aKey(), id, ...facts })).rejects.toThrow(NotFound)
  must(await checkDocument(staff, { org, key: aKey(), id, ...facts }))
  expect(await stateOf()).toBe('fine')
  expect((await eventsOf(org)).at(-1)).toMatchObject({ kind: 'document_checked', data: facts })
})

test('a call counts for the number that was called', async () => {
  const { org } = await aGrower()
  await called(org)
  const phoneState = async () =>
    (await checkedApplication(test_.db, noon, org, findPostalAddress)).checks.find(({ key }) => key === 'phone')?.state
  expect(await phoneState()).toBe('fine')
  await test_.db.updateTable('farms').set({ phone: '0848999999' }).where('id', '=', org.farmId).execute()
  expect(await phoneState()).toBe('look')
})

test('T41: a suspended person is a visitor with the very next request; lifted, they sign in anew', async () => {
  const { actor } = await aRestaurant(test_.db)
  const session = { who: { personId: actor.personId }, channel: 'cookie', ip: null, userAgent: null } as const
  const open = () => openSession({ db: test_.db, now: noon }, session)
  const [one, other] = [await open(), await open()]
  const kindOf = async (token: string) => (await actorOf({ db: test_.db, now: noon }, token, 'cookie')).kind
  expect([await kindOf(one), await kindOf(other)]).toEqual(['buyer', 'buyer'])
  const staff = as(test_.db, await anAdmin(test_.db))
  const step = { key: aKey(), personId: actor.personId, reason: '' }
  expect(await suspendPerson(staff, step)).toMatchObject({ ok: false, refusal: 'reason_missing' })
  expect(must(await suspendPerson(staff, { ...step, key: aKey(), reason: '不正な注文' }))).toMatchObject({
    sessions: 2,
  })
  expect([await kindOf(one), await kindOf(other)]).toEqual(['visitor', 'visitor'])
  expect(await suspendPerson(staff, { ...step, key: aKey(), reason: '再注文' })).toMatchObject({
    refusal: 'not_possible_now',
  })
  must(await liftPerson(staff, { ...step, key: aKey() }))
  expect([await kindOf(one), await kindOf(await open())]).toEqual(['visitor', 'buyer'])
})

test('a suspended organisation can place or accept nothing new from the next request on', async () => {
  const { restaurantId, actor } = await aRestaurant(test_.db)
  const session = { who: { personId: actor.personId }, channel: 'cookie', ip: null, userAgent: null } as const
  const token = await openSession({ db: test_.db, now: noon }, session)
  const approved = async () => {
    const who = await actorOf({ db: test_.db, now: noon }, token, 'cookie')
    return who.kind === 'buyer' && who.restaurantApproved
  }
  const staff = await anAdmin(test_.db)
  must(await decide(staff, { restaurantId }, { to: 'suspended', reason: '営業許可の期限切れ' }))
  expect(await approved()).toBe(false)
  must(await decide(staff, { restaurantId }, { to: 'approved', version: 2 }))
  expect(await approved()).toBe(true)
})

test('an edit keeps what was there, why and by whom; nothing is written over a colleague’s edit', async () => {
  const { restaurantId } = await aRestaurant(test_.db)
  const org = { restaurantId }
  const staff = as(test_.db, await anAdmin(test_.db))
  const before = await readApplication(test_.db, org)
  const values = { ...accountValues(before), name: '灯 別館', city: '千代田区', personName: '灯 次郎' }
  const edit = (changes: object) => ({
    key: aKey(),
    org,
    version: 1,
    ...values,
    reason: '移転の届け',
    ...changes,
  })
  expect(await editAccount(staff, edit({ reason: '' }))).toMatchObject({ refusal: 'reason_missing' })
  expect(await editAccount(staff, edit(accountValues(before)))).toMatchObject({
    refusal: 'nothing_changed',
  })
  expect(must(await editAccount(staff, edit({})))).toEqual({ name: '灯 別館', changed: 3 })
  expect(await editAccount(staff, edit({}))).toMatchObject({ refusal: 'changed_meanwhile' })
  expect((await readApplication(test_.db, org)).applicant).toMatchObject({
    name: '灯 別館',
    city: '千代田区',
    personName: '灯 次郎',
  })
  expect((await eventsOf(org)).at(-1)).toMatchObject({
    kind: 'organisation_edited',
    reason: '移転の届け',
    data: {
      before: { name: 'ビストロ 灯', city: '新宿区', personName: '灯 料理人' },
      after: { name: '灯 別館', city: '千代田区', personName: '灯 次郎' },
    },
  })
})

test('a farm that changes its prefecture is found in the new one', async () => {
  const market = await aMarket(test_.db)
  const { farmId } = there(market.farms[0])
  const staff = as(test_.db, await anAdmin(test_.db))
  const values = {
    ...accountValues(await readApplication(test_.db, { farmId })),
    prefectureCode: '34',
    city: '尾道市',
  } as const
  must(
    await editAccount(staff, {
      key: aKey(),
      org: { farmId },
      version: 1,
      ...values,
      reason: '移転',
    }),
  )
  const found = await test_.db
    .selectFrom('productSearch')
    .select('prefectureCode')
    .where('farmId', '=', farmId)
    .execute()
  expect(found).toEqual([{ prefectureCode: '34' }])
})

test('an organisation with open orders cannot be closed', async () => {
  const market = await aMarket(test_.db)
  await placeAll(test_.db, market)
  const staff = as(test_.db, await anAdmin(test_.db))
  const close = (org: OrgRef, reason = '本人の希望') =>
    closeOrganisation(staff, { key: aKey(), org, version: 1, reason })
  expect(await close({ restaurantId: market.chef.restaurantId })).toMatchObject({ refusal: 'open_orders' })
  const { restaurantId } = await aRestaurant(test_.db)
  expect(await close({ restaurantId }, '')).toMatchObject({ refusal: 'reason_missing' })
  must(await close({ restaurantId }))
  expect(await statusOf({ restaurantId })).toBe('closed')
  expect(await close({ restaurantId })).toMatchObject({ ok: false })
})

test('closing waits for an order that is being placed, and is refused because of it', async () => {
  const market = await aMarket(test_.db)
  const staff = as(test_.db, await anAdmin(test_.db))
  const org = { restaurantId: market.chef.restaurantId }
  const writing = await test_.pool.connect()
  await writing.query('begin')
  await writing.query('select id from restaurants where id = $1 for key share', [org.restaurantId])
  const closing = closeOrganisation(staff, { key: aKey(), org, version: 1, reason: '本人の希望' })
  const first = await Promise.race([closing, new Promise((done) => setTimeout(() => done('waits'), 300))])
  await writing.query('commit')
  writing.release()
  expect(first).toBe('waits')
  must(await closing)
})

test('notes are added and never changed; the account shows them with everything else, newest first', async () => {
  const { org } = await aGrower()
  const staff = as(test_.db, await anAdmin(test_.db))
  must(await noteOrganisation(staff, { key: aKey(), org, text: '一本目' }))
  must(
    await noteOrganisation(as(test_.db, staff.actor, new Date(noon.getTime() + 1000)), {
      key: aKey(),
      org,
      text: '二本目',
    }),
  )
  const account = await organisationAccount(staff, org)
  expect(account.history.map(({ data }) => data.text)).toEqual(['二本目', '一本目'])
  expect(account.people).toMatchObject([{ name: '畑 主人', role: 'owner' }])
  await expect(test_.pool.query(`update events set data = '{}' where kind = 'organisation_noted'`)).rejects.toThrow()
})

test('a message goes to the owners and is in the history; without recipients it is refused', async () => {
  const { org } = await aGrower()
  const staff = as(test_.db, await anAdmin(test_.db))
  const message = { key: aKey(), orgs: [org], subject: '年末の営業', text: '29日まで受けつけます。' }
  expect(must(await messageOrganisations(staff, message))).toEqual({ told: 1 })
  expect((await mailsTo(org)).map(({ template }) => template)).toEqual(['organisation_message'])
  expect(await messageOrganisations(staff, { ...message, key: aKey(), orgs: [] })).toMatchObject({
    refusal: 'nobody_to_tell',
  })
})

/** T44: what staff do is refused to members of either side, and to visitors. */
const ofStaff: Record<string, (actor: Actor, org: { farmId: FarmId }) => Promise<unknown>> = {
  decideApplication: (actor, org) => decide(actor, org),
  approveGreen: (actor, org) => approveGreen(as(test_.db, actor), parts, { key: aKey(), orgs: [org] }),
  noteOrganisation: (actor, org) => noteOrganisation(as(test_.db, actor), { key: aKey(), org, text: 'x' }),
}
test.each(Object.entries(ofStaff))(
  'T44: %s is for staff alone; an applicant cannot do it to their own application either',
  async (_, ask) => {
    const { org, actor } = await aGrower()
    const buyer = (await aRestaurant(test_.db)).actor
    for (const who of [actor, buyer]) await expect((async () => ask(who, org))()).rejects.toThrow(NotFound)
    await expect((async () => ask({ kind: 'visitor' }, org))()).rejects.toThrow(Unauthenticated)
    expect(await statusOf(org)).toBe('submitted')
  },
)

test('60, 30 and 7 days before a permit ends its owners are told, once each; a new day begins anew', async () => {
  const { farmId } = await aFarm(test_.db)
  const id = newId<'document'>()
  const paper = { id, kind: 'permit', mediaType: 'application/pdf', fileName: 'a.pdf', byteCount: 1 } as const
  const unread = { issuedOn: null, removedAt: null, checkedAt: null, checkedBy: null }
  const row = { ...paper, ...unread, fileKey: id.replaceAll('-', ''), addedAt: noon }
  await test_.db
    .insertInto('documents')
    .values({ ...row, draftHash: null, farmId, restaurantId: null, expiresOn: jstDate('2027-01-24') })
    .execute()
  const told = async (days: number) => {
    await remindPermits({ db: test_.db, now: addHours(noon, 24 * days) })
    return (await mailsTo({ farmId })).length
  }
  // 61 days before, 60, 59; 30, 29, 7, the last day and the day after
  expect([await told(0), await told(1), await told(2)]).toEqual([0, 1, 1])
  expect([await told(31), await told(32), await told(54), await told(61), await told(62)]).toEqual([2, 2, 3, 3, 3])
  await test_.db
    .updateTable('documents')
    .set({ expiresOn: jstDate('2027-03-01') })
    .where('id', '=', id)
    .execute()
  expect(await told(62)).toBe(4)
  await test_.db.updateTable('documents').set({ removedAt: noon }).where('id', '=', id).execute()
  expect(await told(90)).toBe(4)
})

test('the reminder leads to the page that takes the next paper: a restaurant’s own, or that of a farm’s papers', async () => {
  const { farmId } = await aFarm(test_.db)
  const { restaurantId } = (await aRestaurant(test_.db)).actor
  await test_.db
    .updateTable('memberships')
    .set({ role: 'owner', orderLimitYen: null })
    .where('restaurantId', '=', restaurantId)
    .execute()
  const orgs: [OrgRef, string][] = [
    [{ restaurantId }, '/restaurant/Account#licence'],
    [{ farmId }, '/profile/organisation'],
  ]
  for (const [org, page] of orgs) {
    const id = newId<'document'>()
    const read = {
      issuedOn: null,
      removedAt: null,
      checkedAt: null,
      checkedBy: null,
      expiresOn: jstDate('2026-12-20'),
    }
    const file = {
      fileKey: id.replaceAll('-', ''),
      mediaType: 'application/pdf',
      fileName: 'a.pdf',
      byteCount: 1,
    } as const
    const owner = { draftHash: null, farmId: null, restaurantId: null }
    const of = 'farmId' in org ? { farmId: org.farmId } : { restaurantId: org.restaurantId }
    await test_.db
      .insertInto('documents')
      .values({ id, kind: 'permit', ...file, ...read, ...owner, ...of, addedAt: noon })
      .execute()
    await remindPermits({ db: test_.db, now: noon })
    expect((await mailsTo(org)).map(({ html }) => html.includes(`href="https://site.invalid${page}"`))).toEqual([true])
  }
})

test('staff correct what a farm sells', async () => {
  const staff = as(test_.db, await anAdmin(test_.db))
  const { farmId } = await aFarm(test_.db)
  const org = { farmId }
  const values = {
    ...accountValues(await readApplication(test_.db, org)),
    goodsKinds: ['own_produce' as const, 'egg' as const],
  }
  const step = { key: aKey(), org, version: 1, ...values, reason: '電話で本人から' }
  expect(must(await editAccount(staff, step))).toMatchObject({ changed: 1 })
  expect((await readApplication(test_.db, org)).applicant.goodsKinds).toEqual(['own_produce', 'egg'])
})
