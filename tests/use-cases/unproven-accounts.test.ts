import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, unprovenAccountOf } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { Email } from '../../app/kernel/email.ts'
import { EmailNotVerified, Forbidden, Unauthenticated } from '../../app/kernel/errors.ts'
import { newId, type PersonId } from '../../app/kernel/ids.ts'
import { addHours, addMinutes, jstDateOf } from '../../app/kernel/jst.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { makeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { changeEmail, moveTo } from '../../app/modules/identity/change-email.server.ts'
import { changePassword } from '../../app/modules/identity/change-password.server.ts'
import { endOtherSessions } from '../../app/modules/identity/end-sessions.server.ts'
import { offerPasskey } from '../../app/modules/identity/factors/passkeys.server.ts'
import { newTotpSecret } from '../../app/modules/identity/factors/totp.server.ts'
import { keepTotpSecret } from '../../app/modules/identity/factors/totp-secrets.server.ts'
import { enterWith } from '../../app/modules/identity/login-methods/enter-with.server.ts'
import { ownIdentities } from '../../app/modules/identity/login-methods/link-identity.server.ts'
import { issueCode } from '../../app/modules/identity/one-time-code.server.ts'
import { requestEmailChange } from '../../app/modules/identity/request-email-change.server.ts'
import { requestPasswordReset } from '../../app/modules/identity/request-password-reset.server.ts'
import { resetPassword } from '../../app/modules/identity/reset-password.server.ts'
import { saveName } from '../../app/modules/identity/save-name.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { makeWebhook } from '../../app/modules/notifications/webhooks/keep-webhook.server.ts'
import { makeCalendarFeed } from '../../app/modules/ordering/past/calendar-feed.server.ts'
import { acceptMemberInvitation } from '../../app/modules/organisations/members/accept-invitation.server.ts'
import { inviteMember } from '../../app/modules/organisations/members/invite-member.server.ts'
import { awaitedLink, resendLink } from '../../app/modules/organisations/sign-up/await-link.server.ts'
import { changeUnprovenAddress } from '../../app/modules/organisations/sign-up/change-address.server.ts'
import { commitSignUp, consentsToJoin } from '../../app/modules/organisations/sign-up/commit-sign-up.server.ts'
import { confirmEmail, disownAccount } from '../../app/modules/organisations/sign-up/confirm-email.server.ts'
import { deleteUnproven } from '../../app/modules/organisations/sign-up/delete-unproven.server.ts'
import { saveDraft, startDraft } from '../../app/modules/organisations/sign-up/draft.server.ts'
import { reopenSignUp } from '../../app/modules/organisations/sign-up/reopen-sign-up.server.ts'
import { aKey, anIp, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anAccount, aProvider } from '../support/google.ts'
import { codeSentTo, testEncryption as encryption } from '../support/mailed.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const site = 'https://market.example.jp'
const password = '畑と厨房をつなぐ一本の道'
const newPassword = '畑の朝つゆ 2026'
const guest = (now = noon) => as(test_.db, { kind: 'visitor' }, now)
const soon = addMinutes(noon, 5)
const safeFetch = { refuses: () => false } as unknown as Parameters<typeof makeWebhook>[2]['safeFetch']

beforeAll(async () => {
  for (const slug of ['user-policy', 'privacy-policy']) {
    const facts = `slug: ${slug}\ntitle: ${slug}\nversion: 1\neffectiveOn: ${jstDateOf(noon)}\nmaterial: yes\nchange: 初版`
    await takeInPages(test_.db, [readPageFile(`${slug}.md`, `---\n${facts}\n---\n本文`)], noon)
  }
})

const profile = {
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
  phone: '0332601234',
  invoiceNumber: '',
  businessType: 'フレンチ',
  receivingWeekdays: '1,3,5',
  slot: 'am',
  receivingNote: '裏口',
}
const anEmail = () => `unproven-${crypto.randomUUID()}@example.jp` as Email
const ticked = async () =>
  Object.fromEntries((await consentsToJoin(guest())).map(({ slug, pageVersionId }) => [slug, pageVersionId]))

