import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound, ReauthRequired } from '../../app/kernel/errors.ts'
import { type AccountChangeId, newId, type PersonId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import { accountChanges } from '../../app/modules/identity/account-changes/account-change-list.server.ts'
import { applyAccountChanges } from '../../app/modules/identity/account-changes/apply-account-changes.server.ts'
import {
  confirmAccountChange,
  requestAccountChange,
  withdrawAccountChange,
} from '../../app/modules/identity/account-changes/request-account-change.server.ts'
import {
  ownAccountChange,
  stopAccountChange,
  stopOwnAccountChange,
} from '../../app/modules/identity/account-changes/stop-account-change.server.ts'
import { readFactors } from '../../app/modules/identity/factors/change-factors.server.ts'
import { beginTotp, confirmTotp, totpUnderWay } from '../../app/modules/identity/factors/enrol-totp.server.ts'
import { stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import { inspectLink } from '../../app/modules/identity/inspect-link.server.ts'
import { recoverEmail } from '../../app/modules/identity/recover-email.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption as encryption, mailsSentTo } from '../support/mailed.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const identity = { proof: 'called_back', reason: '登録の電話番号で本人と確認' } as const

async function anAdministrator() {
  const actor = await anAdmin(test_.db)
  return { adminId: actor.adminId, at: (now = noon) => as(test_.db, actor, now) }
}

/** A chef who is signed in on a device. */
async function aChef() {
  const { actor } = await aRestaurant(test_.db)
  const { personId } = actor
  const session = { who: { personId }, channel: 'cookie', ip: null, userAgent: null } as const
  const token = await openSession({ db: test_.db, now: noon }, session)
  const isSignedIn = async (now: Date) => (await actorOf({ db: test_.db, now }, token, 'cookie')).kind !== 'visitor'
  return { actor, personId, email: `${personId}@example.jp`, isSignedIn, ctx: as(test_.db, actor) }
}

const newAddress = () => `new-${newId()}@example.jp`
const addressOf = async (personId: PersonId) =>
  (await test_.db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirstOrThrow()).email
const endOf = (id: AccountChangeId) =>
  test_.db
    .selectFrom('accountChanges')
    .select(['outcome', 'endedAt as at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const apply = (now: Date) => applyAccountChanges({ db: test_.db, now, encryption })
const mailsTo = (recipient: string) => mailsSentTo(test_.pool, recipient)
async function linkTo(recipient: string, mode = 'stopAccountChange'): Promise<string> {
  for (const { text } of (await mailsTo(recipient)).toReversed()) {
    const code = new RegExp(`mode=${mode}&oobCode=([\\w-]{43})`).exec(text)?.[1]
    if (code) return code
  }
  throw new Error('no link was mailed')
}
const eventsAbout = async (personId: PersonId) =>
  test_.db
    .selectFrom('events')
    .select(['kind', 'adminId as by'])
    .where('aboutPersonId', '=', personId)
    .where('kind', 'like', 'account_change%')
    .orderBy('at')
    .orderBy('id')
    .execute()

/** A change of address that two administrators have agreed on at noon. */
async function aWaitingChange() {
  const [chef, asks, confirms] = [await aChef(), await anAdministrator(), await anAdministrator()]
  const to = newAddress()
  const owner = { personId: chef.personId }
  const { id } = must(await requestAccountChange(asks.at(), { owner, kind: 'email', email: to, ...identity }))
  const { takesEffectAt } = must(await confirmAccountChange(confirms.at(), { changeId: id }, encryption))
  return { chef, asks, confirms, to, id, takesEffectAt }
}

test('one administrator changes no address: another one confirms, the old address is told, and it waits 72 hours', async () => {
  const [chef, asks, confirms] = [await aChef(), await anAdministrator(), await anAdministrator()]
  const to = newAddress()
  const wanted = { owner: { personId: chef.personId }, kind: 'email', email: to.toUpperCase(), ...identity } as const
  expect(await requestAccountChange(asks.at(), { ...wanted, proof: null })).toMatchObject({ refusal: 'proof_missing' })
  expect(await requestAccountChange(asks.at(), { ...wanted, reason: ' ' })).toMatchObject({ refusal: 'reason_missing' })
  expect(await requestAccountChange(asks.at(), { ...wanted, email: 'no' })).toMatchObject({ refusal: 'bad_email' })
  const { id } = must(await requestAccountChange(asks.at(), wanted))
  expect(await requestAccountChange(confirms.at(), wanted)).toMatchObject({ refusal: 'asked_already' })
  expect(await mailsTo(chef.email)).toEqual([])
  expect(await confirmAccountChange(asks.at(), { changeId: id }, encryption)).toMatchObject({ refusal: 'own_request' })
  expect(await ownAccountChange(chef.ctx)).toBeNull()

  const answers = await Promise.all(
    Array.from({ length: 4 }, () => confirmAccountChange(confirms.at(), { changeId: id }, encryption)),
  )
  expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { takesEffectAt: addHours(noon, 72) } }])
  const [told, ...rest] = await mailsTo(chef.email)
  expect([told?.template, rest]).toEqual(['account_change_waits', []])
  expect(told?.text).toContain(to)
  const notifications = await test_.db
    .selectFrom('notifications')
    .select('kind')
    .where('personId', '=', chef.personId)
    .execute()
  expect(notifications).toEqual([{ kind: 'security' }])
  expect(await ownAccountChange(chef.ctx)).toMatchObject({ kind: 'email', to, takesEffectAt: addHours(noon, 72) })

  expect(await apply(addMinutes(noon, 72 * 60 - 1))).not.toContainEqual(expect.objectContaining({ id }))
  expect(await addressOf(chef.personId)).toBe(chef.email)
  expect(await apply(addHours(noon, 72))).toContainEqual({ id, outcome: 'applied' })
  expect(await addressOf(chef.personId)).toBe(to)
  expect(await chef.isSignedIn(noon)).toBe(false)
  expect((await mailsTo(chef.email)).map(({ template }) => template)).toEqual(['account_change_waits', 'email_changed'])
  expect(await eventsAbout(chef.personId)).toEqual([
    { kind: 'account_change_asked', by: asks.adminId },
    { kind: 'account_change_confirmed', by: confirms.adminId },
    { kind: 'account_change_applied', by: null },
  ])
  const back = { code: await linkTo(chef.email, 'recoverEmail'), ip: null, encryption }
  must(await recoverEmail(as(test_.db, { kind: 'visitor' }, addHours(noon, 80)), back))
  expect(await addressOf(chef.personId)).toBe(chef.email)
})

test('two administrators at the same moment: one request, and one confirmation', async () => {
  const chef = await aChef()
  const desk = await Promise.all(Array.from({ length: 4 }, anAdministrator))
  const wanted = { owner: { personId: chef.personId }, kind: 'email', email: newAddress(), ...identity } as const
  const asked = await Promise.all(desk.map(({ at }) => requestAccountChange(at(), wanted)))
  expect(asked.map((it) => (it.ok ? 'asked' : it.refusal)).toSorted()).toEqual([
    'asked',
    ...Array.from({ length: 3 }, () => 'asked_already'),
  ])
  const changeId = asked.flatMap((it) => (it.ok ? [it.value.id] : []))[0] ?? newId<'accountChange'>()
  const confirmed = await Promise.all(desk.map(({ at }) => confirmAccountChange(at(), { changeId }, encryption)))
  expect(confirmed.filter(({ ok }) => ok)).toHaveLength(1)
  const askedFirst = asked.findIndex(({ ok }) => ok)
  expect(confirmed[askedFirst]).toMatchObject({ refusal: expect.stringMatching(/^(own_request|ended)$/) })
  expect(await mailsTo(chef.email)).toHaveLength(1)
})

test('the link in the old address stops it without signing in: after 71 hours, once; looking at it changes nothing', async () => {
  const { chef, id } = await aWaitingChange()
  const code = await linkTo(chef.email)
  const visitor = as(test_.db, { kind: 'visitor' }, addHours(noon, 71))
  for (let look = 0; look < 3; look++)
    expect(await inspectLink(visitor, 'stopAccountChange', code)).toMatchObject({ email: chef.email })
  expect(await endOf(id)).toMatchObject({ outcome: null })
  const answers = await Promise.all(Array.from({ length: 4 }, () => stopAccountChange(visitor, { code, ip: null })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await endOf(id)).toEqual({ outcome: 'stopped', at: visitor.now })
  expect(await inspectLink(visitor, 'stopAccountChange', code)).toBeNull()
  await apply(addHours(noon, 73))
  expect(await addressOf(chef.personId)).toBe(chef.email)
  expect(await chef.isSignedIn(addMinutes(noon, 1))).toBe(true)
})

test('after 73 hours a change can no longer be stopped, applied or not', async () => {
  const { chef, id, to } = await aWaitingChange()
  const late = addHours(noon, 73)
  const visitor = as(test_.db, { kind: 'visitor' }, late)
  const code = await linkTo(chef.email)
  expect(await stopAccountChange(visitor, { code, ip: null })).toMatchObject({ refusal: 'code_unusable' })
  expect(await stopOwnAccountChange(as(test_.db, chef.actor, late), {})).toMatchObject({ refusal: 'ended' })
  expect(await apply(late)).toContainEqual({ id, outcome: 'applied' })
  expect(await addressOf(chef.personId)).toBe(to)
  expect(await stopAccountChange(visitor, { code, ip: null })).toMatchObject({ refusal: 'code_unusable' })
})

test('two workers apply a change exactly once', async () => {
  const { chef, id } = await aWaitingChange()
  const [one, two] = await Promise.all([apply(addHours(noon, 72)), apply(addHours(noon, 72))])
  expect([...(one ?? []), ...(two ?? [])].filter((done) => done.id === id)).toHaveLength(1)
  const told = (await mailsTo(chef.email)).filter(({ template }) => template === 'email_changed')
  expect(told).toHaveLength(1)
})

test('a worker and the owner at the same moment: the change is applied or stopped, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const { chef, id, to, takesEffectAt } = await aWaitingChange()
    const code = await linkTo(chef.email)
    const before = as(test_.db, { kind: 'visitor' }, new Date(takesEffectAt.getTime() - 1))
    const [stopped] = await Promise.all([stopAccountChange(before, { code, ip: null }), apply(takesEffectAt)])
    expect([(await endOf(id)).outcome, await addressOf(chef.personId)]).toEqual(
      stopped.ok ? ['stopped', chef.email] : ['applied', to],
    )
  }
})

