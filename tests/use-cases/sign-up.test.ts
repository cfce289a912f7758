import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Email } from '../../app/kernel/email.ts'
import type { PersonId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes, jstDateOf } from '../../app/kernel/jst.ts'
import { recordEvent } from '../../app/modules/audit-log/record-event.server.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { strangerMailCaps } from '../../app/modules/identity/account-limits.ts'
import { newTotpSecret } from '../../app/modules/identity/factors/totp.server.ts'
import { keepTotpSecret } from '../../app/modules/identity/factors/totp-secrets.server.ts'
import { enterWith } from '../../app/modules/identity/login-methods/enter-with.server.ts'
import { secondStepOf } from '../../app/modules/identity/second-step.server.ts'
import { draftCookie } from '../../app/modules/identity/session.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { signUpCommission } from '../../app/modules/organisations/commission/commission.server.ts'
import { moveApplication } from '../../app/modules/organisations/move-application.server.ts'
import { awaitedLink, resendLink } from '../../app/modules/organisations/sign-up/await-link.server.ts'
import { commitSignUp, consentsToJoin } from '../../app/modules/organisations/sign-up/commit-sign-up.server.ts'
import { confirmEmail, disownAccount } from '../../app/modules/organisations/sign-up/confirm-email.server.ts'
import {
  draftHashOf,
  findDraft,
  forgetOldDrafts,
  saveDraft,
  startDraft,
} from '../../app/modules/organisations/sign-up/draft.server.ts'
import { countFirstMail, waitForMail } from '../../app/modules/organisations/sign-up/link-mail.server.ts'
import { mendApplication } from '../../app/modules/organisations/sign-up/mend-application.server.ts'
import { myApplication, myProfile } from '../../app/modules/organisations/sign-up/my-application.server.ts'
import { nextStep } from '../../app/modules/organisations/sign-up/next-step.ts'
import type { TypedProfile } from '../../app/modules/organisations/sign-up/profile.ts'
import { readProfile } from '../../app/modules/organisations/sign-up/read-profile.server.ts'
import { registerByPhone } from '../../app/modules/organisations/sign-up/register-by-phone.server.tsx'
import { forgetUnproven } from '../../app/modules/organisations/sign-up/remove-unproven.server.ts'
import { reopenSignUp } from '../../app/modules/organisations/sign-up/reopen-sign-up.server.ts'
import { signUpFacts } from '../../app/modules/organisations/sign-up/sign-up-facts.server.ts'
import { action as confirmAction } from '../../app/routes/auth/sign-up/confirm.tsx'
import { loader as verifyLoader } from '../../app/routes/auth/sign-up/verify-email.tsx'
import { requestCtx, requestFacts } from '../../app/web/request-context.ts'
import { aKey, anAdmin, anIp, aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anAccount, aProvider } from '../support/google.ts'
import { codeSentTo, testEncryption as encryption, mailsSentTo } from '../support/mailed.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const site = 'https://market.example.jp'
const visitor: Actor = { kind: 'visitor' }
const guest = (now = noon) => as(test_.db, visitor, now)
const password = '畑と厨房をつなぐ一本の道'
const tab = '0b6f5a0e-1f53-4c55-9a2e-3f8f1f4f9a10'

const common = {
  tradeName: 'ビストロ 畝',
  tradeNameKana: 'びすとろうね',
  partyType: 'sole_trader',
  lastName: '山田',
  firstName: '太郎',
  lastNameKana: 'ヤマダ',
  firstNameKana: 'タロウ',
  postalCode: '162-0825',
  prefectureCode: '13',
  city: '新宿区',
  town: '神楽坂',
  street: '1-2-3',
  building: '',
  phone: '０３３２６０１２３４',
  invoiceNumber: 't7000-0120-50002',
}
const profiles = {
  restaurant: { ...common, businessType: 'フレンチ', receivingWeekdays: '1,3,5', slot: 'am', receivingNote: '裏口' },
  farm: { ...common, tradeName: '山田農園', goodsKinds: 'own_produce,egg', shipWeekdays: '2,4' },
} as const

beforeAll(async () => {
  for (const slug of ['user-policy', 'privacy-policy']) {
    const facts = `slug: ${slug}\ntitle: ${slug}\nversion: 1\neffectiveOn: ${jstDateOf(noon)}\nmaterial: yes\nchange: 初版`
    await takeInPages(test_.db, [readPageFile(`${slug}.md`, `---\n${facts}\n---\n本文`)], noon)
  }
})

let serial = 0
const anEmail = () => `new${serial++}@example.jp` as Email

/** A sign-up that is ready to be confirmed. */
async function aDraft(email: Email, side: 'restaurant' | 'farm' = 'restaurant', now = noon): Promise<string> {
  const token = must(await startDraft(guest(now), { side }, { ip: anIp() })).token
  await saveDraft(guest(now), { version: 1, tab, email, profile: profiles[side] }, token)
  return token
}

/** What the form sends; the rate is asked of a farm only, and ignored for a restaurant. */
const ticked = async () => ({
  ...Object.fromEntries((await consentsToJoin(guest())).map(({ slug, pageVersionId }) => [slug, pageVersionId])),
  commission: String(await signUpCommission(guest())),
})
const userAgent = 'Firefox'
const commit = async (token: string, now = noon) =>
  commitSignUp(guest(now), { token, password, ticked: await ticked(), encryption, ip: anIp(token), userAgent })

/** Signed up, and the link of the mail. */
async function aSignUp(side: 'restaurant' | 'farm' = 'restaurant', email = anEmail()) {
  const token = await aDraft(email, side)
  expect(await commit(token)).toEqual({ ok: true, mailed: true })
  return { token, email, code: await codeTo(email) }
}

const mailsTo = async (email: string) =>
  (
    await test_.db
      .selectFrom('mails')
      .select(['template', 'text', 'subject'])
      .where('recipient', '=', email)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ template }) => template)

