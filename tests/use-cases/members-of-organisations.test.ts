import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { type MembershipId, newId, type PersonId } from '../../app/kernel/ids.ts'
import { addHours } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { closeAccount } from '../../app/modules/admin/close-account.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { switchWorkplace } from '../../app/modules/identity/workplaces.server.ts'
import {
  acceptMemberInvitation,
  inspectInvitation,
  joinByInvitation,
  mailInvitation,
} from '../../app/modules/organisations/members/accept-invitation.server.ts'
import {
  changeMember,
  leaveOrganisation,
  removeMember,
} from '../../app/modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
  showInvitation,
} from '../../app/modules/organisations/members/invite-member.server.ts'
import { memberList } from '../../app/modules/organisations/members/member-list.server.ts'
import { aFarm, aKey, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { codeSentTo, testEncryption as encryption } from '../support/mailed.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const from = { encryption, ip: null }
const password = '畑の朝つゆ 2026'

/** A restaurant with one owner, and the chef of the test factory, who is not an owner. */
async function aShop() {
  const { db } = test_
  const shop = await aRestaurant(db)
  const owner = await anOwner(shop.actor)
  return { ...shop, owner, chef: shop.actor }
}

async function anOwner(of: BuyerActor): Promise<BuyerActor & { membershipId: MembershipId }> {
  const personId = await aPerson(test_.db, '灯 店長')
  const membershipId = newId<'membership'>()
  await test_.db
    .insertInto('memberships')
    .values({
      id: membershipId,
      personId,
      farmId: null,
      restaurantId: of.restaurantId,
      role: 'owner',
      orderLimitYen: null,
    })
    .execute()
  return { ...of, personId, name: '灯 店長', role: 'owner', membershipId }
}

const email = () => must(readEmail(`${newId()}@example.jp`))
const wanted = { role: 'staff', rights: 'all', orderLimitYen: yen(30_000) } as const

async function invited(owner: BuyerActor, address = email()) {
  const { id } = must(await inviteMember(as(test_.db, owner), { key: aKey(), email: address, ...wanted }, from))
  return { id, address, code: await codeMailedTo(address) }
}

const codeMailedTo = (address: string) => codeSentTo(test_.pool, address, 'member_invitation')

const memberOf = async (personId: PersonId) =>
  test_.db
    .selectFrom('memberships')
    .select(['role', 'rights', 'orderLimitYen as limit'])
    .where('personId', '=', personId)
    .execute()

const person = async () => {
  const personId = await aPerson(test_.db, '新しい 人')
  return { kind: 'person', personId, name: '新しい 人' } as const
}

test('a link in a mail makes an account with name and password, a member, and a session there', async () => {
  const { owner, restaurantId } = await aShop()
  const { code, address } = await invited(owner)
  const visitor = as(test_.db, { kind: 'visitor' })
  expect(await inspectInvitation(visitor, code)).toMatchObject({
    organisation: 'ビストロ 灯',
    inviter: '灯 店長',
    email: address,
    hasAccount: false,
    orderLimitYen: 30_000,
  })
  const joining = { name: '小林 葵', nameKana: '' as const, password }
  const opened = { code, ip: null, userAgent: null }
  expect(await joinByInvitation(visitor, { ...joining, password: 'short' }, opened)).toMatchObject({
    refusal: 'password_refused',
  })
  const { token, home } = must(await joinByInvitation(visitor, joining, opened))
  expect(home).toBe('/restaurant')
  expect(await actorOf({ db: test_.db, now: noon }, token, 'cookie')).toMatchObject({
    kind: 'buyer',
    restaurantId,
    role: 'staff',
    orderLimitYen: 30_000,
  })
  expect(await joinByInvitation(visitor, joining, opened)).toMatchObject({ refusal: 'code_unusable' })
  const again = { email: address, password, channel: 'cookie' as const, ip: null, userAgent: null }
  expect(must(await signIn(visitor, again))).toMatchObject({ home: '/restaurant' })
})

test('an invited user who has an account signs in first, and accepts with that account', async () => {
  const { owner } = await aShop()
  const chef = await person()
  const { email: address } = await test_.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', chef.personId)
    .executeTakeFirstOrThrow()
  const { code } = await invited(owner, must(readEmail(address ?? '')))
  const visitor = as(test_.db, { kind: 'visitor' })
  expect(await inspectInvitation(visitor, code)).toMatchObject({ hasAccount: true })
  const joining = { name: '他人', nameKana: '' as const, password }
  const opened = { code, ip: null, userAgent: null }
  expect(await joinByInvitation(visitor, joining, opened)).toMatchObject({ refusal: 'has_account' })
  expect(must(await acceptMemberInvitation(as(test_.db, chef), {}, { code }))).toEqual({
    home: '/restaurant',
    organisation: 'ビストロ 灯',
  })
  expect(await memberOf(chef.personId)).toEqual([{ role: 'staff', rights: 'all', limit: 30_000 }])
})

test('of two users who accept one invitation at once, one becomes a member', async () => {
  const { owner } = await aShop()
  const { code } = await invited(owner)
  const two = [await person(), await person()]
  const done = await Promise.all(two.map((one) => acceptMemberInvitation(as(test_.db, one), {}, { code })))
  expect(done.map((it) => (it.ok ? 'in' : it.refusal)).sort()).toEqual(['code_unusable', 'in'])
  const members = await Promise.all(two.map(({ personId }) => memberOf(personId)))
  expect(members.flat()).toHaveLength(1)
})

test('a code on the screen proves no address: it makes no account, and mails the link to one that is typed', async () => {
  const { owner } = await aShop()
  const ctx = as(test_.db, owner)
  const { id } = must(await inviteMember(ctx, { key: aKey(), email: null, ...wanted }, from))
  const { path: shown } = must(await showInvitation(ctx, { id }))
  const code = there(shown.split('code=')[1])
  const visitor = as(test_.db, { kind: 'visitor' })
  const joining = { name: '小林 葵', nameKana: '' as const, password }
  const opened = { code, ip: null, userAgent: null }
  expect(await joinByInvitation(visitor, joining, opened)).toMatchObject({ refusal: 'code_unusable' })
  const address = email()
  must(await mailInvitation(visitor, { email: address }, { code, ip: null, encryption }))
  const mailed = await codeMailedTo(address)
  expect(await joinByInvitation(visitor, joining, { ...opened, code: mailed })).toMatchObject({ ok: true })
  // the invitation is for one
  expect(await inspectInvitation(visitor, code)).toBeNull()
})

test('an invitation ends: taken back, sent anew, shown anew, or after seven days', async () => {
  const { owner } = await aShop()
  const ctx = as(test_.db, owner)
  const visitor = as(test_.db, { kind: 'visitor' })
  const first = await invited(owner)
  must(await revokeInvitation(ctx, { id: first.id }))
  expect(await inspectInvitation(visitor, first.code)).toBeNull()
  expect(await revokeInvitation(ctx, { id: first.id })).toMatchObject({ refusal: 'invitation_over' })

  const second = await invited(owner)
  const later = { ...ctx, now: addHours(noon, 1) }
  must(await resendInvitation(later, { id: second.id }, from))
  expect(await inspectInvitation(visitor, second.code)).toBeNull()
  const renewed = await codeMailedTo(second.address)
  const week = (hours: number) => ({ ...visitor, now: addHours(noon, 1 + 7 * 24 + hours) })
  expect(await inspectInvitation(week(-1), renewed)).not.toBeNull()
  expect(await inspectInvitation(week(0), renewed)).toBeNull()
})

test('an address is invited once at a time, and a member cannot be invited', async () => {
  const { owner, chef } = await aShop()
  const ctx = as(test_.db, owner)
  const { address } = await invited(owner)
  const again = await inviteMember(ctx, { key: aKey(), email: address, ...wanted }, from)
  expect(again).toMatchObject({ refusal: 'already_invited' })
  const late = await inviteMember(
    as(test_.db, owner, addHours(noon, 8 * 24)),
    { key: aKey(), email: address, ...wanted },
    from,
  )
  expect(late).toMatchObject({ ok: true })
  const known = await test_.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', chef.personId)
    .executeTakeFirstOrThrow()
  const member = await inviteMember(ctx, { key: aKey(), email: must(readEmail(known.email ?? '')), ...wanted }, from)
  expect(member).toMatchObject({ refusal: 'already_member' })
})

test('two owners who remove each other at once: one stays', async () => {
  const { owner } = await aShop()
  const other = await anOwner(owner)
  const done = await Promise.allSettled([
    removeMember(as(test_.db, owner), { membershipId: other.membershipId }),
    removeMember(as(test_.db, other), { membershipId: owner.membershipId }),
  ])
  const owners = await test_.db
    .selectFrom('memberships')
    .select('id')
    .where('restaurantId', '=', owner.restaurantId)
    .where('role', '=', 'owner')
    .execute()
  expect(owners).toHaveLength(1)
  expect(done.filter((it) => it.status === 'fulfilled' && it.value.ok)).toHaveLength(1)
})

test('the last owner neither goes, nor is taken out, nor becomes staff', async () => {
  const { owner } = await aShop()
  const ctx = as(test_.db, owner)
  const { membershipId } = owner
  expect(await removeMember(ctx, { membershipId })).toMatchObject({ refusal: 'last_owner' })
  expect(await leaveOrganisation(ctx, {})).toMatchObject({ refusal: 'last_owner' })
  const staff = { membershipId, role: 'staff', rights: 'all', orderLimitYen: null } as const
  expect(await changeMember(ctx, staff)).toMatchObject({ refusal: 'last_owner' })
  // an owner who cannot sign in any more is of no use
  const other = await anOwner(owner)
  await test_.db.updateTable('people').set({ suspendedAt: noon }).where('id', '=', other.personId).execute()
  expect(await leaveOrganisation(ctx, {})).toMatchObject({ refusal: 'last_owner' })
})

test('changed rights hold from the next request on, and a removed member has none', async () => {
  const { owner, chef } = await aShop()
  const { db } = test_
  const who = { personId: chef.personId }
  const token = await openSession({ db, now: noon }, { who, channel: 'cookie', ip: null, userAgent: null })
  const list = await memberList(as(db, owner))
  const member = there(list.members.find(({ name }) => name === '灯 料理人'))
  must(
    await changeMember(as(db, owner), { membershipId: member.id, role: 'staff', rights: 'see', orderLimitYen: yen(1) }),
  )
  expect(await actorOf({ db, now: noon }, token, 'cookie')).toMatchObject({ kind: 'buyer', orderLimitYen: 1 })
  must(await removeMember(as(db, owner), { membershipId: member.id }))
  expect(await actorOf({ db, now: noon }, token, 'cookie')).toMatchObject({ kind: 'person' })
  const kinds = await db
    .selectFrom('events')
    .select('kind')
    .where('aboutPersonId', '=', chef.personId)
    .orderBy('id')
    .execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['member_changed', 'member_removed'])
})

