import { beforeAll, describe, expect, test } from 'vitest'
import { TooMany } from '../../app/kernel/errors.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import {
  type StrangerMail,
  signInLimits,
  strangerMailCaps,
  strangersMany,
} from '../../app/modules/identity/account-limits.ts'
import { knownDevice } from '../../app/modules/identity/device.server.ts'
import { inspectLink } from '../../app/modules/identity/inspect-link.server.ts'
import { isKnownNetwork } from '../../app/modules/identity/known-networks.server.ts'
import { mayMail } from '../../app/modules/identity/mail-throttle.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { refreshTokens, withRefreshToken } from '../../app/modules/identity/refresh-tokens.server.ts'
import { requestPasswordReset } from '../../app/modules/identity/request-password-reset.server.ts'
import { deviceCookie } from '../../app/modules/identity/session.ts'
import { closeSessionsOf, forgetEndedSessions } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { withSite } from '../../app/modules/notifications/with-site.server.ts'
import { type MailTemplate, mailKinds } from '../../app/notification-kinds.server.ts'
import { openMailLink } from '../../app/routes/auth/links/open-link.server.ts'
import { drawnForOne, shareImageAnswer } from '../../app/routes/public/share-images/share-image.server.ts'
import { requestFacts } from '../../app/web/request-context.ts'
import { anIp, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption, testSite, withWords } from '../support/mailed.ts'
import { pageContext } from '../support/page-context.ts'
import { must } from './steps.ts'

/** Attackers try to use up what the owner of an account needs (docs/security.md, T85–T88). */

const test_ = testDatabase()
const password = '合言葉は 山と川'
let phc: string
beforeAll(async () => {
  phc = await hashPassword(password)
})
const asking = (now = noon) => ({ db: test_.db, now })

/** A chef with a password, who has signed in once from a network of their own. */
async function aCook() {
  const { actor } = await aRestaurant(test_.db)
  await test_.db.insertInto('passwords').values({ personId: actor.personId, phc, changedAt: noon }).execute()
  const email = `${actor.personId}@example.jp`
  const home = anIp(`the kitchen of ${email}`)
  must(await enter(email, { ip: home }))
  return { personId: actor.personId, email, home }
}

type From = { ip: string | null; device?: string; now?: Date; secret?: string; channel?: 'cookie' | 'bearer' }
const enter = (email: string, { now = noon, secret = password, channel = 'bearer', ...from }: From) =>
  signIn(asking(now), { email, password: secret, channel, userAgent: null, ...from })
const guess = (email: string, ip: string | null, now = noon) => enter(email, { ip, now, secret: 'wrong' })

/** Earlier attempts of strangers, counted without the work of checking them. */
const looked = (email: string, n: number, now = noon) =>
  test_.pool.query(
    `insert into throttle (key, n, until) values (translate(rtrim(encode(sha256($1::bytea), 'base64'), '='), '+/', '-_'), $2, $3)
     on conflict (key) do update set n = excluded.n`,
    [`sign-in-strangers:${email}`, n, addHours(now, 24)],
  )