test('the person stops it in the app, staff see it; staff withdraw one, confirmed or not', async () => {
  const { chef, asks, id } = await aWaitingChange()
  must(await stopOwnAccountChange(as(test_.db, chef.actor, addHours(noon, 20)), {}))
  expect(await stopOwnAccountChange(chef.ctx, {})).toMatchObject({ refusal: 'ended' })
  const later = addHours(noon, 21)
  expect(await accountChanges(asks.at(later), [chef.personId])).toMatchObject([{ id, stoppedAt: addHours(noon, 20) }])
  expect(await accountChanges(asks.at(addHours(noon, 24 * 40)), [chef.personId])).toEqual([])

  const other = await aWaitingChange()
  must(await withdrawAccountChange(other.asks.at(later), { changeId: other.id }))
  expect(await withdrawAccountChange(other.asks.at(later), { changeId: other.id })).toMatchObject({ refusal: 'ended' })
  const visitor = as(test_.db, { kind: 'visitor' }, later)
  const code = await linkTo(other.chef.email)
  expect(await stopAccountChange(visitor, { code, ip: null })).toMatchObject({ refusal: 'code_unusable' })
  await apply(addHours(noon, 73))
  expect(await addressOf(other.chef.personId)).toBe(other.chef.email)
})

test('a request lapses after a day; authentication of eleven minutes ago can neither request nor confirm', async () => {
  const [chef, asks, confirms] = [await aChef(), await anAdministrator(), await anAdministrator()]
  const wanted = { owner: { personId: chef.personId }, kind: 'email', email: newAddress(), ...identity } as const
  const stale = { ...asks.at(), now: addMinutes(noon, 11) }
  await expect(requestAccountChange(stale, wanted)).rejects.toThrow(ReauthRequired)
  const { id } = must(await requestAccountChange(asks.at(), wanted))
  const old = { ...confirms.at(), now: addMinutes(noon, 11) }
  await expect(confirmAccountChange(old, { changeId: id }, encryption)).rejects.toThrow(ReauthRequired)
  const tomorrow = addHours(noon, 24)
  expect(await confirmAccountChange(confirms.at(tomorrow), { changeId: id }, encryption)).toMatchObject({
    refusal: 'ended',
  })
  expect(await accountChanges(asks.at(tomorrow), [chef.personId])).toEqual([])
  must(await requestAccountChange(asks.at(tomorrow), wanted))
  expect(await endOf(id)).toMatchObject({ outcome: 'lapsed' })
})