test('staff see members, but no invitations; another restaurant’s member does not exist', async () => {
  const { owner, chef } = await aShop()
  await invited(owner)
  expect((await memberList(as(test_.db, owner))).invitations).toHaveLength(1)
  expect(await memberList(as(test_.db, chef))).toMatchObject({ mayManage: false, invitations: [] })
  await expect(removeMember(as(test_.db, chef), { membershipId: owner.membershipId })).rejects.toThrow(Forbidden)
  const stranger = await aShop()
  await expect(removeMember(as(test_.db, stranger.owner), { membershipId: owner.membershipId })).rejects.toThrow(
    NotFound,
  )
})

test('a farm gives rights instead of limits', async () => {
  const { db } = test_
  const { actor } = await aFarm(db)
  const helper = await person()
  const address = email()
  must(await inviteMember(as(db, actor), { key: aKey(), email: address, ...wanted, rights: 'pack' }, from))
  must(await acceptMemberInvitation(as(db, helper), {}, { code: await codeMailedTo(address) }))
  expect(await memberOf(helper.personId)).toEqual([{ role: 'staff', rights: 'pack', limit: null }])
})

test('of several places the session says which; another device stays where it is, a new one begins at the last', async () => {
  const { db } = test_
  const { chef, restaurantId } = await aShop()
  const { farmId } = await aFarm(db)
  const membershipId = newId<'membership'>()
  await db
    .insertInto('memberships')
    .values({
      id: membershipId,
      personId: chef.personId,
      farmId,
      restaurantId: null,
      role: 'staff',
      orderLimitYen: null,
      rights: 'pack',
    })
    .execute()
  const who = { personId: chef.personId }
  const open = () => openSession({ db, now: noon }, { who, channel: 'cookie', ip: null, userAgent: null })
  const [here, there_] = [await open(), await open()]
  const actor = await actorOf({ db, now: noon }, here, 'cookie')
  expect(actor).toMatchObject({ kind: 'buyer', restaurantId })
  expect(must(await switchWorkplace(as(db, actor), { membershipId }))).toBe('/farmer')
  const farmer = { kind: 'farm', farmId, rights: 'pack' }
  expect(await actorOf({ db, now: noon }, here, 'cookie')).toMatchObject(farmer)
  expect(await actorOf({ db, now: noon }, there_, 'cookie')).toMatchObject({ kind: 'buyer' })
  expect(await actorOf({ db, now: noon }, await open(), 'cookie')).toMatchObject(farmer)
  await expect(switchWorkplace(as(db, actor), { membershipId: newId() })).rejects.toThrow(NotFound)
})