const codeTo = (email: string) => codeSentTo(test_.pool, email, 'verify_email')

const personOf = (email: string) =>
  test_.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()
const confirm = (
  code: string,
  draftToken: string | null,
  typed: string | null = null,
  ctx = guest(addMinutes(noon, 5)),
) => confirmEmail(ctx, { code, draftToken, password: typed, ip: anIp(), userAgent })

const registrationsOfOwner = async (email: string) =>
  (
    await test_.pool.query(
      `select number, from_on, until_on from farm_registrations r join memberships m on m.farm_id = r.farm_id
         join people p on p.id = m.person_id where p.email = $1`,
      [email],
    )
  ).rows

test('registered on the telephone by staff: a draft that its owner opens by the link of a mail, confirms and hands in', async () => {
  const admin = await anAdmin(test_.db)
  const staff = as(test_.db, admin)
  const email = 'by-phone@example.jp' as Email
  const input = { key: aKey(), side: 'farm' as const, email, profile: profiles.farm }
  expect(await registerByPhone(staff, { ...input, key: aKey(), profile: {} }, encryption)).toMatchObject({
    refusal: 'profile_wrong',
  })
  must(await registerByPhone(staff, input, encryption))
  // the same press again makes nothing more
  must(await registerByPhone(staff, input, encryption))
  const mails = (await mailsSentTo(test_.pool, email)).filter(({ template }) => template === 'phone_registration')
  expect(mails.map(({ subject }) => subject)).toEqual(['【畝と皿】山田農園 の登録内容をご確認ください'])
  const token = await codeSentTo(test_.pool, email, 'phone_registration')
  expect(nextStep((await signUpFacts(guest(), token)).facts)).toBe('additionalConfirm')
  // a correction leaves the seven days that the mail promises
  const seen = await findDraft(guest(), token)
  if (seen === null || seen === 'expired') throw new Error('no draft')
  must(await saveDraft(guest(), { version: seen.version, tab, profile: profiles.farm }, token))
  expect(await findDraft(guest(addHours(noon, 6 * 24)), token)).not.toBe('expired')
  const said = { token, password, ticked: await ticked(), ip: anIp(), userAgent: null, encryption }
  const done = await commitSignUp(guest(), said)
  expect(done).toEqual({ ok: true, mailed: true })
  const farm = await test_.db
    .selectFrom('farms')
    .innerJoin('memberships', 'memberships.farmId', 'farms.id')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['farms.name', 'farms.status', 'people.email'])
    .where('people.email', '=', email)
    .execute()
  expect(farm).toEqual([{ name: '山田農園', status: 'draft', email }])
  expect(await registrationsOfOwner(email)).toEqual([
    { number: 'T7000012050002', from_on: '2023-10-01', until_on: null },
  ])
  const late = guest(addHours(noon, 8 * 24))
  expect(await findDraft(late, token)).toBe('expired')
})

test('a restaurant signs up: nothing is there before, all of it afterwards, and the mail opens it', async () => {
  const email = anEmail()
  const token = await aDraft(email)
  expect(await personOf(email)).toBeUndefined()
  expect(await commit(token)).toEqual({ ok: true, mailed: true })

  const person = await personOf(email)
  expect(person).toMatchObject({ name: '山田 太郎', nameKana: 'ヤマダ　タロウ', emailVerifiedAt: null })
  const { rows } = await test_.pool.query(
    `select r.status, r.name, r.kana, r.crest, r.invoice_registration_number as invoice, m.role, k.phone, k.street, k.place,
            k.receiving_weekdays as days, (select count(*)::int from consents where person_id = p.id) as consents
       from people p join memberships m on m.person_id = p.id join restaurants r on r.id = m.restaurant_id
       join kitchens k on k.restaurant_id = r.id where p.email = $1`,
    [email],
  )
  expect(rows).toEqual([
    {
      status: 'draft',
      name: 'ビストロ 畝',
      kana: 'ビストロウネ',
      crest: '畝',
      invoice: 'T7000012050002',
      role: 'owner',
      phone: '03-3260-1234',
      street: '神楽坂1-2-3',
      place: '神楽坂',
      days: [1, 3, 5],
      consents: 2,
    },
  ])
  expect(await mailsTo(email)).toEqual(['verify_email'])

  const done = await confirm(await codeTo(email), token)
  expect(done).toMatchObject({ ok: true, value: { to: '/auth/signup/completed' } })
  expect(await findDraft(guest(), token)).toMatchObject({ profile: {} })
  expect(nextStep((await signUpFacts(guest(), token)).facts)).toBe('signIn')
  expect(await mailsTo(email)).toEqual(['verify_email', 'application_received'])
  const actor = done.ok && 'token' in done.value ? await actorOf(guest(), done.value.token, 'cookie') : visitor
  expect(actor).toMatchObject({ kind: 'buyer', restaurantApproved: false, role: 'owner' })
  expect(await myApplication(as(test_.db, actor))).toMatchObject({
    status: 'submitted',
    submittedAt: addMinutes(noon, 5),
  })
})

test('a farm signs up, with what it sells and when it ships', async () => {
  const { token, email, code } = await aSignUp('farm')
  expect(await confirm(code, token)).toMatchObject({ ok: true })
  const { rows } = await test_.pool.query(
    `select f.status, f.goods_kinds as goods, f.ship_weekdays as days, f.picture, f.place from farms f
       join memberships m on m.farm_id = f.id join people p on p.id = m.person_id where p.email = $1`,
    [email],
  )
  expect(rows).toEqual([
    { status: 'submitted', goods: ['own_produce', 'egg'], days: [2, 4], picture: 'farm-02', place: '新宿' },
  ])
})

