import { expect, test } from 'vitest'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addHours } from '../../app/kernel/jst.ts'
import {
  acceptInvitation,
  adminPasswordProblem,
  invitationOf,
  invitationPasskey,
} from '../../app/modules/identity/admins/accept-invitation.server.ts'
import { adminCommand } from '../../app/modules/identity/admins/admin-command.server.ts'
import { adminList } from '../../app/modules/identity/admins/admin-list.server.ts'
import { disableAdmin, enableAdmin } from '../../app/modules/identity/admins/disable-admin.server.ts'
import { askForReset, confirmReset, withdrawReset } from '../../app/modules/identity/admins/factor-reset.server.ts'
import { demoBackupCode, demoCodes, prepareDemoCodes } from '../../app/modules/identity/demo-codes.server.ts'
import { stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import { finishAdminSignIn } from '../../app/modules/identity/second-step.server.ts'
import { actorOf } from '../../app/modules/identity/session-store.server.ts'
import { signIn, signInAdmin } from '../../app/modules/identity/sign-in.server.ts'
import { anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { codeSentTo, mailsSentTo, testVault as vault } from '../support/mailed.ts'
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
  const { ok, lines } = await adminCommand(asking(now), ['invite', '運営 花子', email], { vault, site: host })
  const code = /code=([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? ''
  return { ok, lines, email, code }
}
const accept = async (code: string, more: Partial<Parameters<typeof acceptInvitation>[2]> = {}, now = noon) => {
  const secret = (await invitationOf(asking(now), vault, code))?.secret
  const proof = { totpCode: secret ? totpCode(secret, stepAt(now)) : '000000' }
  return acceptInvitation(asking(now), vault, { code, password, proof, ...from, ...more })
}
async function aColleague() {
  const { email, code } = await invited()
  const { token, backupCodes } = must(await accept(code))
  const actor = await actorOf(asking(), token, 'cookie')
  if (actor.kind !== 'staff') throw new Error('no administrator')
  return { email, token, backupCodes, adminId: actor.adminId, actor, ctx: as(test_.db, actor) }
}
const eventsAbout = async (adminId: string) =>
  (await test_.pool.query('select kind from events where about_admin_id = $1 order by at, id', [adminId])).rows.map(
    ({ kind }) => kind,
  )

test('T46: whoever is invited by command sets a password and an app, and only then is an administrator', async () => {
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
  expect(await finishAdminSignIn(asking(), vault, { ticket, answer, ...from })).toMatchObject({ ok: true })
})

test('looking at an invitation changes nothing, and shows the same secret each time', async () => {
  const { code } = await invited()
  const looks = await Promise.all([1, 2, 3].map(() => invitationOf(asking(), vault, code)))
  expect(new Set(looks.map((it) => it?.secret)).size).toBe(1)
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
  const offered = async (to: string) => (await invitationPasskey(asking(), vault, { code: to, site }))?.challenge ?? ''
  const with_ = (json: string) => accept(code, { proof: { passkey: { json, site } } })
  expect(await with_(passkey.make({ challenge: await offered(other.code) }))).toMatchObject({ ok: false })
  expect(await with_(passkey.make({ challenge: await offered(code), verified: false }))).toMatchObject({ ok: false })
  expect(await with_(passkey.make({ challenge: await offered(code) }))).toMatchObject({ ok: true })
  expect(await invitationPasskey(asking(), vault, { code: 'x', site })).toBeNull()
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
  const { ok, lines } = await adminCommand(asking(), args, { vault, site: host })
  expect([ok, lines.join('').length > 10]).toEqual([false, true])
  expect((await test_.pool.query('select count(*) from one_time_codes')).rows).toEqual(before.rows)
})

test('nobody is invited twice, and no person’s password opens the door of staff', async () => {
  const { email } = await aColleague()
  expect(await invited(email.toUpperCase())).toMatchObject({ ok: false })
  const { actor } = await aRestaurant(test_.db)
  const tried = { email: `${actor.personId}@example.jp`, password, channel: 'cookie' as const, ...from }
  expect(await signInAdmin(asking(), tried)).toEqual({ ok: false, refusal: 'wrong_credentials' })
  expect(await signIn(asking(), { ...tried, email })).toEqual({ ok: false, refusal: 'wrong_credentials' })
})

test('four eyes: one asks, another one confirms; then the old factor is dead and a link leads to a new one', async () => {
  const [asks, confirms, lost] = [await aColleague(), await aColleague(), await aColleague()]
  must(await askForReset(asks.ctx, { adminId: lost.adminId, reason: '電話をなくした' }))
  expect(await askForReset(confirms.ctx, { adminId: lost.adminId, reason: 'x' })).toMatchObject({
    refusal: 'asked_already',
  })
  const row = (await adminList(asks.ctx)).find(({ id }) => id === lost.adminId)
  const resetId = row?.resetId
  if (!resetId) throw new Error('no request')
  expect(row).toMatchObject({ resetReason: '電話をなくした', resetAskedBy: asks.adminId })

  expect(await confirmReset(asks.ctx, { resetId, vault })).toEqual({ ok: false, refusal: 'own_request' })
  await expect(confirmReset(lost.ctx, { resetId, vault })).rejects.toThrow(Forbidden)
  expect(await actorOf(asking(), lost.token, 'cookie')).toMatchObject({ kind: 'staff' })
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirmReset(confirms.ctx, { resetId, vault })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)

  expect(await actorOf(asking(), lost.token, 'cookie')).toEqual({ kind: 'visitor' })
  const tried = { email: lost.email, password, channel: 'cookie' as const, ...from }
  expect(await signInAdmin(asking(), tried)).toEqual({ ok: false, refusal: 'no_second_factor' })
  const mails = await mailsSentTo(test_.pool, lost.email)
  expect(mails.filter(({ template }) => template === 'factor-reset')).toHaveLength(1)
  const code = await codeSentTo(test_.pool, lost.email, 'factor-reset')
  const back = must(await accept(code, { password: `${password} 二` }))
  expect(await actorOf(asking(), back.token, 'cookie')).toMatchObject({ kind: 'staff', adminId: lost.adminId })
  expect(await signInAdmin(asking(), tried)).toMatchObject({ refusal: 'wrong_credentials' })
  expect(await eventsAbout(lost.adminId)).toEqual([
    'admin_joined',
    'factor_reset_asked',
    'factor_reset_confirmed',
    'admin_set_up_again',
  ])
})

test('nobody asks for themselves; a request ends by itself after a day, or when it is taken back', async () => {
  const [asks, confirms, lost] = [await aColleague(), await aColleague(), await aColleague()]
  const ask = (ctx: typeof asks.ctx) => askForReset(ctx, { adminId: lost.adminId, reason: 'なくした' })
  const request = async () => (await adminList(asks.ctx)).find(({ id }) => id === lost.adminId)?.resetId
  await expect(ask(lost.ctx)).rejects.toThrow(Forbidden)
  expect(await askForReset(asks.ctx, { adminId: lost.adminId, reason: '  ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await ask(asks.ctx))
  const first = await request()
  if (!first) throw new Error('no request')
  const tomorrow = { ...confirms.ctx, now: addHours(noon, 24) }
  expect(await confirmReset(tomorrow, { resetId: first, vault })).toEqual({ ok: false, refusal: 'ended' })
  must(await ask({ ...asks.ctx, now: addHours(noon, 24) }))
  const second = (await adminList(tomorrow)).find(({ id }) => id === lost.adminId)?.resetId
  if (!second) throw new Error('no second request')
  must(await withdrawReset(lost.ctx, second))
  expect(await confirmReset(tomorrow, { resetId: second, vault })).toEqual({ ok: false, refusal: 'ended' })
  expect(await withdrawReset(lost.ctx, second)).toEqual({ ok: false, refusal: 'ended' })
})

test('a colleague is shut out at once and let in again, oneself never', async () => {
  const [one, other] = [await aColleague(), await aColleague()]
  await expect(disableAdmin(one.ctx, { adminId: one.adminId, reason: 'x' })).rejects.toThrow(Forbidden)
  expect(await disableAdmin(one.ctx, { adminId: other.adminId, reason: '' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await disableAdmin(one.ctx, { adminId: other.adminId, reason: '退職' }))
  must(await disableAdmin(one.ctx, { adminId: other.adminId, reason: '退職' }))
  expect(await actorOf(asking(), other.token, 'cookie')).toEqual({ kind: 'visitor' })
  expect(await askForReset(one.ctx, { adminId: other.adminId, reason: 'x' })).toMatchObject({ refusal: 'disabled' })
  await enableAdmin(one.ctx, other.adminId)
  expect(await actorOf(asking(), other.token, 'cookie')).toEqual({ kind: 'visitor' })
  expect(await eventsAbout(other.adminId)).toEqual(['admin_joined', 'admin_disabled', 'admin_enabled'])
})

test('the last resort is a command: it takes the factor away and prints the way to a new one', async () => {
  const { email, token, adminId } = await aColleague()
  const { ok, lines } = await adminCommand(asking(), ['reset-factor', email], { vault, site: host })
  expect(ok).toBe(true)
  expect(await actorOf(asking(), token, 'cookie')).toEqual({ kind: 'visitor' })
  const code = /code=([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? ''
  expect(await accept(code)).toMatchObject({ ok: true })
  expect(await eventsAbout(adminId)).toEqual(['admin_joined', 'factor_reset_by_command', 'admin_set_up_again'])
})

test('the demo’s codes open the demo’s door, twice within thirty seconds; in production there are none', async () => {
  const demo = await anAdmin(test_.db, { email: 'admin@example.jp' })
  await prepareDemoCodes(test_.db, noon, vault)
  await prepareDemoCodes(test_.db, noon, vault)
  const ctx = { ...asking(), actor: { kind: 'visitor' } as const }
  const place = { environment: 'test' }
  const [first] = await demoCodes(ctx, place, vault)
  expect(first).toMatchObject({ email: 'admin@example.jp', inSeconds: 0 })
  expect(await demoBackupCode(ctx, place, vault, 'admin@example.jp')).toMatch(/^\w{5}-\w{5}$/)
  await expect(demoBackupCode(ctx, place, vault, 'other@example.jp')).rejects.toThrow(NotFound)
  for (const actor of [ctx.actor, demo]) {
    await expect(demoCodes({ ...ctx, actor }, { environment: 'production' }, vault)).rejects.toThrow(NotFound)
    const asked = demoBackupCode({ ...ctx, actor }, { environment: 'production' }, vault, 'admin@example.jp')
    await expect(asked).rejects.toThrow(NotFound)
  }
})

test('the list and the deeds are for staff alone', async () => {
  const [{ adminId }, { actor }] = [await aColleague(), await aRestaurant(test_.db)]
  for (const ctx of [as(test_.db, actor), as(test_.db, { kind: 'visitor' }), as(test_.db, { kind: 'system' })]) {
    await expect(adminList(ctx)).rejects.toThrow()
    await expect(disableAdmin(ctx, { adminId, reason: 'x' })).rejects.toThrow()
    await expect(enableAdmin(ctx, adminId)).rejects.toThrow()
    await expect(askForReset(ctx, { adminId, reason: 'x' })).rejects.toThrow()
    await expect(confirmReset(ctx, { resetId: newId<'factorReset'>(), vault })).rejects.toThrow()
    await expect(withdrawReset(ctx, newId<'factorReset'>())).rejects.toThrow()
  }
})