async function commit(ctx: Ctx, email: Email): Promise<string> {
  const token = must(await startDraft(guest(), { side: 'restaurant' }, { ip: anIp() })).token
  await saveDraft(guest(), { version: 1, tab: crypto.randomUUID(), email, profile }, token)
  expect(
    await commitSignUp(ctx, { token, password, ticked: await ticked(), encryption, ip: anIp(), userAgent: 'Firefox' }),
  ).toMatchObject({
    ok: true,
  })
  return token
}

async function enter(email: string, typed = password, now = noon): Promise<Actor> {
  const signedIn = must(
    await signIn(guest(now), { email, password: typed, channel: 'cookie', ip: anIp(), userAgent: 'Firefox' }),
  )
  if (!('token' in signedIn)) throw new TypeError('a second step')
  return actorOf({ db: test_.db, now }, signedIn.token, 'cookie')
}

/** A restaurant that was signed up with a password, its address unverified, signed in. */
async function anApplicant(email = anEmail()) {
  const draftToken = await commit(guest(), email)
  const actor = await enter(email)
  const account = there(unprovenAccountOf(actor))
  const row = await test_.db
    .selectFrom('memberships')
    .select(['id', 'restaurantId'])
    .where('personId', '=', account.personId)
    .executeTakeFirstOrThrow()
  const restaurantId = there(row.restaurantId)
  return { email, draftToken, actor, personId: account.personId, membershipId: row.id, restaurantId }
}
type Applicant = Awaited<ReturnType<typeof anApplicant>>

const codeTo = (email: string, template = 'verify_email') => codeSentTo(test_.pool, email, template)
const confirm = async ({ email, draftToken }: Pick<Applicant, 'email' | 'draftToken'>, typed: string | null = null) =>
  confirmEmail(guest(soon), {
    code: await codeTo(email),
    draftToken,
    password: typed,
    ip: anIp(),
    userAgent: 'Firefox',
  })

/** As full an owner as such accounts were before the address counted. */
const ownerOf = ({ personId, restaurantId }: Applicant): Extract<Actor, { kind: 'buyer' }> => ({
  kind: 'buyer',
  personId,
  name: '山田 太郎',
  role: 'owner',
  restaurantId,
  restaurantApproved: false,
  kitchenIds: [],
  orderLimitYen: null,
  session: { key: 'a', authTime: noon, aal: 1 },
})
const anInvitation = { email: 'friend@example.jp' as Email, role: 'owner', rights: 'all', orderLimitYen: null } as const

const anAddress = { channel: 'line', keys: null, createdAt: noon, endedAt: null, endReason: null } as const

const setProven = (personId: PersonId, at: Date | null) =>
  test_.db.updateTable('people').set({ emailVerifiedAt: at }).where('id', '=', personId).execute()