describe('passwords', () => {
  test('T85 a thousand networks try: the owner can sign in from the usual network, a known device and a new network', async () => {
    const { email, home } = await aCook()
    let lookedAt = 0
    // the first hundred and fifty for real, three at a time, because each costs a password hash
    for (let n = 0; n < 150; n++) {
      const answer = await guess(email, anIp(`attacker ${n}`))
      if (!answer.ok && answer.refusal === 'wrong_credentials') lookedAt += 1
    }
    expect(lookedAt).toBe(150)
    await looked(email, 1_000)
    expect(await enter(email, { ip: home })).toMatchObject({ ok: true })
    expect(await enter(email, { ip: home, channel: 'cookie' })).toMatchObject({ ok: true })
    expect(await enter(email, { ip: anIp(), device: 'their phone' })).toMatchObject({ ok: true })
    expect(await enter(email, { ip: anIp() })).toMatchObject({ ok: true })
  }, 60_000)

  test('T85 ten wrong passwords from one network stop that network alone', async () => {
    const { email, home } = await aCook()
    const ip = anIp()
    for (let n = 0; n < 10; n++) expect(await guess(email, ip)).toMatchObject({ refusal: 'wrong_credentials' })
    expect(await enter(email, { ip })).toMatchObject({ refusal: 'too_many_tries', detail: { waitSeconds: 15 * 60 } })
    expect(await enter(email, { ip: home })).toMatchObject({ ok: true })
  })

  test('T86 from the hundredth try of a day each stranger’s network has three; at once no more than that', async () => {
    const { email } = await aCook()
    await looked(email, strangersMany)
    const ip = anIp()
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(email, ip)))
    expect(answers.filter((it) => !it.ok && it.refusal === 'wrong_credentials')).toHaveLength(
      signInLimits.accountDayOfMany.most,
    )
    const late = await guess(email, ip, addHours(noon, 2))
    expect(late).toMatchObject({ refusal: 'too_many_tries', detail: { waitSeconds: 22 * 3_600 } })
  })

  test('T86 whatever their number, all strangers together have five thousand tries a day; the owner is not among them', async () => {
    const { email, home } = await aCook()
    await looked(email, signInLimits.strangers.most - 5)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(email, anIp())))
    expect(answers.filter((it) => !it.ok && it.refusal === 'wrong_credentials')).toHaveLength(5)
    expect(await enter(email, { ip: anIp() })).toMatchObject({ refusal: 'too_many_tries' })
    expect(await enter(email, { ip: home })).toMatchObject({ ok: true })
    expect(await enter(email, { ip: anIp(), device: 'their phone' })).toMatchObject({ ok: true })
    expect(await guess(email, anIp(), addHours(noon, 24))).toMatchObject({ refusal: 'wrong_credentials' })
  })

  test('T86 a server with a /48 is one network to an account', async () => {
    const { email } = await aCook()
    for (let n = 0; n < 10; n++) await guess(email, `2001:db8:9:${n}::1`)
    expect(await guess(email, '2001:db8:9:ffff::1')).toMatchObject({ refusal: 'too_many_tries' })
    expect(await guess(email, '2001:db8:a:1::1')).toMatchObject({ refusal: 'wrong_credentials' })
  })

  test('T87 where the address is not known all share one count, and a known device needs none', async () => {
    const { email } = await aCook()
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`nobody-${n}@example.jp`, null)))
    expect(answers.filter((it) => !it.ok && it.refusal === 'wrong_credentials')).toHaveLength(20)
    expect(await enter(email, { ip: null })).toMatchObject({ refusal: 'too_many_tries' })
    expect(await enter(email, { ip: null, device: 'their phone' })).toMatchObject({ ok: true })
  })

  test('a neighbour on the same network cannot use up what a known device has', async () => {
    const { email, home } = await aCook()
    for (let n = 0; n < 25; n++) await guess(`neighbour-${n}@example.jp`, home)
    expect(await enter(email, { ip: home })).toMatchObject({ refusal: 'too_many_tries' })
    expect(await enter(email, { ip: home, device: 'their phone' })).toMatchObject({ ok: true })
  })
})

describe('the networks of an account', () => {
  test('are those from which it has signed in or a program has renewed its token; for half a year', async () => {
    const { personId, email, home } = await aCook()
    const elsewhere = anIp()
    const known = (ip: string | null, now = noon) => isKnownNetwork(asking(now), { email }, ip)
    expect([await known(home), await known(elsewhere), await known(null)]).toEqual([true, false, false])
    const opened = must(await enter(email, { ip: home }))
    if (!('token' in opened)) throw new Error('a second step was asked for')
    const { refreshToken } = await withRefreshToken(asking(), opened.token)
    must(await refreshTokens(asking(), refreshToken, elsewhere))
    expect(await known(elsewhere)).toBe(true)
    expect(await isKnownNetwork(asking(), { personId }, elsewhere)).toBe(true)
    expect(await isKnownNetwork(asking(), { email: 'nobody@example.jp' }, home)).toBe(false)
    const late = addHours(noon, 181 * 24)
    expect(await known(home, late)).toBe(false)
    await forgetEndedSessions(asking(late))
    expect((await test_.pool.query('select from known_networks where person_id = $1', [personId])).rowCount).toBe(0)
  })

  test('are forgotten when the user signs out everywhere', async () => {
    const { personId, email, home } = await aCook()
    await closeSessionsOf(test_.db, { personId })
    expect(await isKnownNetwork(asking(), { email }, home)).toBe(false)
  })
})

