import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { Forbidden, NotFound, ReauthRequired, Unauthenticated } from '../../app/kernel/errors.ts'
import type { AdminId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import { applyAccountChanges } from '../../app/modules/identity/account-changes/apply-account-changes.server.ts'
import {
  confirmAccountChange,
  requestAccountChange,
} from '../../app/modules/identity/account-changes/request-account-change.server.ts'
import { stopAccountChange } from '../../app/modules/identity/account-changes/stop-account-change.server.ts'
import {
  acceptInvitation,
  adminPasswordProblem,
  invitationOf,
  invitationPasskey,
} from '../../app/modules/identity/admins/accept-invitation.server.ts'
import { adminCommand } from '../../app/modules/identity/admins/admin-command.server.ts'
import { adminList } from '../../app/modules/identity/admins/admin-list.server.ts'
import { changeAdminRole, disableAdmin, enableAdmin } from '../../app/modules/identity/admins/disable-admin.server.ts'
import { inviteAdminOnScreen } from '../../app/modules/identity/admins/invite-admin.server.tsx'
import { askAdminForPasskey, proveAdminAgain } from '../../app/modules/identity/admins/prove-admin-again.server.ts'
import { demoBackupCode, demoCodes, prepareDemoCodes } from '../../app/modules/identity/demo-codes.server.ts'
import { addPasskey, offerPasskey } from '../../app/modules/identity/factors/passkeys.server.ts'
import { stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import { finishAdminSignIn } from '../../app/modules/identity/second-step.server.ts'
import { actorOf } from '../../app/modules/identity/session-store.server.ts'
import { signIn, signInAdmin } from '../../app/modules/identity/sign-in.server.ts'
import { aKey, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { codeSentTo, testEncryption as encryption, mailsSentTo } from '../support/mailed.ts'
import { aSoftwarePasskey } from '../support/software-passkey.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const host = 'http://localhost:3000'
const asking = (now = noon) => ({ db: test_.db, now })
const from = { ip: null, userAgent: null }
const password = '畑 と 皿 の あいだの 長い 合言葉'
let serial = 0
const newAddress = () => `staff-${serial++}@example.jp`

/** What the command prints, and what it mails. */
async function invited(email = newAddress(), now = noon) {
  const { ok, lines } = await adminCommand(asking(now), ['invite', '運営 花子', email], { encryption, site: host })
  const code = /code=([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? ''
  return { ok, lines, email, code }
}
const accept = async (code: string, more: Partial<Parameters<typeof acceptInvitation>[2]> = {}, now = noon) => {
  const secret = (await invitationOf(asking(now), encryption, code))?.secret
  const proof = { totpCode: secret ? totpCode(secret, stepAt(now)) : '000000' }
  return acceptInvitation(asking(now), encryption, { code, password, proof, ...from, ...more })
}
async function aColleague() {
  const { email, code } = await invited()
  const { token, backupCodes } = must(await accept(code))
  const actor = await actorOf(asking(), token, 'cookie')
  if (actor.kind !== 'staff') throw new Error('no administrator')
  return { email, token, backupCodes, adminId: actor.adminId, actor, ctx: as(test_.db, actor) }
}
test('an administrator invites another on screen for a role; with it they see everything and change what belongs to it', async () => {
  const { adminId } = await anAdmin(test_.db)
  const boss = as(test_.db, { kind: 'staff', adminId, name: '運営 係', role: 'full' })
  const email = must(readEmail(newAddress()))
  const input = { key: aKey(), name: '運営 花子', email, role: 'support' as const }
  must(await inviteAdminOnScreen(boss, input, encryption))
  // the same press again sends nothing more
  must(await inviteAdminOnScreen(boss, input, encryption))
  const sent = (await mailsSentTo(test_.pool, email)).filter(({ template }) => template === 'admin-invitation')
  expect(sent).toHaveLength(1)
  const code = await codeSentTo(test_.pool, email, 'admin-invitation')
  const { token } = must(await accept(code))
  const actor = await actorOf(asking(), token, 'cookie')
  expect(actor).toMatchObject({ kind: 'staff', role: 'support' })
  if (actor.kind !== 'staff') throw new Error('no administrator')
  const again = { ...input, key: aKey(), email: must(readEmail(newAddress())) }
  await expect(inviteAdminOnScreen(as(test_.db, actor), again, encryption)).rejects.toThrow(Forbidden)
  expect(await inviteAdminOnScreen(boss, { ...input, key: aKey() }, encryption)).toMatchObject({
    refusal: 'already_there',
  })
  must(await changeAdminRole(boss, { adminId: actor.adminId, role: 'finance' }))
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({ role: 'finance' })
  await expect(changeAdminRole(boss, { adminId, role: 'finance' })).rejects.toThrow(Forbidden)
})

const eventsAbout = async (adminId: string) =>
  (await test_.pool.query('select kind from events where about_admin_id = $1 order by at, id', [adminId])).rows.map(
    ({ kind }) => kind,
  )

test('T46: a user invited by command sets a password and an authenticator app, and only then is an administrator', async () => {
  const { ok, email, code } = await invited()
  expect(ok).toBe(true)
  const mails = await mailsSentTo(test_.pool, email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`/admin/invitation?code=${code}`)
  expect(await signInAdmin(asking(), { email, password, channel: 'cookie', ...from })).toMatchObject({ ok: false })
  const { token, backupCodes } = must(await accept(code))
  expect(backupCodes).toHaveLength(10)
  expect(await actorOf(asking(), token, 'cookie')).toMatchObject({
    kind: 'staff',
    name: '運営 花子',
    session: { aal: 2 },
  })
  const { ticket } = must(await signInAdmin(asking(), { email, password, channel: 'cookie', ...from }))
  const answer = { code: backupCodes[0] ?? '' }
  expect(await finishAdminSignIn(asking(), encryption, { ticket, answer, ...from })).toMatchObject({ ok: true })
})

test('opening an invitation changes nothing, and shows the same secret each time', async () => {
  const { code } = await invited()
  const appearance = await Promise.all([1, 2, 3].map(() => invitationOf(asking(), encryption, code)))
  expect(new Set(appearance.map((it) => it?.secret)).size).toBe(1)
  expect(await accept(code)).toMatchObject({ ok: true })
})

test('an invitation works once, for 24 hours; of six at once exactly one; a newer one ends the older', async () => {
  const { code } = await invited()
  const results = await Promise.all(Array.from({ length: 6 }, () => accept(code)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await accept(code)).toEqual({ ok: false, refusal: 'invitation_unusable' })
  const late = await invited()
  expect(await accept(late.code, {}, addHours(noon, 24))).toMatchObject({ refusal: 'invitation_unusable' })
  const [older, newer] = [await invited(late.email, addHours(noon, 1)), await invited(late.email, addHours(noon, 2))]
  expect(await accept(older.code, {}, addHours(noon, 3))).toMatchObject({ refusal: 'invitation_unusable' })
  expect(await accept(newer.code, {}, addHours(noon, 3))).toMatchObject({ ok: true })
})

test('a short password or a wrong code uses nothing up', async () => {
  const { code } = await invited()
  expect(await accept(code, { password: 'short-12-only' })).toMatchObject({ refusal: 'weak_password' })
  expect(await accept(code, { proof: { totpCode: '000000' } })).toEqual({ ok: false, refusal: 'wrong_code' })
  const passkey = { json: '{}', site: { origin: host } }
  expect(await accept(code, { proof: { passkey } })).toEqual({ ok: false, refusal: 'passkey_refused' })
  expect(await accept(code)).toMatchObject({ ok: true })
})

test.each([
  ['thirteen-char', /14文字以上/],
  ['fourteen-chars', null],
  ['', /入力/],
  ['x'.repeat(14), /よく使われている/],
  ['x'.repeat(129), /128文字/],
])('of %j as a password for staff is said: %j', (typed, said) => {
  const problem = adminPasswordProblem(typed, 'staff@example.jp')
  if (said) expect(problem).toMatch(said)
  else expect(problem).toBeNull()
})

test('a passkey will do instead of the app, if it was offered to this invitation and was unlocked', async () => {
  const { code } = await invited()
  const other = await invited()
  const passkey = aSoftwarePasskey()
  const site = { origin: host }
  const offered = async (to: string) =>
    (await invitationPasskey(asking(), encryption, { code: to, site }))?.challenge ?? ''
  const with_ = (json: string) => accept(code, { proof: { passkey: { json, site } } })
  expect(await with_(passkey.make({ challenge: await offered(other.code) }))).toMatchObject({ ok: false })
  expect(await with_(passkey.make({ challenge: await offered(code), verified: false }))).toMatchObject({ ok: false })
  expect(await with_(passkey.make({ challenge: await offered(code) }))).toMatchObject({ ok: true })
  expect(await invitationPasskey(asking(), encryption, { code: 'x', site })).toBeNull()
})

test.each([
  [['invite', '', 'a@example.jp']],
  [['invite', '花子', 'no address']],
  [['invite', '花子']],
  [['reset-factor', 'nobody@example.jp']],
  [[]],
  [['drop']],
])('the command %j does nothing and says why', async (args) => {
  const before = await test_.pool.query('select count(*) from one_time_codes')
  const { ok, lines } = await adminCommand(asking(), args, { encryption, site: host })
  expect([ok, lines.join('').length > 10]).toEqual([false, true])
  expect((await test_.pool.query('select count(*) from one_time_codes')).rows).toEqual(before.rows)
})

test('no address is invited twice, and no user’s password signs in as an administrator', async () => {
  const { email } = await aColleague()
  expect(await invited(email.toUpperCase())).toMatchObject({ ok: false })
  const { actor } = await aRestaurant(test_.db)
  const tried = { email: `${actor.personId}@example.jp`, password, channel: 'cookie' as const, ...from }
  expect(await signInAdmin(asking(), tried)).toEqual({ ok: false, refusal: 'wrong_credentials' })
  expect(await signIn(asking(), { ...tried, email })).toEqual({ ok: false, refusal: 'wrong_credentials' })
})

/** Requests a change of a colleague's account and confirms it, by two others. */
async function agreed(colleague: { adminId: AdminId }, wanted: { kind: 'email' | 'factors'; email?: string }) {
  const [asks, confirms] = [await aColleague(), await aColleague()]
  const owner = { adminId: colleague.adminId }
  const request = { owner, ...wanted, proof: null, reason: '電話をなくした' }
  const { id } = must(await requestAccountChange(asks.ctx, request))
  must(await confirmAccountChange(confirms.ctx, { changeId: id }, encryption))
  return { id, asks, confirms }
}
const later = addHours(noon, 72)
const mailsOf = async (recipient: string, template: string) =>
  (await test_.pool.query('select text from mails where recipient = $1 and template = $2', [recipient, template])).rows

test('a reset takes two administrators: one requests, another confirms; after 72 hours the old factor is void and a link sets up a new one', async () => {
  const lost = await aColleague()
  await agreed(lost, { kind: 'factors' })
  expect(await mailsOf(lost.email, 'account_change_waits')).toHaveLength(1)
  expect(await actorOf(asking(), lost.token, 'cookie')).toMatchObject({ kind: 'staff' })
  expect(await applyAccountChanges({ ...asking(later), encryption })).toMatchObject([{ outcome: 'applied' }])

  expect(await actorOf(asking(), lost.token, 'cookie')).toEqual({ kind: 'visitor' })
  const tried = { email: lost.email, password, channel: 'cookie' as const, ...from }
  expect(await signInAdmin(asking(), tried)).toEqual({ ok: false, refusal: 'no_second_factor' })
  const code = await codeSentTo(test_.pool, lost.email, 'factor-reset')
  const back = must(await accept(code, { password: `${password} 二` }, later))
  expect(await actorOf(asking(later), back.token, 'cookie')).toMatchObject({ kind: 'staff', adminId: lost.adminId })
  expect(await signInAdmin(asking(later), tried)).toMatchObject({ refusal: 'wrong_credentials' })
  expect(await eventsAbout(lost.adminId)).toEqual([
    'admin_joined',
    'account_change_asked',
    'account_change_confirmed',
    'account_change_applied',
    'admin_set_up_again',
  ])
})

test('the address of an administrator changes the same way; the old one can stop it, and both are told', async () => {
  const [moving, stopping] = [await aColleague(), await aColleague()]
  const to = newAddress()
  await agreed(moving, { kind: 'email', email: to })
  await agreed(stopping, { kind: 'email', email: newAddress() })
  const code = await codeSentTo(test_.pool, stopping.email, 'account_change_waits')
  const visitor = as(test_.db, { kind: 'visitor' }, addHours(noon, 71))
  must(await stopAccountChange(visitor, { code, ip: null }))
  expect(await applyAccountChanges({ ...asking(later), encryption })).toMatchObject([{ outcome: 'applied' }])
  const addresses = await test_.db
    .selectFrom('admins')
    .select('email')
    .where('id', 'in', [moving.adminId, stopping.adminId])
    .execute()
  expect(addresses.map(({ email }) => email).toSorted()).toEqual([to, stopping.email].toSorted())
  for (const address of [moving.email, to]) expect(await mailsOf(address, 'admin-email-changed')).toHaveLength(1)
  expect(await actorOf(asking(), moving.token, 'cookie')).toEqual({ kind: 'visitor' })
})

test('staff re-authenticate within a session with both factors or a passkey: the session gets a new token', async () => {
  const { adminId, token, backupCodes } = await aColleague()
  const now = addMinutes(noon, 11)
  const actor = await actorOf(asking(now), token, 'cookie')
  const ctx = as(test_.db, actor, now)
  const other = await anAdmin(test_.db)
  const disable = (ctx: Ctx) => disableAdmin(ctx, { adminId: other.adminId, reason: '退職' })
  await expect(disable(ctx)).rejects.toThrow(ReauthRequired)
  const [code = '', second = ''] = backupCodes
  for (const wrong of [
    { password, code: '000000' },
    { password: 'x', code },
    { password, code: '' },
  ])
    expect(await proveAdminAgain(ctx, encryption, wrong)).toEqual({ ok: false, refusal: 'wrong_proof' })
  const proved = must(await proveAdminAgain(ctx, encryption, { password, code }))
  expect(await actorOf(asking(now), token, 'cookie')).toEqual({ kind: 'visitor' })
  const fresh = as(test_.db, await actorOf(asking(now), proved.token, 'cookie'), now)
  expect(await proveAdminAgain(fresh, encryption, { password, code })).toMatchObject({ refusal: 'wrong_proof' })
  must(await disable(fresh))

  const site = { origin: host }
  const passkey = aSoftwarePasskey()
  const offer = await offerPasskey(fresh, site, { adminId }, { email: 'x@example.jp', name: '運営' })
  const made = { json: passkey.make({ challenge: offer.challenge }), site }
  must(await addPasskey(fresh, { owner: { adminId }, answer: made, userAgent: null }))
  const stranger = aSoftwarePasskey()
  const { challenge } = await askAdminForPasskey(fresh, site)
  const strange = { passkey: { json: stranger.answer({ challenge }), site } }
  expect(await proveAdminAgain(fresh, encryption, strange)).toMatchObject({ refusal: 'wrong_proof' })
  const again = await askAdminForPasskey(fresh, site)
  must(
    await proveAdminAgain(fresh, encryption, {
      passkey: { json: passkey.answer({ challenge: again.challenge }), site },
    }),
  )

  const guessing = as(test_.db, (await aColleague()).actor, now)
  for (let n = 0; n < 10; n++) await proveAdminAgain(guessing, encryption, { password, code: '000000' })
  expect(await proveAdminAgain(guessing, encryption, { password, code: second })).toMatchObject({
    refusal: 'too_many_tries',
  })
})

test('of two administrators who disable each other at the same moment one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await anAdmin(test_.db), await anAdmin(test_.db)]
    const done = await Promise.allSettled([
      disableAdmin(as(test_.db, one), { adminId: two.adminId, reason: '退職' }),
      disableAdmin(as(test_.db, two), { adminId: one.adminId, reason: '退職' }),
    ])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const it of done) if (it.status === 'rejected') expect(it.reason).toBeInstanceOf(Unauthenticated)
  }
})

test('a colleague is disabled at once and enabled again; an administrator cannot disable their own account', async () => {
  const [one, other] = [await aColleague(), await aColleague()]
  await expect(disableAdmin(one.ctx, { adminId: one.adminId, reason: 'x' })).rejects.toThrow(Forbidden)
  expect(await disableAdmin(one.ctx, { adminId: other.adminId, reason: '' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await disableAdmin(one.ctx, { adminId: other.adminId, reason: '退職' }))
  must(await disableAdmin(one.ctx, { adminId: other.adminId, reason: '退職' }))
  expect(await actorOf(asking(), other.token, 'cookie')).toEqual({ kind: 'visitor' })
  const lost = { owner: { adminId: other.adminId }, kind: 'factors', proof: null, reason: 'x' } as const
  expect(await requestAccountChange(one.ctx, lost)).toMatchObject({ refusal: 'not_active' })
  await enableAdmin(one.ctx, { adminId: other.adminId })
  expect(await actorOf(asking(), other.token, 'cookie')).toEqual({ kind: 'visitor' })
  expect(await eventsAbout(other.adminId)).toEqual(['admin_joined', 'admin_disabled', 'admin_enabled'])
})

test('as a last resort a command removes the factor and prints the link for a new one', async () => {
  const { email, token, adminId } = await aColleague()
  const { ok, lines } = await adminCommand(asking(), ['reset-factor', email], { encryption, site: host })
  expect(ok).toBe(true)
  expect(await actorOf(asking(), token, 'cookie')).toEqual({ kind: 'visitor' })
  const code = /code=([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? ''
  expect(await accept(code)).toMatchObject({ ok: true })
  expect(await eventsAbout(adminId)).toEqual(['admin_joined', 'factor_reset_by_command', 'admin_set_up_again'])
})

test('the codes of the demo sign its administrators in, twice within thirty seconds; in production there are none', async () => {
  const demo = await anAdmin(test_.db, { email: 'admin@example.jp' })
  await prepareDemoCodes(test_.db, noon, encryption)
  await prepareDemoCodes(test_.db, noon, encryption)
  const ctx = { ...asking(), actor: { kind: 'visitor' } as const }
  const place = { environment: 'test' }
  const [first] = await demoCodes(ctx, place, encryption)
  expect(first).toMatchObject({ email: 'admin@example.jp', inSeconds: 0 })
  expect(await demoBackupCode(ctx, place, encryption, 'admin@example.jp')).toMatch(/^\w{5}-\w{5}$/)
  await expect(demoBackupCode(ctx, place, encryption, 'other@example.jp')).rejects.toThrow(NotFound)
  for (const actor of [ctx.actor, demo]) {
    await expect(demoCodes({ ...ctx, actor }, { environment: 'production' }, encryption)).rejects.toThrow(NotFound)
    const asked = demoBackupCode({ ...ctx, actor }, { environment: 'production' }, encryption, 'admin@example.jp')
    await expect(asked).rejects.toThrow(NotFound)
  }
})

test('the list and the actions are for staff alone', async () => {
  const [{ adminId }, { actor }] = [await aColleague(), await aRestaurant(test_.db)]
  for (const ctx of [as(test_.db, actor), as(test_.db, { kind: 'visitor' }), as(test_.db, { kind: 'system' })]) {
    await expect(adminList(ctx)).rejects.toThrow()
    await expect(disableAdmin(ctx, { adminId, reason: 'x' })).rejects.toThrow()
    await expect(enableAdmin(ctx, { adminId })).rejects.toThrow()
  }
})