/** What an attacker could create with another person's address while an unverified account was a full owner. */
async function strangersWork(applicant: Applicant) {
  const { personId, membershipId, restaurantId } = applicant
  await setProven(personId, noon)
  const owner = as(test_.db, ownerOf(applicant))
  must(await makeApiToken(owner, { name: '会計', scopes: ['orders.read'], days: 90 }))
  await makeCalendarFeed(owner, {})
  must(await makeWebhook(owner, { url: 'https://hook.example.com/', groups: ['orders'] }, { encryption, safeFetch }))
  must(await inviteMember(owner, { key: aKey(), ...anInvitation }, { encryption, ip: anIp() }))
  const friend = await aPerson(test_.db, '他人')
  const elsewhere = await aRestaurant(test_.db)
  for (const [person_id, restaurant_id] of [
    [friend, restaurantId],
    [personId, elsewhere.restaurantId],
  ] as const)
    await test_.db
      .insertInto('memberships')
      .values({
        id: newId<'membership'>(),
        personId: person_id,
        farmId: null,
        restaurantId: restaurant_id,
        role: 'owner',
        orderLimitYen: null,
      })
      .execute()
  await test_.db
    .insertInto('passkeys')
    .values({
      credentialId: crypto.randomUUID(),
      personId,
      adminId: null,
      publicKey: Buffer.from('k'),
      counter: 0,
      transports: [],
      backedUp: false,
      name: 'stranger',
      createdAt: noon,
      lastUsedAt: null,
    })
    .execute()
  await keepTotpSecret(test_.db, noon, encryption, { owner: { personId }, secret: newTotpSecret(), step: null })
  await test_.db
    .insertInto('identities')
    .values({
      provider: 'embedded',
      issuer: 'phone',
      subject: `+81${personId}`,
      personId,
      email: null,
      linkedAt: noon,
    })
    .execute()
  await test_.db
    .insertInto('notificationAddresses')
    .values({ ...anAddress, id: newId<'notificationAddress'>(), personId, address: `U${personId}` })
    .execute()
  await test_.db
    .insertInto('lineCodes')
    .values({ hash: randomBytes(32), personId, createdAt: noon, expiresAt: addHours(noon, 1) })
    .execute()
  const change = await issueCode(test_.db, noon, { purpose: 'change_email', owner: { personId }, email: anEmail() })
  await setProven(personId, null)
  return { friend, change, membershipId }
}
const leftOf = async ({ personId, restaurantId }: Applicant) => {
  const { rows } = await test_.pool.query(
    `select (select count(*) from api_tokens where person_id = $1) as tokens,
            (select count(*) from calendar_feeds f join memberships m on m.id = f.membership_id where m.person_id = $1) as feeds,
            (select count(*) from webhooks where restaurant_id = $2 and ended_at is null) as webhooks,
            (select count(*) from invitations where restaurant_id = $2 and ended_at is null) as invitations,
            (select count(*) from memberships where person_id = $1) as places,
            (select count(*) from memberships where restaurant_id = $2) as members,
            (select count(*) from passkeys where person_id = $1) as passkeys,
            (select count(*) from totp_secrets where person_id = $1) as totp,
            (select count(*) from identities where person_id = $1 and issuer <> 'embedded') as linked,
            (select count(*) from notification_addresses where person_id = $1) as rings,
            (select count(*) from line_codes where person_id = $1) as lines`,
    [personId, restaurantId],
  )
  return rows[0]
}
const nothing = {
  tokens: 0,
  feeds: 0,
  webhooks: 0,
  invitations: 0,
  places: 1,
  members: 1,
  passkeys: 0,
  totp: 0,
  linked: 0,
  rings: 0,
  lines: 0,
}
const everything = {
  tokens: 1,
  feeds: 1,
  webhooks: 1,
  invitations: 1,
  places: 2,
  members: 2,
  passkeys: 1,
  totp: 1,
  linked: 1,
  rings: 1,
  lines: 1,
}
const statusOf = async (restaurantId: Applicant['restaurantId']) =>
  (await test_.db.selectFrom('restaurants').select('status').where('id', '=', restaurantId).executeTakeFirst())?.status