describe('the password', () => {
  test('is in no draft and in no mail, and what is too easy is refused', async () => {
    const email = anEmail()
    const token = await aDraft(email)
    const refused = await commitSignUp(guest(), {
      token,
      password: 'みじかい',
      ticked: await ticked(),
      encryption,
      ip: anIp(),
      userAgent,
    })
    expect(refused).toMatchObject({
      ok: false,
      refusal: 'fields',
      fields: { password: expect.stringContaining('10文字') },
    })
    expect(await personOf(email)).toBeUndefined()
    await commit(token)
    const { rows } = await test_.pool.query(
      `select row_to_json(d)::text as it from signup_drafts d union all select row_to_json(m)::text from mails m`,
    )
    expect(JSON.stringify(rows)).not.toContain(password)
  })
})

test.each([
  ['is not ticked', undefined, '同意欄にチェック'],
  ['was another one', '900', '改定されました'],
] as const)('a farm whose rate %s is not made', async (_, commission, sentence) => {
  const token = await aDraft(anEmail(), 'farm')
  const { commission: _said, ...rest } = await ticked()
  const said = {
    token,
    password,
    ticked: commission ? { ...rest, commission } : rest,
    encryption,
    ip: anIp(),
    userAgent,
  }
  expect(await commitSignUp(guest(), said)).toMatchObject({
    ok: false,
    fields: { commission: expect.stringContaining(sentence) },
  })
})

test('a farm agrees to the rate of its sign-up, a restaurant to none', async () => {
  const { email } = await aSignUp('farm')
  await aSignUp('restaurant')
  const agreed = await test_.db
    .selectFrom('commissionAgreements')
    .innerJoin('commissionAnswers', 'commissionAnswers.agreementId', 'commissionAgreements.id')
    .innerJoin('people', 'people.id', 'commissionAnswers.personId')
    .select(['commissionBp', 'fromOn', 'answer'])
    .where('people.email', '=', email)
    .execute()
  expect(agreed).toEqual([{ commissionBp: 1_200, fromOn: jstDateOf(noon), answer: 'agreed' }])
})

test('without the terms that are in force nothing is made', async () => {
  const token = await aDraft(anEmail())
  const rest = Object.fromEntries(Object.entries(await ticked()).filter(([slug]) => slug !== 'user-policy'))
  expect(
    await commitSignUp(guest(), { token, password, ticked: rest, encryption, ip: anIp(), userAgent }),
  ).toMatchObject({
    ok: false,
    fields: { 'user-policy': expect.stringContaining('同意欄にチェック') },
  })
})

test.each(['phone', 'postalCode', 'tradeNameKana', 'businessType', 'receivingWeekdays'])(
  'a draft without %s is not confirmed',
  async (field) => {
    const token = must(await startDraft(guest(), { side: 'restaurant' }, { ip: anIp() })).token
    const profile = { ...profiles.restaurant, [field]: '' }
    await saveDraft(guest(), { version: 1, tab, email: anEmail(), profile }, token)
    expect(await commit(token)).toMatchObject({ ok: false, refusal: 'unfinished' })
  },
)