const isOpen = async (code: string) => (await inspectInvitation(as(test_.db, { kind: 'visitor' }), code)) !== null

test.each([
  ['is taken out', 'remove'],
  ['becomes staff', 'demote'],
  ['goes', 'leave'],
  ['closes their account', 'close'],
] as const)('an owner who %s has no link left to come back by; the others’ stay open', async (_, how) => {
  const { db } = test_
  const { owner } = await aShop()
  const other = await anOwner(owner)
  const [own, others] = [await invited(other), await invited(owner)]
  const { membershipId } = other
  if (how === 'remove') must(await removeMember(as(db, owner), { membershipId }))
  if (how === 'demote')
    must(await changeMember(as(db, owner), { membershipId, role: 'staff', rights: 'all', orderLimitYen: null }))
  if (how === 'leave') must(await leaveOrganisation(as(db, other), {}))
  if (how === 'close') {
    const who = { personId: other.personId }
    const token = await openSession({ db, now: noon }, { who, channel: 'cookie', ip: null, userAgent: null })
    must(await closeAccount(as(db, await actorOf({ db, now: noon }, token, 'cookie')), { confirmed: true }))
  }
  expect(await isOpen(own.code)).toBe(false)
  expect(await isOpen(others.code)).toBe(true)
  expect(await acceptMemberInvitation(as(db, await person()), {}, { code: own.code })).toMatchObject({
    refusal: 'code_unusable',
  })
})

test('a link that was mailed to the address confirms it; with another, unconfirmed one the user does not become a member', async () => {
  const { db } = test_
  const { owner } = await aShop()
  const unproven = async () => {
    const one = await person()
    await db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', one.personId).execute()
    return { one, address: must(readEmail(`${one.personId}@example.jp`)) }
  }
  const provenAt = async (personId: PersonId) =>
    (await db.selectFrom('people').select('emailVerifiedAt').where('id', '=', personId).executeTakeFirstOrThrow())
      .emailVerifiedAt
  const [here, elsewhere] = [await unproven(), await unproven()]
  const { code } = await invited(owner, here.address)
  must(await acceptMemberInvitation(as(db, here.one), {}, { code }))
  expect(await provenAt(here.one.personId)).toEqual(noon)
  const other = await invited(owner)
  expect(await acceptMemberInvitation(as(db, elsewhere.one), {}, { code: other.code })).toMatchObject({
    refusal: 'email_unproven',
  })
  expect(await memberOf(elsewhere.one.personId)).toEqual([])
})