describe('T76 an account whose address is not proven', () => {
  test.each([
    ['invites an owner', (ctx: Ctx) => inviteMember(ctx, { key: aKey(), ...anInvitation }, { encryption, ip: anIp() })],
    ['makes a token', (ctx: Ctx) => makeApiToken(ctx, { name: 'a', scopes: [], days: 90 })],
    [
      'makes a webhook',
      (ctx: Ctx) => makeWebhook(ctx, { url: 'https://a.example', groups: [] }, { encryption, safeFetch }),
    ],
    ['makes a calendar feed', (ctx: Ctx) => makeCalendarFeed(ctx, {})],
    ['changes its name', (ctx: Ctx) => saveName(ctx, { name: 'a', nameKana: '' })],
    ['changes its password', (ctx: Ctx) => changePassword(ctx, { password: newPassword, keys: [] })],
    [
      'asks for another address as proven people do',
      (ctx: Ctx) => requestEmailChange(ctx, { email: anEmail() }, { ip: anIp(), encryption }),
    ],
    ['signs out other devices', (ctx: Ctx) => endOtherSessions(ctx, { keys: [] })],
    ['links another way in', (ctx: Ctx) => ownIdentities(ctx)],
  ] as const)('is refused when it %s', async (_, ask) => {
    const { actor } = await anApplicant()
    await expect((async () => ask(as(test_.db, actor)))()).rejects.toThrow(EmailNotVerified)
  })

  test('is refused when it adds a passkey, by its own sentence', async () => {
    const { actor, personId } = await anApplicant()
    const ask = async () =>
      offerPasskey(as(test_.db, actor), { origin: site }, { personId }, { email: 'a@example.jp', name: 'a' })
    await expect(ask()).rejects.toThrow(EmailNotVerified)
  })

  test('is a visitor who is known; a program of it is one as well', async () => {
    const { actor, personId, email } = await anApplicant()
    expect(actor).toMatchObject({ kind: 'visitor', unproven: { personId, session: { aal: 1 } } })
    const { token } = must(
      await signIn(guest(), { email, password, channel: 'bearer', ip: anIp(), userAgent: 'Firefox' }),
    ) as { token: string }
    expect(await actorOf(guest(), token, 'bearer')).toMatchObject({ kind: 'visitor', unproven: { personId } })
  })

  test('makes nothing that outlives a session: the database refuses it, too', async () => {
    const applicant = await anApplicant()
    const owner = as(test_.db, ownerOf(applicant))
    await expect(makeCalendarFeed(owner, {})).rejects.toThrow('is not proven')
    const token = { name: '会計', scopes: ['orders.read'], days: 90 }
    await expect(makeApiToken(owner, token)).rejects.toThrow('is not proven')
    const { personId } = applicant
    const address = { ...anAddress, id: newId<'notificationAddress'>(), personId, address: `U${personId}` }
    await expect(test_.db.insertInto('notificationAddresses').values(address).execute()).rejects.toThrow(
      'is not proven',
    )
    await expect(inviteMember(owner, { key: aKey(), ...anInvitation }, { encryption, ip: anIp() })).rejects.toThrow(
      'is not proven',
    )
    await expect(
      makeWebhook(owner, { url: 'https://hook.example.com/', groups: ['orders'] }, { encryption, safeFetch }),
    ).rejects.toThrow('is not proven')
  })

  test('came by phone: proven without an address, not proven from when one is given until it is confirmed', async () => {
    const { actor, applicant, session } = await byPhone()
    expect(actor.kind).toBe('person')
    expect(unprovenAccountOf(await actorOf(guest(), session, 'cookie'))).toMatchObject({ personId: applicant.personId })
    expect(await awaitedLink(as(test_.db, await actorOf(guest(), session, 'cookie')), null, anIp())).toMatchObject({
      email: applicant.email,
    })
    const done = must(await confirm(applicant))
    expect(await actorOf(guest(soon), 'token' in done ? done.token : '', 'cookie')).toMatchObject({ kind: 'buyer' })
  })
})

async function byPhone({ secondStep = false } = {}) {
  const proof = { provider: 'embedded', issuer: 'phone', subject: `+8190${crypto.randomUUID()}` } as const
  const verified = { ...proof, email: null, emailVerified: false, phone: null, authTime: noon, amr: ['sms'] as const }
  const entered = must(await enterWith(guest(), verified, { channel: 'cookie', ip: anIp(), userAgent: 'Firefox' }))
  if (!('token' in entered)) throw new TypeError('a second step')
  const actor = await actorOf(guest(), entered.token, 'cookie')
  const { personId } = entered
  if (secondStep)
    await keepTotpSecret(test_.db, noon, encryption, { owner: { personId }, secret: newTotpSecret(), step: null })
  const email = anEmail()
  const draftToken = await commit(as(test_.db, actor), email)
  return { actor, session: entered.token, applicant: { email, draftToken, personId } }
}

