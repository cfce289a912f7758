import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { smsChannel } from '../../app/infra/login-methods/sms-channel.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import type { Channel, Outgoing } from '../../app/kernel/channel.ts'
import { type Email, readEmail } from '../../app/kernel/email.ts'
import { newId } from '../../app/kernel/ids.ts'
import type { RingingChannel } from '../../app/kernel/notification-enums.ts'
import type { Phone } from '../../app/kernel/phone.ts'
import { auditInChunks } from '../../app/modules/admin/audit.server.ts'
import { auditFilterIn } from '../../app/modules/admin/audit-filter.ts'
import { auditCsvCells } from '../../app/modules/admin/audit-labels.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { inviteAdmin, resetFactorsByCommand } from '../../app/modules/identity/admins/invite-admin.server.tsx'
import { makeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { changeEmail } from '../../app/modules/identity/change-email.server.ts'
import { addBackupCodes } from '../../app/modules/identity/factors/backup-codes.server.ts'
import { inspectLink } from '../../app/modules/identity/inspect-link.server.ts'
import { sendPhoneCode } from '../../app/modules/identity/login-methods/phone-code.server.ts'
import { inspectCode } from '../../app/modules/identity/one-time-code.server.ts'
import { requestEmailChange } from '../../app/modules/identity/request-email-change.server.ts'
import { requestPasswordReset } from '../../app/modules/identity/request-password-reset.server.ts'
import { openSession } from '../../app/modules/identity/session-store.server.ts'
import { answerToken, readAnswerToken } from '../../app/modules/notifications/answer-token.server.ts'
import type { MailEngine, OutgoingMail } from '../../app/modules/notifications/mail-engine.ts'
import {
  keepBrowser,
  keepFax,
  linkLine,
  makeLineCode,
} from '../../app/modules/notifications/notification-addresses.server.ts'
import { notificationKind } from '../../app/modules/notifications/notification-kind.ts'
import { notify } from '../../app/modules/notifications/notify.server.ts'
import { ourPage } from '../../app/modules/notifications/our-page.ts'
import { type ForSheet, sendDeliveries } from '../../app/modules/notifications/send-deliveries.server.ts'
import { sendMails } from '../../app/modules/notifications/send-mails.server.ts'
import { readStopToken } from '../../app/modules/notifications/stop-address.server.ts'
import { makeWebhook } from '../../app/modules/notifications/webhooks/keep-webhook.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { makeCalendarFeed } from '../../app/modules/ordering/past/calendar-feed.server.ts'
import { inviteMember, showInvitation } from '../../app/modules/organisations/members/invite-member.server.ts'
import { sendLink } from '../../app/modules/organisations/sign-up/link-mail.server.ts'
import { notificationKinds } from '../../app/notification-kinds.server.ts'
import { aKey, aMarket, anAdmin, aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { everythingStored, isHashedIn, looksLikeSecrets, partsIn } from '../support/everything-stored.ts'
import { testEncryption as encryption, testSite as site, withWords } from '../support/mailed.ts'
import { testQueues } from '../support/queues.ts'
import { must, placeAll, there } from './steps.ts'

/**
 * A reader of the database cannot act for any user: every process that issues a secret is run once, everything sent is
 * collected, and then the whole database is searched for what was sent, in its state before and after sending.
 */
const test_ = testDatabase()
const queues = testQueues(test_)
const session = { key: 'x', authTime: noon, aal: 1 } as const
const fresh = <A extends object>(actor: A) => ({ ...actor, session })
const to = (name: string): Email => must(readEmail(`${name}@example.jp`))

/** A secret that was given out, and how many bytes of it are an id that is no secret. */
const stoppable = notificationKind('stoppable', {
  about: 'price',
  data: z.object({}),
  message: () => ({ title: '価格', summary: '', parts: [{ button: '見る', to: ourPage('/restaurant') }] }),
  sample: {},
})

type Given = { what: string; secret: string; idBytes: 0 | 16 }
const given: Given[] = []
const shown = (what: string, secret: string) => given.push({ what, secret, idBytes: 0 })

const mails: OutgoingMail[] = []
const rung: Outgoing[] = []
const sheets: ForSheet[] = []
let [before, after] = ['', '']
let personId: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  const { db } = test_
  const market = await aMarket(db)
  const chef: BuyerActor = { ...market.chef, role: 'owner' }
  personId = chef.personId
  await db.updateTable('memberships').set({ role: 'owner' }).where('personId', '=', chef.personId).execute()
  const owner = as(db, fresh(chef))
  const farmer = there(market.farms[0]).actor
  const asking = { db, now: noon }

  // links in mails
  const newcomer = await aPerson(db, '新人')
  await db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', newcomer).execute()
  await sendLink(db, noon, { email: to(newcomer), personId: newcomer }, encryption)
  must(await requestPasswordReset(asking, { email: `${farmer.personId}@example.jp`, ip: null, encryption }))
  must(await requestEmailChange(owner, { email: to('another') }, { ip: null, encryption }))
  const invitation = { role: 'staff', rights: 'all', orderLimitYen: null } as const
  must(await inviteMember(owner, { key: aKey(), email: to('invited'), ...invitation }, { encryption, ip: null }))
  shown(
    'admin:invite',
    codeIn(must(await inviteAdmin(asking, { name: '運営', email: 'new@example.jp', encryption })).path),
  )
  const { adminId } = await anAdmin(db)
  shown(
    'admin:reset-factor',
    codeIn(must(await resetFactorsByCommand(asking, { email: `${adminId}@example.jp`, encryption })).path),
  )

  // answer links, and the notifications that carry them
  const line = must(await makeLineCode(as(db, farmer), {}, encryption))
  shown('LINE code', line.code)
  await makeLineCode(owner, {}, encryption)
  expect(await linkLine({ ...asking, encryption }, { typed: line.code, lineId: 'U1' })).toBe(true)
  shown('LINE code that waits', must(await makeLineCode(as(db, farmer), {}, encryption)).code)
  const browser = (bytes: number) => Buffer.alloc(bytes, 4).toString('base64url')
  const keys = { p256dh: browser(65), auth: browser(16) }
  must(await keepBrowser(as(db, farmer), { endpoint: 'https://push.example/1', keys, label: 'x' }))
  await keepFax(as(db, farmer), { fax: '+81967123456' as Phone })
  await placeAll(db, market)
  await tellOrderNews(asking)

  // a mail that can be stopped
  await notify(db, noon, { key: newId(), kind: stoppable, to: to(chef.personId), data: {} })

  // what is shown once
  const { id } = must(await inviteMember(owner, { key: aKey(), email: null, ...invitation }, { encryption, ip: null }))
  shown('QR invitation', codeIn(must(await showInvitation(owner, { id })).path))
  shown('calendar', there(/calendar\/([\w-]{43})\.ics$/.exec(must(await makeCalendarFeed(owner, {})).path)?.[1]))
  const token = must(await makeApiToken(owner, { name: '会計', scopes: ['orders.read'], days: 30 })).token
  shown('API token', token.slice(-43))
  const tools = { encryption, safeFetch: safeFetch({ allowLocal: false }) }
  const hook = must(await makeWebhook(owner, { url: 'https://hook.example.jp/x', groups: ['orders'] }, tools))
  shown('webhook', hook.secret.slice('whsec_'.length))
  for (const code of await addBackupCodes(db, noon, encryption, { personId: chef.personId }, 3))
    shown('backup code', code)
  const from = { who: { personId: chef.personId }, channel: 'cookie', ip: null, userAgent: null } as const
  shown('session', (await openSession(asking, from)).slice(-43))
  const texts: string[] = []
  const sms = { kind: 'http', description: '', send: async (_: Phone, text: string) => void texts.push(text) } as const
  const wish = { phone: '+819012345678' as Phone, purpose: 'enter', personId: null, ip: null, host: 'x' } as const
  shown(
    'phone ticket',
    must(await sendPhoneCode(asking, { encryption, channel: sms, onFailure: () => {} }, wish)).ticket,
  )
  shown('SMS', there(/@x #(\d{6})/.exec(texts[0] ?? '')?.[0]))

  before = await everythingStored(test_.pool)
  await send()
  // a change of address mails the old one a link to restore it
  const change = there(mails.find(({ to: address }) => address === to('another')))
  must(await changeEmail(as(db, { kind: 'visitor' }), { code: codeIn(change.text), ip: null, encryption }))
  before += await everythingStored(test_.pool)
  await send()
  after = await everythingStored(test_.pool)

  for (const mail of mails)
    for (const secret of secretsIn(mail.html + mail.text + mail.unsubscribe)) given.push(describeSecret(secret, 'mail'))
  for (const { answer } of rung)
    for (const secret of secretsIn(answer?.address ?? '')) given.push(describeSecret(secret, 'notice'))
  for (const { answerAddress } of sheets)
    for (const secret of secretsIn(answerAddress ?? '')) given.push(describeSecret(secret, 'fax'))
}, 60_000)

const codeIn = (text: string) => there(/[cC]ode=([\w-]{43})(?![\w-])/.exec(text)?.[1])
const secretsIn = (text: string) =>
  new Set([...text.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)].map(([secret]) => secret))
const describeSecret = (secret: string, by: string): Given => {
  const marked = readAnswerToken(encryption, secret) ?? readStopToken(encryption, secret)
  return { what: `${by}: ${secret}`, secret, idBytes: marked ? 16 : 0 }
}

/** Everything due is sent, by a mail server and by three channels. */
async function send(): Promise<void> {
  const system = { db: test_.db, now: noon, site, encryption, kinds: [...notificationKinds, stoppable] }
  const engine: MailEngine = { kind: 'smtp', send: async (mail) => void mails.push(mail) }
  await queues.run('mail', noon, (jobs) => sendMails(system, engine, jobs))
  const channel = (name: RingingChannel): Channel => ({
    name,
    kind: 'http',
    description: '',
    atOnce: 1,
    send: async (message: Outgoing) => {
      rung.push(message)
      // a response that repeats what was sent is stored as the reason
      return { end: 'refused', reason: `no: ${JSON.stringify(message.answer)}` }
    },
  })
  const sheetOf = async (sheet: ForSheet) => {
    sheets.push(sheet)
    return new Uint8Array([1])
  }
  const sign = (link: Parameters<typeof answerToken>[1]) => answerToken(encryption, link)
  for (const name of ['line', 'push', 'fax'] as const)
    await queues.run(name, noon, (jobs) => sendDeliveries({ ...system, sign, sheetOf }, channel(name), jobs))
}

const templatesSent = async () =>
  (
    await test_.pool.query<{ template: string }>('select distinct template from mails where sent_at is not null')
  ).rows.map(({ template }) => template)

test('every kind of mail with a secret was sent, with a link that works', async () => {
  expect(await templatesSent()).toEqual(
    expect.arrayContaining([
      'verify_email',
      'reset_password',
      'change_email',
      'email_changed',
      'member_invitation',
      'admin-invitation',
      'factor-reset',
      'farm_orders',
      'stoppable',
    ]),
  )
  const works = await Promise.all(
    mails.flatMap(({ text }) =>
      [...text.matchAll(/mode=(\w+)&oobCode=([\w-]{43})/g)].map(async ([, mode = '', code = '']) =>
        mode === 'verifyEmail' || mode === 'resetPassword' || mode === 'recoverEmail'
          ? inspectLink({ db: test_.db, now: noon }, mode, code)
          : null,
      ),
    ),
  )
  expect(works.filter(Boolean)).toHaveLength(3)
  expect(rung.filter(({ answer }) => answer).map(({ to: whom }) => whom)).toHaveLength(3)
})

test('no part of any secret is in any column of any table, neither before it is sent nor afterwards', () => {
  expect(new Set(given.map(({ what }) => what.split(':')[0]))).toEqual(
    new Set([
      ...['admin', 'LINE code', 'LINE code that waits', 'QR invitation', 'calendar', 'API token', 'webhook'],
      ...['backup code', 'session', 'phone ticket', 'SMS', 'mail', 'notice', 'fax'],
    ]),
  )
  for (const stored of [before, after])
    for (const { what, secret, idBytes } of given) expect([what, partsIn(stored, secret, idBytes)]).toEqual([what, []])
})

test('nothing that is stored works as a secret: its hash is not stored, and it has no mark of ours', () => {
  const tried = looksLikeSecrets(before + after)
  expect(tried.length).toBeGreaterThan(100)
  expect(tried.filter((text) => isHashedIn(before + after, text))).toEqual([])
  expect(tried.filter((text) => readAnswerToken(encryption, text) ?? readStopToken(encryption, text))).toEqual([])
  // proves that the search finds a stored one
  const link = there(given.find(({ what }) => what.startsWith('mail') && isHashedIn(after, there(what.split(' ')[1]))))
  expect(looksLikeSecrets(`href="/auth?code=${link.secret}"`)).toEqual([link.secret])
})

test('a short code cannot be found by trying all of them: only a mark of the key of the installation is stored', () => {
  const short = given.filter(({ secret }) => secret.length < 43)
  expect(short.length).toBeGreaterThan(5)
  for (const { what, secret } of short) {
    const forms = [secret, secret.replace('-', ''), secret.slice(-6), `+819012345678:${secret.slice(-6)}`]
    expect([what, forms.filter((form) => isHashedIn(before + after, form))]).toEqual([what, []])
  }
})

test('a stored mail leads nowhere, and with the key of another installation nothing is made from it', async () => {
  const { rows } = await test_.pool.query<{
    template: string
    data: null
    html: string
    text: string
    code_id: string
  }>(`select template, data, html, text, code_id from mails where code_id is not null`)
  expect(rows.length).toBeGreaterThan(5)
  for (const { html, code_id } of await withWords(rows)) {
    const written = [...html.matchAll(/[cC]ode=([^"&]*)/g)].map(([, code = '']) => code)
    expect(new Set(written)).toEqual(new Set([code_id]))
    const forged = makeEncryption('another key').mark('mailed-code', code_id).toString('base64url')
    for (const code of [code_id, forged])
      for (const purpose of ['verify_email', 'reset_password', 'recover_email', 'admin_invitation'] as const)
        expect(await inspectCode(test_.db, noon, purpose, code)).toBeNull()
  }
})

describe('what leaves the database by other ways has no secret either', () => {
  test('the file of personal data', async () => {
    const actor = { kind: 'person', personId, name: '灯 料理人', session } as const
    const file = JSON.stringify(await personalData(as(test_.db, actor)))
    expect(file).toContain(personId)
    for (const { what, secret, idBytes } of given) expect([what, partsIn(file, secret, idBytes)]).toEqual([what, []])
  })

  test('the history as a file', async () => {
    const staff = as(test_.db, await anAdmin(test_.db))
    const cells: unknown[] = []
    for await (const rows of auditInChunks(staff, auditFilterIn(new URLSearchParams())))
      cells.push(rows.map(auditCsvCells))
    const file = JSON.stringify(cells)
    expect(file).toContain('hook.example.jp')
    for (const { what, secret, idBytes } of given) expect([what, partsIn(file, secret, idBytes)]).toEqual([what, []])
  })
})

test('production keeps no messages in the place of a service: their codes would be in the database', () => {
  expect(smsChannel({ APP_ENV: 'production', SMS_URL: undefined })).toBeNull()
})