/** The mails that each kind of cap is for. */
const byStrangers = {
  reset_password: ['reset_password'],
  sign_up: ['verify_email', 'already_registered'],
  change_email: ['change_email', 'email_taken'],
  member_invitation: ['member_invitation'],
  inquiry_received: ['inquiry_received'],
  inquiry_arrived: ['inquiry_arrived'],
  pickup_request: ['pickup_request'],
} as const satisfies Record<StrangerMail, readonly MailTemplate[]>

/** Caused by their receiver, by staff, by the clock, or by members of both sides who trade with each other. */
const byOthers = [
  'account_change_waits',
  'admin-email-changed',
  'application_received',
  'application_arrived',
  'organisation_approved',
  'organisation_returned',
  'organisation_rejected',
  'organisation_suspended',
  'organisation_lifted',
  'organisation_closed',
  'organisation_message',
  'legal_facts_changed',
  'commission_proposed',
  'statement_issued',
  'run_invited',
  'group_buy_joined',
  'group_buy_ended',
  'group_buy_left_out',
  'document_replaced',
  'permit_ends',
  'goods_lapsed',
  'facts_wanted',
  'facts_off_sale',
  'scale_wanted',
  'scale_due',
  'goods_lifted',
  'farm_paper_arrived',
  'goods_confirmed',
  'goods_returned',
  'goods_held',
  'goods_released',
  'price_change',
  'own_price',
  'watch',
  'member_joined',
  'member_removed',
  'password_changed',
  'email_changed',
  'second_factor_on',
  'second_factor_off',
  'backup_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'way_in_added',
  'way_in_removed',
  'person_factor_reset',
  'person_suspended',
  'person_lifted',
  'api_token_made',
  'farewell',
  'phone_registration',
  'approval_asked',
  'credit_near',
  'credit_limit_set',
  'credit_limit_asked',
  'credit_limit_declined',
  'ordering_stopped',
  'ordering_released',
  'invoice_reminder',
  'approval_back',
  'purchase_placed',
  'order_question',
  'order_news',
  'parcel_trouble',
  'standing_before',
  'standing_ordered',
  'standing_stopped',
  'farm_orders',
  'farm_next',
  'restaurant_orders',
  'answer_due',
  'cart_cutoff',
  'vacation_begins',
  'talk_news',
  'review_shown',
  'review_replied',
  'review_hidden',
  'review_waits',
  'claim_news',
  'correction_request',
  'invoice_issued',
  'recall_behalf',
  'recall_news',
  'inquiry_answered',
  'announcement',
  'payment_matched',
  'payout_sent',
  'bank_account_asked',
  'bank_account_changed',
  'card_failed',
  'card_refund_returned',
  'debit_paid',
  'debit_failed',
  'debit_agreement',
  'request_asked',
  'request_answered',
  'request_closed',
  'webhook_stopped',
  'badge_granted',
  'badge_ended',
  'notice_digest',
  'admin-invitation',
  'factor-reset',
] as const satisfies readonly MailTemplate[]