describe('T77 the first proof of an address', () => {
  test('removes what was made before it, and keeps what the sign-up made', async () => {
    const applicant = await anApplicant()
    const { change } = await strangersWork(applicant)
    expect(await leftOf(applicant)).toEqual(everything)
    const done = must(await confirm(applicant))
    expect(await leftOf(applicant)).toEqual(nothing)
    expect(await statusOf(applicant.restaurantId)).toBe('submitted')
    expect(await actorOf(guest(soon), 'token' in done ? done.token : '', 'cookie')).toMatchObject({
      kind: 'buyer',
      role: 'owner',
      restaurantId: applicant.restaurantId,
    })
    expect(await enter(applicant.email, password, soon)).toMatchObject({ kind: 'buyer' })
    expect(await changeEmail(guest(soon), { code: change, ip: anIp(), encryption })).toMatchObject({
      refusal: 'code_unusable',
    })
    const consents = await test_.db
      .selectFrom('consents')
      .select('id')
      .where('personId', '=', applicant.personId)
      .execute()
    expect(consents).toHaveLength(2)
  })

  test('by a reset of the password takes the same away; the address is still to be confirmed, in a session of its own', async () => {
    const applicant = await anApplicant()
    await strangersWork(applicant)
    must(await requestPasswordReset(guest(), { email: applicant.email, ip: anIp(), encryption }))
    const code = await codeTo(applicant.email, 'reset_password')
    must(await resetPassword(guest(soon), { code, password: newPassword, keepPasskeys: true, ip: anIp() }))
    expect(await leftOf(applicant)).toEqual(nothing)
    expect(unprovenAccountOf(await enter(applicant.email, newPassword, soon))).not.toBeNull()
    expect(await statusOf(applicant.restaurantId)).toBe('draft')
    must(await confirm({ ...applicant, draftToken: 'another browser' }, newPassword))
    expect(await statusOf(applicant.restaurantId)).toBe('submitted')
  })

  test('by staff who move the account to another address takes the same away', async () => {
    const applicant = await anApplicant()
    await strangersWork(applicant)
    await test_.db.transaction().execute((db) => moveTo({ db, now: soon }, applicant.personId, anEmail()))
    expect(await leftOf(applicant)).toEqual(nothing)
  })

  test('by the link of an invitation takes the same away, and then lets in', async () => {
    const applicant = await anApplicant()
    await strangersWork(applicant)
    const shop = await anotherShop()
    const to = { ...anInvitation, email: applicant.email, role: 'staff' as const }
    must(await inviteMember(as(test_.db, shop.owner), { key: aKey(), ...to }, { encryption, ip: anIp() }))
    const actor = await actorOf(guest(), await sessionOf(applicant.personId), 'cookie')
    const code = await invitationCodeTo(applicant.email)
    expect(must(await acceptMemberInvitation(as(test_.db, actor, soon), {}, { code }))).toMatchObject({
      home: '/restaurant',
    })
    expect(await leftOf(applicant)).toEqual({ ...nothing, places: 2 })
  })

  test('keeps the login methods of a user who signed in by phone, and their second factor', async () => {
    const { applicant } = await byPhone({ secondStep: true })
    expect(must(await confirm(applicant))).toMatchObject({ ticket: expect.any(String) })
    const { rows } = await test_.pool.query('select issuer from identities where person_id = $1', [applicant.personId])
    expect(rows).toEqual([{ issuer: 'phone' }])
  })

  test('removes other login methods at the other provider', async () => {
    const applicant = await anApplicant()
    const subject = `user-${applicant.personId}`
    const { email } = applicant
    const accounts = [anAccount({ subject, email, phone: '+819012345678', ways: ['password', 'phone', 'google.com'] })]
    const firebase = aProvider(accounts)
    firebase.accounts.passwords.set(subject, password)
    await test_.db
      .insertInto('identities')
      .values({
        provider: 'firebase',
        issuer: firebase.issuer,
        subject,
        personId: applicant.personId,
        email,
        linkedAt: noon,
      })
      .execute()
    const code = await codeTo(email)
    const input = { code, draftToken: applicant.draftToken, password: null, ip: anIp(), userAgent: 'Firefox' }
    must(await confirmEmail({ ...guest(soon), firebase }, input))
    expect(accounts).toMatchObject([{ email, phone: null, ways: ['password'], emailVerified: true }])
  })

  test('at the moment at which another owner invites or a member accepts: in either order, no access is left', async () => {
    for (let round = 0; round < 4; round++) {
      const applicant = await anApplicant()
      await setProven(applicant.personId, noon)
      const invited = await aPerson(test_.db, '招かれた人')
      const to = { ...anInvitation, email: `${invited}@example.jp` as Email }
      must(await inviteMember(as(test_.db, ownerOf(applicant)), { key: aKey(), ...to }, { encryption, ip: anIp() }))
      const { friend } = await strangersWork({ ...applicant })
      const code = await invitationCodeTo(to.email)
      const friends = as(test_.db, { ...ownerOf(applicant), personId: friend }, soon)
      const [proven] = await Promise.all([
        confirm(applicant),
        inviteMember(friends, { key: aKey(), ...anInvitation, email: anEmail() }, { encryption, ip: anIp() }).catch(
          (error: unknown) => expect(error).toBeInstanceOf(Forbidden),
        ),
        acceptMemberInvitation(
          as(test_.db, { kind: 'person', personId: invited, name: '招かれた人' }, soon),
          {},
          { code },
        ),
        expect(
          (async () =>
            inviteMember(
              as(test_.db, applicant.actor, soon),
              { key: aKey(), ...anInvitation },
              { encryption, ip: anIp() },
            ))(),
        ).rejects.toThrow(EmailNotVerified),
      ])
      expect(proven).toMatchObject({ ok: true })
      expect(await leftOf(applicant)).toEqual(nothing)
    }
  })
})