// T55
test('pressed twice, at once or later, it makes one account and sends one mail', async () => {
  const email = anEmail()
  const token = await aDraft(email)
  expect(await Promise.all(Array.from({ length: 6 }, () => commit(token)))).toEqual(
    Array(6).fill({ ok: true, mailed: true }),
  )
  expect(await commit(token)).toEqual({ ok: true, mailed: true })
  expect(await mailsTo(email)).toEqual(['verify_email'])
  // they count as one mail: another may be sent
  expect(await waitForMail(guest(addMinutes(noon, 2)), email, anIp(token))).toEqual({ kind: 'now' })
  const { rows } = await test_.pool.query(
    'select count(*)::int as n from memberships m join people p on p.id = m.person_id where p.email = $1',
    [email],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('two browsers with one address at once make one account; the other mail says that there is one', async () => {
  const email = anEmail()
  const tokens = await Promise.all([aDraft(email), aDraft(email, 'farm')])
  expect(await Promise.all(tokens.map((token) => commit(token)))).toEqual([
    { ok: true, mailed: true },
    { ok: true, mailed: true },
  ])
  expect((await mailsTo(email)).toSorted()).toEqual(['already_registered', 'verify_email'])
})

// a process that is killed in the middle leaves nothing: the draft is unchanged, and the same submission completes it
test('a failure in the middle leaves the draft and nothing else', async () => {
  const email = anEmail()
  const token = await aDraft(email)
  await test_.pool.query(`alter table mails add constraint broken check (recipient <> '${email}')`)
  await expect(commit(token)).rejects.toThrow('broken')
  expect(await personOf(email)).toBeUndefined()
  await test_.pool.query('alter table mails drop constraint broken')
  expect(await commit(token)).toEqual({ ok: true, mailed: true })
  expect(await personOf(email)).toBeDefined()
})

describe('an address that has an account (T18, T65)', () => {
  test('gets another mail, and the browser the same answers, byte for byte', async () => {
    const known = anEmail()
    await aPerson(test_.db, '先客').then((id) =>
      test_.db.updateTable('people').set({ email: known }).where('id', '=', id).execute(),
    )
    const unknown = anEmail()
    const [one, other] = [await seenBy(known), await seenBy(unknown)]
    expect(one.replaceAll(known, '*')).toBe(other.replaceAll(unknown, '*'))
    expect(await mailsTo(known)).toEqual(['already_registered'])
    expect(await mailsTo(unknown)).toEqual(['verify_email'])
  })

  test('is answered after the same time: no sooner than the longer of the two ways takes', async () => {
    const known = anEmail()
    await aPerson(test_.db, '先客').then((id) =>
      test_.db.updateTable('people').set({ email: known }).where('id', '=', id).execute(),
    )
    for (const email of [known, anEmail()]) {
      const start = performance.now()
      await seenBy(email)
      expect(performance.now() - start).toBeGreaterThanOrEqual(399)
    }
  })

  test('is not told on a resend, nor when the address is corrected', async () => {
    const known = anEmail()
    const first = await aSignUp('restaurant', known)
    await confirm(first.code, first.token)
    const token = await aDraft(known)
    await commit(token, addHours(noon, 1))
    const later = guest(addHours(noon, 2))
    expect(await resendLink(later, {}, { token, ip: anIp(token), encryption })).toEqual({ ok: true, value: null })
    expect((await mailsTo(known)).slice(-2)).toEqual(['already_registered', 'already_registered'])
    expect(await reopenSignUp(later, {}, { token })).toEqual({ ok: true, value: null })
    expect(await personOf(known)).toBeDefined()
  })

  /** The response to the confirmation, and the page after it. */
  async function seenBy(email: Email): Promise<string> {
    const token = await aDraft(email)
    const body = new URLSearchParams({ password, ...(await ticked()) })
    const args = (path: string, init?: RequestInit) => {
      const context = new RouterContextProvider()
      context.set(requestCtx, guest())
      // these two need none of the other facts
      context.set(requestFacts, { ip: null, encryption, secureOrigin: site } as Parameters<
        typeof context.set<never>
      >[1])
      const headers = { cookie: `${draftCookie}=${token}` }
      return { request: new Request(`${site}${path}`, { headers, ...init }), context } as never
    }
    const answer = await confirmAction(args('/auth/signup/confirm', { method: 'POST', body }))
    if (!(answer instanceof Response)) throw new TypeError('no answer')
    const page = await verifyLoader(args('/auth/signup/verify-email'))
    return JSON.stringify([answer.status, [...answer.headers], await answer.text(), page])
  }
})

describe('the link', () => {
  // T12
  test('works once, within 24 hours; used and expired are one answer', async () => {
    const { token, code, email } = await aSignUp()
    const late = guest(addHours(noon, 24))
    expect(await confirm(code, token, password, late)).toMatchObject({ refusal: 'code_unusable' })
    // the link, not the form, decides whose device it is from now on
    expect(await confirm(code, token)).toMatchObject({ ok: true, value: { email } })
    expect(await confirm(code, token)).toMatchObject({ refusal: 'code_unusable' })
    expect(await confirm('x'.repeat(43), token)).toMatchObject({ refusal: 'code_unusable' })
  })

  test('of six at once, one opens a session', async () => {
    const { token, code } = await aSignUp()
    const all = await Promise.all(Array.from({ length: 6 }, () => confirm(code, token)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('in another browser asks for the password once, and opens nothing before', async () => {
    const { code, email } = await aSignUp()
    expect(await confirm(code, null)).toMatchObject({ refusal: 'password_needed' })
    expect(await confirm(code, await aDraft(anEmail()))).toMatchObject({ refusal: 'password_needed' })
    expect(await confirm(code, null, 'ちがうパスワードです')).toMatchObject({ refusal: 'wrong_credentials' })
    expect((await personOf(email))?.emailVerifiedAt).toBeNull()
    expect(await confirm(code, null, password)).toMatchObject({ ok: true })
  })

  test('stops asking after ten wrong passwords', async () => {
    const { code } = await aSignUp()
    for (let n = 0; n < 10; n++) await confirm(code, null, `ちがうパスワード${n}`)
    expect(await confirm(code, null, password)).toMatchObject({ refusal: 'too_many_tries' })
  })

  // T09, T24
  test('rotates the session: the one from before is dead', async () => {
    const { code, email } = await aSignUp()
    const before = await signIn(guest(), { email, password, channel: 'cookie', ip: anIp(), userAgent })
    if (!before.ok || !('token' in before.value)) throw new TypeError('no session')
    const actor = await actorOf(guest(), before.value.token, 'cookie')
    expect(nextStep((await signUpFacts(as(test_.db, actor), null)).facts)).toBe('verify-email')
    const done = await confirm(code, null, null, as(test_.db, actor, addMinutes(noon, 5)))
    expect(done).toMatchObject({ ok: true })
    expect(await actorOf(guest(), before.value.token, 'cookie')).toEqual({ kind: 'visitor' })
  })

  // T17
  test('that an attacker requested gives the attacker nothing; 「心当たりがない」 removes the account', async () => {
    const { code, email, token } = await aSignUp()
    const person = (await personOf(email))?.id
    expect(await confirm(code, null)).toMatchObject({ refusal: 'password_needed' })
    expect(await disownAccount(guest(), code)).toEqual({ ok: true, value: null })
    expect(await personOf(email)).toBeUndefined()
    expect(await signIn(guest(), { email, password, channel: 'cookie', ip: anIp(), userAgent })).toMatchObject({
      ok: false,
    })
    const { rows } = await test_.pool.query('select count(*)::int as n from memberships where person_id = $1', [person])
    expect(rows).toEqual([{ n: 0 }])
    expect(await disownAccount(guest(), code)).toMatchObject({ refusal: 'code_unusable' })
    // the attacker's browser sees what it saw before
    expect(nextStep((await signUpFacts(guest(), token)).facts)).toBe('verify-email')
  })

  test('T88 after others have used up the mails of an address, 「心当たりがない」 restores them', async () => {
    const { code, email } = await aSignUp()
    const mailed = () => countFirstMail(guest(), email, anIp())
    for (let n = 1; n < strangerMailCaps.sign_up.most; n++) expect(await mailed()).toBe(true)
    expect(await mailed()).toBe(false)
    expect(await disownAccount(guest(), code)).toMatchObject({ ok: true })
    expect(await mailed()).toBe(true)
  })

  test('cannot disown an account that is proven', async () => {
    const { code, email, token } = await aSignUp()
    await confirm(code, token)
    expect(await disownAccount(guest(), code)).toMatchObject({ refusal: 'code_unusable' })
    expect(await personOf(email)).toBeDefined()
  })

  test('is sent again after a minute, five times a day, and the one before no longer works', async () => {
    const { code, token, email } = await aSignUp()
    const again = (minutes: number) =>
      resendLink(guest(addMinutes(noon, minutes)), {}, { token, ip: anIp(token), encryption })
    expect(await again(0)).toMatchObject({ refusal: 'too_soon' })
    expect(await awaitedLink(guest(), token, anIp(token))).toMatchObject({
      email,
      wait: { kind: 'soon', seconds: 60 },
      hasDraft: true,
    })
    expect(await again(1)).toMatchObject({ ok: true })
    expect(await confirm(code, token)).toMatchObject({ refusal: 'code_unusable' })
    for (const minutes of [3, 6, 9]) expect(await again(minutes)).toMatchObject({ ok: true })
    expect(await again(12)).toMatchObject({ refusal: 'too_soon' })
    expect(await awaitedLink(guest(addMinutes(noon, 12)), token, anIp(token))).toMatchObject({
      wait: { kind: 'tomorrow' },
    })
    expect(await again(25 * 60)).toMatchObject({ refusal: 'nothing_to_prove' })
    expect(await confirm(await codeTo(email), token)).toMatchObject({ ok: true })
  })
})

describe('the draft', () => {
  // T53 and T54 on the page: next-step.test.ts and tests/e2e/sign-up.spec.ts
  test('tells the second window, and lets the last one go on', async () => {
    const token = must(await startDraft(guest(), { side: 'farm' }, { ip: anIp() })).token
    const other = '6e9c2f60-6f5f-4a64-8a8e-7c1d9f6b0b22'
    const save = (who: string, version: number, tradeName: string) =>
      saveDraft(guest(), { version, tab: who, profile: { tradeName } }, token)
    expect(await save(tab, 1, 'いち')).toEqual({ ok: true, value: { version: 2 } })
    expect(await save(tab, 1, 'に')).toEqual({ ok: true, value: { version: 3 } })
    expect(await save(other, 1, 'さん')).toMatchObject({ refusal: 'changed_elsewhere' })
    expect(await findDraft(guest(), token)).toMatchObject({ profile: { tradeName: 'に' } })
    expect(await save(other, 3, 'よん')).toMatchObject({ ok: true })
    expect(await save(tab, 1, 'ご')).toMatchObject({ refusal: 'changed_elsewhere' })
  })

  test('of two saves at once with the same version one wins', async () => {
    const token = must(await startDraft(guest(), { side: 'farm' }, { ip: anIp() })).token
    const tabs = ['6e9c2f60-6f5f-4a64-8a8e-7c1d9f6b0b22', tab]
    const saved = await Promise.all(tabs.map((who) => saveDraft(guest(), { version: 1, tab: who, profile: {} }, token)))
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('ends 24 hours after it was saved last, and is forgotten then', async () => {
    const token = await aDraft(anEmail())
    expect(await findDraft(guest(addHours(noon, 23)), token)).toMatchObject({ side: 'restaurant' })
    expect(await findDraft(guest(addHours(noon, 24)), token)).toBe('expired')
    const facts = await signUpFacts(guest(addHours(noon, 24)), token)
    expect(nextStep(facts.facts)).toBe('user-type')
    expect(await commit(token, addHours(noon, 24))).toMatchObject({ refusal: 'draft_gone' })
    await forgetOldDrafts(guest(addHours(noon, 25)))
    const { rows } = await test_.pool.query('select 1 from signup_drafts where id_hash = $1', [draftHashOf(token)])
    expect(rows).toEqual([])
  })

  test('takes a wrong address back: the account goes, everything typed stays', async () => {
    const { token, email, code } = await aSignUp('farm')
    expect(await reopenSignUp(guest(), {}, { token })).toEqual({ ok: true, value: null })
    expect(await personOf(email)).toBeUndefined()
    expect(await confirm(code, token, password)).toMatchObject({ refusal: 'code_unusable' })
    expect(nextStep((await signUpFacts(guest(), token)).facts)).toBe('signup')
    const draft = await findDraft(guest(), token)
    expect(draft).toMatchObject({ email: null, profile: { tradeName: '山田農園' } })
    const right = anEmail()
    if (draft && draft !== 'expired') await saveDraft(guest(), { version: draft.version, tab, email: right }, token)
    expect(await commit(token)).toEqual({ ok: true, mailed: true })
    expect(await mailsTo(right)).toEqual(['verify_email'])
  })

  test('cannot take back an account that is proven', async () => {
    const { token, email, code } = await aSignUp()
    await test_.db.updateTable('people').set({ emailVerifiedAt: noon }).where('email', '=', email).execute()
    expect(await reopenSignUp(guest(), {}, { token })).toMatchObject({ refusal: 'already_proven' })
    expect(await personOf(email)).toBeDefined()
    expect(nextStep((await signUpFacts(guest(), token)).facts)).toBe('signIn')
    expect(await confirm(code, token)).toMatchObject({ refusal: 'code_unusable' })
  })
})

describe('accounts whose address is never confirmed', () => {
  test('are removed after seven days, and no others', async () => {
    const gone = await aSignUp()
    const stays = await aSignUp()
    await confirm(stays.code, stays.token)
    await forgetUnproven(guest(addHours(noon, 7 * 24 - 1)))
    expect(await personOf(gone.email)).toBeDefined()
    await forgetUnproven(guest(addHours(noon, 7 * 24)))
    expect(await personOf(gone.email)).toBeUndefined()
    expect(await personOf(stays.email)).toBeDefined()
  })

  test('are waited for while a link can still prove it, and stay where they work', async () => {
    const [asked, member] = [await aSignUp(), await aSignUp()]
    const week = addHours(noon, 7 * 24)
    const personId = (await personOf(asked.email))?.id as PersonId
    const ctx = as(test_.db, { kind: 'person', personId, name: '山田 太郎' }, addHours(week, -2))
    must(await resendLink(ctx, {}, { token: null, ip: anIp(), encryption }))
    await test_.pool.query(
      `update restaurants set status = 'approved' from memberships, people
        where restaurants.id = restaurant_id and people.id = person_id and people.email = $1`,
      [member.email],
    )
    await forgetUnproven(guest(week))
    expect(await personOf(asked.email)).toBeDefined()
    expect(await personOf(member.email)).toBeDefined()
    await forgetUnproven(guest(addHours(week, 23)))
    expect(await personOf(asked.email)).toBeUndefined()
  })

  test('leave an anonymised row where the history refers to them', async () => {
    const { email } = await aSignUp()
    const id = (await personOf(email))?.id as PersonId
    const actor: Actor = { kind: 'person', personId: id, name: '山田 太郎' }
    await recordEvent(test_.db, { actor, now: noon }, { kind: 'signed_in', aboutPersonId: id })
    await forgetUnproven(guest(addHours(noon, 7 * 24)))
    expect(await personOf(email)).toBeUndefined()
    expect(await personOf(`${id}@closed.invalid`)).toMatchObject({ name: '取り消された登録' })
    expect(await signIn(guest(), { email, password, channel: 'cookie', ip: anIp(), userAgent })).toMatchObject({
      ok: false,
    })
  })
})

test('more than ten sign-ups an hour from one place are refused, and the draft stays', async () => {
  const ip = '192.0.2.77'
  const one = async () => {
    const token = await aDraft(anEmail())
    return {
      token,
      done: await commitSignUp(guest(), { token, password, ticked: await ticked(), encryption, ip, userAgent: null }),
    }
  }
  for (let n = 0; n < 10; n++) expect((await one()).done).toEqual({ ok: true, mailed: true })
  const { token, done } = await one()
  expect(done).toMatchObject({ refusal: 'too_many_sign_ups' })
  expect(await findDraft(guest(), token)).toMatchObject({ committedAt: null })
})

// T02 in part: a signed-in user without an organisation needs neither address nor link
test('a signed-in user without an organisation signs up without a mail', async () => {
  const personId = await aPerson(test_.db, '所属なし')
  const actor: Actor = { kind: 'person', personId, name: '所属なし' }
  const token = must(await startDraft(guest(), { side: 'farm' }, { ip: anIp() })).token
  await saveDraft(guest(), { version: 1, tab, profile: profiles.farm }, token)
  const ctx = as(test_.db, actor)
  expect(nextStep((await signUpFacts(ctx, token)).facts)).toBe('additionalConfirm')
  expect(
    await commitSignUp(ctx, { token, password: '', ticked: await ticked(), encryption, ip: anIp(), userAgent }),
  ).toEqual({
    ok: true,
    mailed: false,
  })
  expect(nextStep((await signUpFacts(ctx, token)).facts)).toBe('completed')
})

/** A user who signed in by phone in this browser, with a draft that lacks only the address. */
async function byPhone(email: Email) {
  const number = `+8190${String(20_000_000 + serial++)}`
  const proof = { provider: 'embedded', issuer: 'phone', subject: number, email: null, emailVerified: false } as const
  const verified = { ...proof, phone: number, authTime: noon, amr: ['sms'] as const }
  const entered = await enterWith(guest(), verified, { channel: 'cookie', ip: anIp(), userAgent })
  if (!entered.ok || !('token' in entered.value)) throw new TypeError('not let in')
  const token = must(await startDraft(guest(), { side: 'restaurant' }, { ip: anIp() })).token
  await saveDraft(guest(), { version: 1, tab, email, profile: profiles.restaurant }, token)
  const ctx = as(test_.db, await actorOf(guest(), entered.value.token, 'cookie'))
  const commitIt = async () =>
    commitSignUp(ctx, { token, password: '', ticked: await ticked(), encryption, ip: anIp(), userAgent })
  return { ctx, token, personId: entered.value.personId, commitIt, session: entered.value.token }
}

test('a user who signed in by phone gives an address and confirms it by mail; no password is asked for', async () => {
  const email = anEmail()
  const { ctx, token, personId, commitIt, session } = await byPhone(email)
  expect(await commitIt()).toEqual({ ok: true, mailed: true })
  expect(await commitIt()).toEqual({ ok: true, mailed: true })
  expect(nextStep((await signUpFacts(ctx, token)).facts)).toBe('verify-email')
  expect(await personOf(email)).toMatchObject({ id: personId })
  const code = await codeTo(email)
  expect(await confirm(code, null)).toMatchObject({ refusal: 'sign_in_needed' })
  const done = await confirm(code, token)
  expect(done).toMatchObject({ ok: true })
  expect(await actorOf(guest(), session, 'cookie')).toEqual({ kind: 'visitor' })
})

test('by phone with another user’s address: the same answer, a mail to that user, and the address can be corrected', async () => {
  const taken = await aSignUp()
  const { ctx, token, personId, commitIt } = await byPhone(taken.email)
  expect(await commitIt()).toEqual({ ok: true, mailed: true })
  expect(nextStep((await signUpFacts(ctx, token)).facts)).toBe('verify-email')
  expect(await awaitedLink(ctx, token, anIp(token))).toMatchObject({ email: taken.email, hasDraft: true })
  expect((await personOf(taken.email))?.id).not.toBe(personId)
  expect(await reopenSignUp(ctx, {}, { token })).toMatchObject({ ok: true })
  expect(nextStep((await signUpFacts(ctx, token)).facts)).toBe('additionalReg')
})

test('by phone with a wrong address: it is taken back, and they stay signed in', async () => {
  const { ctx, token, personId, commitIt } = await byPhone(anEmail())
  expect(await commitIt()).toMatchObject({ ok: true })
  expect(await reopenSignUp(ctx, {}, { token })).toMatchObject({ ok: true })
  const person = await test_.db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst()
  expect(person).toEqual({ email: null })
  expect(nextStep((await signUpFacts(ctx, token)).facts)).toBe('additionalReg')
  const { version } = (await findDraft(guest(), token)) as { version: number }
  await saveDraft(guest(), { version, tab, email: anEmail() }, token)
  expect(await commitIt()).toEqual({ ok: true, mailed: true })
})

test('a user who has an organisation, or no confirmed address, cannot found one, also not twice at once', async () => {
  const aPlace = async (personId: PersonId) => {
    const actor: Actor = { kind: 'person', personId, name: '二軒目' }
    const token = must(await startDraft(guest(), { side: 'farm' }, { ip: anIp() })).token
    await saveDraft(guest(), { version: 1, tab, email: anEmail(), profile: profiles.farm }, token)
    return commitSignUp(as(test_.db, actor), {
      token,
      password,
      ticked: await ticked(),
      encryption,
      ip: anIp(),
      userAgent,
    })
  }
  const { token, email, code } = await aSignUp()
  const personId = (await personOf(email))?.id
  if (!personId) throw new TypeError('no person')
  expect(await aPlace(personId)).toMatchObject({ refusal: 'unfinished' })
  expect(await confirm(code, token)).toMatchObject({ ok: true })
  expect(await aPlace(personId)).toMatchObject({ refusal: 'unfinished' })

  const nobodys = await aPerson(test_.db, '所属なし')
  const both = await Promise.all([aPlace(nobodys), aPlace(nobodys)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  await test_.db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', nobodys).execute()
  await test_.db.deleteFrom('memberships').where('personId', '=', nobodys).execute()
  expect(await aPlace(nobodys)).toMatchObject({ refusal: 'unfinished' })
})

describe('an application that was sent back (T42)', () => {
  async function returned() {
    const { token, code } = await aSignUp('farm')
    const done = await confirm(code, token)
    if (!done.ok || !('token' in done.value)) throw new TypeError('no session')
    const actor = await actorOf(guest(), done.value.token, 'cookie')
    if (actor.kind !== 'farm') throw new TypeError('no farm')
    const by = {
      actor: { kind: 'staff' as const, adminId: (await admin()).id, name: '運営', role: 'full' as const },
      now: noon,
    }
    const { version } = await myApplication(as(test_.db, actor))
    const change = { from: 'submitted', to: 'returned', version, reason: '住所の番地をたしかめてください。' } as const
    await moveApplication(test_.db, by, { farmId: actor.farmId }, change)
    return { ctx: as(test_.db, actor), farmId: actor.farmId }
  }
  function profileOf(typed: TypedProfile) {
    const read = readProfile('farm', typed)
    if (!read.ok) throw new TypeError(JSON.stringify(read.fields))
    return read.value
  }
  async function admin() {
    const { anAdmin } = await import('../factories/market.ts')
    return { id: (await anAdmin(test_.db)).adminId }
  }

  test('is mended by its owner and handed in again; what stood there stays in the history', async () => {
    const { ctx, farmId } = await returned()
    const it = await myApplication(ctx)
    expect(it).toMatchObject({ status: 'returned', reason: '住所の番地をたしかめてください。', mayMend: true })
    expect(nextStep((await signUpFacts(ctx, null)).facts)).toBe('mend')
    const typed = { ...(await myProfile(ctx)), street: '神楽坂9-9', invoiceFrom: '2025-04-01' }
    expect(readProfile('farm', { ...typed, phone: '' })).toMatchObject({ fields: { phone: expect.any(String) } })
    const profile = profileOf(typed)
    expect(await mendApplication(ctx, { version: it.version - 1, profile })).toMatchObject({
      refusal: 'changed_meanwhile',
    })
    expect(await mendApplication(ctx, { version: it.version, profile })).toEqual({ ok: true, value: null })
    expect(await myApplication(ctx)).toMatchObject({ status: 'submitted', reason: null })
    const events = await test_.db
      .selectFrom('events')
      .select(['kind', 'data', 'reason'])
      .where('aboutFarmId', '=', farmId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'organisation_returned',
      'organisation_submitted',
      'organisation_submitted',
      'profile_changed',
    ])
    expect(events.find(({ kind }) => kind === 'profile_changed')?.data).toEqual({
      changes: { street: ['神楽坂1-2-3', '神楽坂9-9'], invoiceFrom: ['2023-10-01', '2025-04-01'] },
    })
    expect(await myProfile(ctx)).toMatchObject({ invoiceNumber: 'T7000012050002', invoiceFrom: '2025-04-01' })
  })

  test('is not mended twice at once', async () => {
    const { ctx } = await returned()
    const { version } = await myApplication(ctx)
    const profile = profileOf(await myProfile(ctx))
    const both = await Promise.all([1, 2].map(() => mendApplication(ctx, { version, profile })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

// T43: the status, the role and the verification of an address cannot be submitted
test('what a form may not say is not kept', async () => {
  const { typedProfile } = await import('../../app/modules/organisations/sign-up/profile.ts')
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ...profiles.farm,
    status: 'approved',
    role: 'admin',
    emailVerified: '1',
  }))
    form.append(name, value)
  const kept = typedProfile('farm', form)
  for (const name of ['status', 'role', 'emailVerified', 'password', 'businessType'])
    expect(kept).not.toHaveProperty(name)
  const token = must(await startDraft(guest(), { side: 'farm' }, { ip: anIp() })).token
  const email = anEmail()
  await saveDraft(guest(), { version: 1, tab, email, profile: { ...profiles.farm, status: 'approved' } }, token)
  await commit(token)
  const { rows } = await test_.pool.query(
    'select f.status from farms f join memberships m on m.farm_id = f.id join people p on p.id = m.person_id where p.email = $1',
    [email],
  )
  expect(rows).toEqual([{ status: 'draft' }])
})

test('a session of an account that is removed ends at once', async () => {
  const { email, code } = await aSignUp()
  const person = await personOf(email)
  if (!person) throw new TypeError('no person')
  const token = await openSession(guest(), { who: { personId: person.id }, channel: 'cookie', ip: anIp(), userAgent })
  await disownAccount(guest(), code)
  expect(await actorOf(guest(), token, 'cookie')).toEqual({ kind: 'visitor' })
})

test('a user who came by phone and has turned the second step on gets a ticket for it, and no session', async () => {
  const email = anEmail()
  const { token, personId, commitIt } = await byPhone(email)
  const owner = { personId }
  await keepTotpSecret(test_.db, noon, encryption, { owner, secret: newTotpSecret(), step: null })
  expect(await commitIt()).toMatchObject({ ok: true })
  const code = await codeTo(email)
  const done = await confirm(code, token)
  expect(done).toMatchObject({ ok: true, value: { to: '/auth/signup/completed', ticket: expect.any(String) } })
  expect(done.ok && 'token' in done.value).toBe(false)
  expect(await personOf(email)).toMatchObject({ emailVerifiedAt: expect.any(Date) })
  const { rows } = await test_.pool.query('select 1 from sessions where person_id = $1', [owner.personId])
  expect(rows).toEqual([])
  const step = done.ok && 'ticket' in done.value ? await secondStepOf(guest(), done.value.ticket, 'person') : null
  expect(step).toMatchObject({ email, totpSince: expect.any(Date) })
})

test('a user who passed the second factor in this browser is not asked for it again', async () => {
  const email = anEmail()
  const { personId, commitIt } = await byPhone(email)
  await keepTotpSecret(test_.db, noon, encryption, {
    owner: { personId },
    secret: newTotpSecret(),
    step: null,
  })
  expect(await commitIt()).toMatchObject({ ok: true })
  const code = await codeTo(email)
  const session = { key: 'k', authTime: noon, aal: 2 } as const
  const mine = { kind: 'visitor', unproven: { personId, name: '山田', session } } as const
  const done = await confirm(code, null, null, as(test_.db, mine, addMinutes(noon, 5)))
  const token = done.ok && 'token' in done.value ? done.value.token : ''
  expect(await actorOf(guest(), token, 'cookie')).toMatchObject({ session: { aal: 2 } })
})

test('a network begins thirty sign-ups in an hour, and others go on', async () => {
  const begin = (ip: string) => startDraft(guest(), { side: 'farm' }, { ip })
  const answers = await Promise.all(Array.from({ length: 34 }, () => begin('203.0.113.77')))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
  expect(await begin('203.0.113.78')).toMatchObject({ ok: true })
  expect(await startDraft(guest(addMinutes(noon, 61)), { side: 'farm' }, { ip: '203.0.113.77' })).toMatchObject({
    ok: true,
  })
})

describe('with the other provider', () => {
  const provided = async (token: string, firebase: ReturnType<typeof aProvider>) =>
    commitSignUp(
      { ...guest(), firebase },
      { token, password, ticked: await ticked(), encryption, ip: anIp(), userAgent },
    )
  const subjectsOf = async (email: string) =>
    (
      await test_.db
        .selectFrom('identities')
        .innerJoin('people', 'people.id', 'personId')
        .select('subject')
        .where('people.email', '=', email)
        .execute()
    ).map(({ subject }) => subject)
  const strangers = (email: string) =>
    anAccount({
      subject: `stranger-${email}`,
      email,
      emailVerified: false,
      phone: '+819012345678',
      ways: ['password', 'phone'],
    })

  test('T17 an account that an attacker made at the provider for the address is removed, with its other login methods', async () => {
    const email = anEmail()
    const accounts = [strangers(email)]
    expect(await provided(await aDraft(email), aProvider(accounts))).toEqual({ ok: true, mailed: true })
    expect(accounts).toMatchObject([{ email, emailVerified: false, ways: ['password'] }])
    expect(await subjectsOf(email)).toEqual([accounts[0]?.subject])
    expect(accounts[0]?.subject).not.toBe(strangers(email).subject)
  })

  test('T17 a user without an address here who has it at the provider keeps their account, and loses the address', async () => {
    const email = anEmail()
    const accounts = [strangers(email)]
    const firebase = aProvider(accounts)
    const { subject } = strangers(email)
    const verified = {
      email: null,
      emailVerified: false,
      phone: '+819012345678',
      authTime: noon,
      amr: ['sms' as const],
    }
    await enterWith(
      { db: test_.db, now: noon },
      { provider: 'firebase', issuer: firebase.issuer, subject, ...verified },
      { channel: 'cookie', ip: anIp(), userAgent },
    )
    expect(await provided(await aDraft(email), firebase)).toEqual({ ok: true, mailed: true })
    expect(accounts.map((it) => [it.email, it.ways])).toEqual([
      [null, ['phone']],
      [email, ['password']],
    ])
    expect(await subjectsOf(email)).toEqual([accounts[1]?.subject])
    expect(await mailsTo(email)).toEqual(['verify_email'])
  })

  test('T18 an existing account stays as it is, and so does one whose address is confirmed there', async () => {
    const [known, proven] = [anEmail(), anEmail()]
    const accounts = [anAccount({ subject: `proven-${proven}`, email: proven })]
    const firebase = aProvider(accounts)
    await provided(await aDraft(known), firebase)
    const before = structuredClone(accounts)
    for (const email of [known, proven])
      expect(await provided(await aDraft(email), firebase)).toEqual({ ok: true, mailed: true })
    expect(accounts).toEqual(before)
    expect(await subjectsOf(proven)).toEqual([])
  })

  test('T55 two sign-ups with one address at once: one account there, and it is theirs', async () => {
    const email = anEmail()
    const accounts: ReturnType<typeof anAccount>[] = []
    const firebase = aProvider(accounts)
    const drafts = [await aDraft(email), await aDraft(email)]
    await Promise.all([...drafts, ...drafts].map((token) => provided(token, firebase)))
    expect(await subjectsOf(email)).toEqual(accounts.map(({ subject }) => subject))
    expect(accounts).toHaveLength(1)
  })
})