describe('mails', () => {
  test('T89 every kind of mail is listed by who can cause it', () => {
    const said = [...Object.values(byStrangers).flat(), ...byOthers]
    expect(said.toSorted()).toEqual(mailKinds.map(({ name }) => name).toSorted())
  })

  const ask = (email: string, from: { ip: string | null; device?: string; now?: Date }) =>
    requestPasswordReset(asking(from.now), {
      email,
      encryption: testEncryption,
      ip: from.ip,
      device: from.device ?? null,
    })
  const mailsTo = async (email: string) =>
    (
      await withWords(
        await test_.db
          .selectFrom('mails')
          .select(['createdAt', 'template', 'data', 'html', 'text', 'codeId'])
          .where('recipient', '=', email)
          .orderBy('createdAt')
          .orderBy('id')
          .execute(),
      )
    ).map(({ createdAt, ...stored }) => {
      const { text } = withSite(stored, { site: testSite, encryption: testEncryption })
      return { at: createdAt, code: /oobCode=([\w-]{43})/.exec(text)?.[1] ?? '' }
    })

  test('T88 an attacker with fifty networks sends five hundred requests: the owner still gets their mail', async () => {
    const { email, home } = await aCook()
    for (let n = 0; n < 500; n++)
      await ask(email, { ip: anIp(`network ${n % 50}`), now: addMinutes(noon, Math.floor(n / 10)) })
    expect(await mailsTo(email)).toHaveLength(1)
    const now = addMinutes(noon, 51)
    must(await ask(email, { ip: anIp(), device: 'their phone', now }))
    expect((await mailsTo(email)).map(({ at }) => at)).toEqual([noon, now])
    must(await ask(email, { ip: home, now }))
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('T88 from a new network the owner has a link that works at any time, or gets one at once', async () => {
    const { email } = await aCook()
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const now = addMinutes(noon, minute)
      await ask(email, { ip: anIp(`hour ${minute % 50}`), now })
      must(await ask(email, { ip: anIp(), now }))
      const newest = (await mailsTo(email)).at(-1)
      expect(
        await inspectLink(as(test_.db, { kind: 'visitor' }, now), 'resetPassword', newest?.code ?? ''),
      ).not.toBeNull()
    }
    expect(await mailsTo(email)).toHaveLength(24)
  })

  test('T88 of two hundred requests at once, each from its own network, one mail comes', async () => {
    const { email } = await aCook()
    await Promise.all(Array.from({ length: 200 }, () => ask(email, { ip: anIp() })))
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test.each([
    'reset_password',
    'sign_up',
    'change_email',
    'member_invitation',
    'inquiry_received',
    'inquiry_arrived',
  ] as const satisfies (keyof typeof strangerMailCaps)[])(
    'T89 %s: strangers cause so many for one address',
    async (kind) => {
      const cap = strangerMailCaps[kind]
      const asked = { kind, email: `${crypto.randomUUID()}@example.jp` }
      const answers = await Promise.all(Array.from({ length: 230 }, () => mayMail(asking(), { ...asked, ip: anIp() })))
      expect(answers.filter(({ may }) => may === 'send')).toHaveLength(cap.most)
      expect(await mayMail(asking(), { ...asked, ip: anIp(), own: 'known', isKnown: true })).toEqual({ may: 'send' })
      expect(await mayMail(asking(addHours(noon, 24)), { ...asked, ip: anIp() })).toEqual({ may: 'send' })
    },
  )

  test('T88 a user who has set a new password by the link is on a known device', async () => {
    const { email } = await aCook()
    must(await ask(email, { ip: anIp() }))
    const code = (await mailsTo(email))[0]?.code ?? ''
    const ctx = as(test_.db, { kind: 'visitor' }, noon)
    const context = pageContext(ctx)
    const form = new FormData()
    form.set('newPassword', '畑の朝つゆ 2026')
    const args = { request: new Request(`${testSite}/auth/MngAccount`, { method: 'POST' }), context }
    const answer = await openMailLink(ctx, args, { mode: 'resetPassword', code }, form)
    if (!(answer instanceof Response)) throw new Error('no way on')
    const cookie = answer.headers.getSetCookie().find((it) => it.startsWith(`${deviceCookie}=`)) ?? ''
    const value = cookie.slice(deviceCookie.length + 1).split(';')[0] ?? ''
    const { encryption } = context.get(requestFacts)
    expect(knownDevice(encryption, value, email)).not.toBeNull()
    expect(knownDevice(encryption, value, 'another@example.jp')).toBeNull()
  })
})

test('T90 a network has so many pictures for sharing drawn in a minute; others have theirs', async () => {
  const ctx = as(test_.db, { kind: 'visitor' }, noon)
  const card = { lines: [], crest: '畑', category: 'root' as const, picture: 'nowhere' }
  const draw = (n: number) => shareImageAnswer(ctx, { ...card, title: `にんじん ${n}` }, pageContext(ctx))
  // there is no picture to draw it with: failures are counted, too
  const drawn = await Promise.allSettled(Array.from({ length: drawnForOne.most }, (_, n) => draw(n)))
  expect(drawn.filter((it) => it.status === 'rejected' && it.reason instanceof TooMany)).toEqual([])
  await expect(draw(99)).rejects.toMatchObject({ status: 429, seconds: 60 })
})