async function anotherShop() {
  const shop = await aRestaurant(test_.db)
  await test_.db
    .updateTable('memberships')
    .set({ role: 'owner' })
    .where('restaurantId', '=', shop.restaurantId)
    .execute()
  return { ...shop, owner: { ...shop.actor, role: 'owner' as const } }
}
const sessionOf = (personId: PersonId) =>
  openSession(guest(), { who: { personId }, channel: 'cookie', ip: anIp(), userAgent: 'Firefox' })
const invitationCodeTo = (email: string) => codeSentTo(test_.pool, email, 'member_invitation')

describe('T79 another address before the first is proven', () => {
  test('gets the link; the old link is dead; the account takes it when it is confirmed with the password', async () => {
    const applicant = await anApplicant()
    const old = await codeTo(applicant.email)
    const email = anEmail()
    const mine = as(test_.db, applicant.actor, soon)
    expect(must(await changeUnprovenAddress(mine, { email }, { ip: anIp(), encryption }))).toEqual({ email })
    expect(await awaitedLink(mine, null, anIp())).toMatchObject({ email })
    expect(
      await confirmEmail(guest(soon), {
        code: old,
        draftToken: applicant.draftToken,
        password,
        ip: anIp(),
        userAgent: 'Firefox',
      }),
    ).toMatchObject({ refusal: 'code_unusable' })
    expect(await confirm({ email, draftToken: 'none' })).toMatchObject({ refusal: 'password_needed' })
    must(await confirm({ email, draftToken: 'none' }, password))
    expect(await statusOf(applicant.restaurantId)).toBe('submitted')
    expect(await enter(email, password, soon)).toMatchObject({ kind: 'buyer' })
  })

  test('that has an account is mailed, and the answer and the page are the same', async () => {
    const [applicant, other] = [await anApplicant(), await aPerson(test_.db, '登録済み')]
    const email = `${other}@example.jp` as Email
    const mine = as(test_.db, applicant.actor, soon)
    expect(must(await changeUnprovenAddress(mine, { email }, { ip: anIp(), encryption }))).toEqual({ email })
    expect(await awaitedLink(mine, null, anIp())).toMatchObject({ email })
    must(
      await resendLink(
        as(test_.db, applicant.actor, addMinutes(noon, 10)),
        {},
        { token: null, ip: anIp(), encryption },
      ),
    )
    const mails = await test_.db.selectFrom('mails').select('template').where('recipient', '=', email).execute()
    expect(mails).toEqual([{ template: 'already_registered' }, { template: 'already_registered' }])
  })

  test('is rejected by its owner: the account stays, with the address it had', async () => {
    const applicant = await anApplicant()
    const email = anEmail()
    must(await changeUnprovenAddress(as(test_.db, applicant.actor, soon), { email }, { ip: anIp(), encryption }))
    must(await disownAccount(guest(soon), await codeTo(email)))
    expect(await awaitedLink(as(test_.db, applicant.actor, soon), null, anIp())).toMatchObject({
      email: applicant.email,
    })
  })

  test('is not for accounts that are proven, and five a day are enough', async () => {
    const { actor } = await aRestaurant(test_.db)
    const ask = (now: Date, who: Actor) =>
      changeUnprovenAddress(as(test_.db, who, now), { email: anEmail() }, { ip: anIp(), encryption })
    await expect(ask(noon, actor)).rejects.toThrow(Forbidden)
    await expect(ask(noon, { kind: 'visitor' })).rejects.toThrow(Unauthenticated)
    const applicant = await anApplicant()
    for (let n = 0; n < 5; n++) must(await ask(soon, applicant.actor))
    expect(await ask(soon, applicant.actor)).toMatchObject({ refusal: 'too_soon' })
  })
})