test('an address that was changed or taken meanwhile is not changed over it', async () => {
  const [moved, taken, closed] = [await aWaitingChange(), await aWaitingChange(), await aWaitingChange()]
  const elsewhere = newAddress()
  await test_.db.updateTable('people').set({ email: elsewhere }).where('id', '=', moved.chef.personId).execute()
  const other = await aChef()
  await test_.db.updateTable('people').set({ email: taken.to }).where('id', '=', other.personId).execute()
  await test_.db.updateTable('people').set({ closedAt: noon }).where('id', '=', closed.chef.personId).execute()
  await apply(addHours(noon, 72))
  for (const { id } of [moved, taken, closed]) expect(await endOf(id)).toMatchObject({ outcome: 'failed' })
  expect(await addressOf(moved.chef.personId)).toBe(elsewhere)
  expect(await addressOf(taken.chef.personId)).toBe(taken.chef.email)
})

test('an address that was never confirmed is not notified, and gets no recovery link', async () => {
  const [chef, asks, confirms] = [await aChef(), await anAdministrator(), await anAdministrator()]
  await test_.db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', chef.personId).execute()
  const wanted = { owner: { personId: chef.personId }, kind: 'email', email: newAddress(), ...identity } as const
  const { id } = must(await requestAccountChange(asks.at(), wanted))
  must(await confirmAccountChange(confirms.at(), { changeId: id }, encryption))
  expect(await apply(addHours(noon, 72))).toContainEqual({ id, outcome: 'applied' })
  expect(await mailsTo(chef.email)).toEqual([])
})