describe('T79 an account that is deleted before its address is proven', () => {
  const remove = (actor: Actor, draftToken: string | null = null, confirmed = true) =>
    deleteUnproven(as(test_.db, actor, soon), { confirmed }, { token: draftToken })
  const isThere = async (personId: PersonId) =>
    (
      await test_.db
        .selectFrom('people')
        .select('id')
        .where('id', '=', personId)
        .where('closedAt', 'is', null)
        .execute()
    ).length === 1

  test('goes with its place and its sign-up, and asks first', async () => {
    const { actor, personId, draftToken, restaurantId } = await anApplicant()
    expect(await remove(actor, draftToken, false)).toMatchObject({ refusal: 'not_confirmed' })
    must(await remove(actor, draftToken))
    expect([await isThere(personId), await statusOf(restaurantId)]).toEqual([false, undefined])
    expect(await reopenSignUp(guest(soon), {}, { token: draftToken })).toMatchObject({ refusal: 'draft_gone' })
    expect(await remove(actor)).toMatchObject({ refusal: 'nothing_to_delete' })
  })

  test('from the browser that signed up, also where the address had an account: one answer', async () => {
    const applicant = await anApplicant()
    must(await remove({ kind: 'visitor' }, applicant.draftToken))
    expect(await isThere(applicant.personId)).toBe(false)
    const other = await aPerson(test_.db, '登録済み')
    const draftToken = await commit(guest(), `${other}@example.jp` as Email)
    must(await remove({ kind: 'visitor' }, draftToken))
    expect(await isThere(other)).toBe(true)
  })

  test('is not one that is proven, nor one of a user who came by phone and gave no address', async () => {
    const { actor } = await aRestaurant(test_.db)
    expect(await remove(actor)).toMatchObject({ refusal: 'nothing_to_delete' })
    const phone: Actor = { kind: 'person', personId: await aPerson(test_.db, '電話の人'), name: '電話の人' }
    await test_.db
      .updateTable('people')
      .set({ email: null, emailVerifiedAt: null })
      .where('id', '=', phone.personId)
      .execute()
    expect(await remove(phone)).toMatchObject({ refusal: 'nothing_to_delete' })
    expect(await isThere(phone.personId)).toBe(true)
  })

  test('or proven in the same moment: exactly one of the two', async () => {
    for (let round = 0; round < 4; round++) {
      const applicant = await anApplicant()
      const [proven, deleted] = await Promise.all([confirm(applicant), remove(applicant.actor, applicant.draftToken)])
      expect([proven.ok, deleted.ok].filter(Boolean)).toHaveLength(1)
      expect(await isThere(applicant.personId)).toBe(proven.ok)
    }
  })
})