test('no administrator decides about their own account, or moves one to an address of their own', async () => {
  const [asks, confirms, third] = [await anAdministrator(), await anAdministrator(), await anAdministrator()]
  const chef = await aChef()
  const mine = `${asks.adminId}@example.jp`
  const wanted = { owner: { personId: chef.personId }, kind: 'email', email: mine, ...identity } as const
  expect(await requestAccountChange(asks.at(), wanted)).toMatchObject({ refusal: 'own_account' })
  const { id } = must(await requestAccountChange(third.at(), wanted))
  expect(await confirmAccountChange(asks.at(), { changeId: id }, encryption)).toMatchObject({ refusal: 'own_account' })
  must(await confirmAccountChange(confirms.at(), { changeId: id }, encryption))

  const admin = { owner: { adminId: asks.adminId }, kind: 'factors', proof: null, reason: '紛失' } as const
  await expect(requestAccountChange(asks.at(), admin)).rejects.toThrow(Forbidden)
  const reset = must(await requestAccountChange(third.at(), admin))
  await expect(confirmAccountChange(asks.at(), { changeId: reset.id }, encryption)).rejects.toThrow(Forbidden)
  must(await withdrawAccountChange(asks.at(), { changeId: reset.id }))
})

test('the database itself refuses one administrator alone, and a wait of less than 72 hours', async () => {
  const { id, asks } = await aWaitingChange()
  const change = (set: string) => test_.pool.query(`update account_changes set ${set} where id = $1`, [id])
  await expect(change(`confirmed_by = '${asks.adminId}'`)).rejects.toThrow(/check/)
  await expect(change(`takes_effect_at = confirmed_at + interval '71 hours'`)).rejects.toThrow(/check/)
  await expect(change(`outcome = 'applied', ended_at = confirmed_at`)).rejects.toThrow(/check/)
})

test('a lost second factor of a user is reset the same way', async () => {
  const [chef, asks, confirms] = [await aChef(), await anAdministrator(), await anAdministrator()]
  const owner = { personId: chef.personId }
  const wanted = { owner, kind: 'factors', ...identity } as const
  expect(await requestAccountChange(asks.at(), wanted)).toMatchObject({ refusal: 'nothing_to_reset' })
  must(await beginTotp(chef.ctx, { owner }, encryption))
  const secret = (await totpUnderWay(chef.ctx, encryption, owner)) ?? ''
  must(await confirmTotp(chef.ctx, { owner, code: totpCode(secret, stepAt(noon)) }, encryption))
  const { id } = must(await requestAccountChange(asks.at(), wanted))
  must(await confirmAccountChange(confirms.at(), { changeId: id }, encryption))
  expect(await readFactors(test_.db, owner)).toMatchObject({ backupCodes: 10 })
  expect(await apply(addHours(noon, 72))).toContainEqual({ id, outcome: 'applied' })
  expect(await readFactors(test_.db, owner)).toEqual({ totpSince: null, backupCodes: 0, passkeys: 0 })
  expect(await chef.isSignedIn(noon)).toBe(false)
  expect((await mailsTo(chef.email)).map(({ template }) => template)).toEqual([
    'second_factor_on',
    'account_change_waits',
    'person_factor_reset',
  ])
})

test('changes of accounts are for staff alone, and no change is found that is none', async () => {
  const { chef, asks, id } = await aWaitingChange()
  const wanted = { owner: { personId: chef.personId }, kind: 'email', email: newAddress(), ...identity } as const
  const others: Actor[] = [chef.actor, { kind: 'visitor' }, { kind: 'system' }]
  for (const actor of others) {
    const ctx = as(test_.db, actor)
    await expect(requestAccountChange(ctx, wanted)).rejects.toThrow()
    await expect(confirmAccountChange(ctx, { changeId: id }, encryption)).rejects.toThrow()
    await expect(withdrawAccountChange(ctx, { changeId: id })).rejects.toThrow()
    await expect(accountChanges(ctx, 'all')).rejects.toThrow()
  }
  await expect(confirmAccountChange(asks.at(), { changeId: newId<'accountChange'>() }, encryption)).rejects.toThrow(
    NotFound,
  )
  await expect(stopOwnAccountChange(asks.at(), {})).rejects.toThrow(Forbidden)
  const code = 'x'.repeat(43)
  expect(await stopAccountChange(asks.at(), { code, ip: null })).toMatchObject({ refusal: 'code_unusable' })
})
