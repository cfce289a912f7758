import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { AdminRole } from '../../app/kernel/enums.ts'
import { newId, type PersonId } from '../../app/kernel/ids.ts'
import { organisationAccount } from '../../app/modules/admin/organisations/organisation-detail.server.ts'
import { announce } from '../../app/modules/content/announce.server.ts'
import { phoneIssuer } from '../../app/modules/identity/login-methods/verified-identity.ts'
import { accountValues, editAccount } from '../../app/modules/organisations/account/edit-account.server.ts'
import { readApplication } from '../../app/modules/organisations/approval/application.server.ts'
import { type OrgRef, orgText } from '../../app/modules/organisations/org-ref.ts'
import { loader as loadAnnouncement } from '../../app/routes/staff/content/announcement.tsx'
import {
  loader as loadNewAnnouncement,
  action as writeAnnouncement,
} from '../../app/routes/staff/content/announcement-new.tsx'
import { action as setLimit } from '../../app/routes/staff/orders/claims.tsx'
import { action as decide, loader as loadPanel } from '../../app/routes/staff/organisations/organisation.tsx'
import { action as askAccount } from '../../app/routes/staff/organisations/organisation-account.tsx'
import { action as edit } from '../../app/routes/staff/organisations/organisation-edit.tsx'
import {
  loader as loadMessage,
  action as sendMessage,
} from '../../app/routes/staff/organisations/organisations-message.tsx'
import { loader as loadRegister } from '../../app/routes/staff/organisations/register-by-phone.tsx'
import { staleForm } from '../../app/web/form.ts'
import { aFarm, aKey, anAdmin, aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
let members = 0

type Sent = { actor: Actor; path: string; fields: readonly (readonly [string, string])[] }
const argsOf = ({ actor, path, fields }: Sent) => {
  const url = new URL(path, 'https://market.example.jp')
  const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
  return { request: new Request(url, { method: 'POST', body }), context: pageContext(as(test_.db, actor)), url }
}
function answerOf(answer: unknown): { status: number; data: unknown } {
  if (answer instanceof Response) return { status: answer.status, data: null }
  if (typeof answer === 'object' && answer && 'init' in answer && 'data' in answer) {
    const { init, data } = answer
    const status = typeof init === 'object' && init && 'status' in init ? Number(init.status) : 200
    return { status, data }
  }
  return { status: 200, data: answer }
}

const ofMember = async (
  org: OrgRef,
  page: 'edit' | 'account',
  fields: object,
  actor: Actor,
): Promise<ReturnType<typeof answerOf>> => {
  const ref = orgText(org)
  const args = argsOf({
    actor,
    path: `/admin/users/${ref}/${page}`,
    fields: Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((it): [string, string] => [name, String(it)]),
    ),
  })
  const params = { ref }
  return answerOf(
    page === 'edit'
      ? await edit({ ...args, params, pattern: '/admin/users/:ref/edit' })
      : await askAccount({ ...args, params, pattern: '/admin/users/:ref/account' }),
  )
}

test('a message keeps whom it was for and what was typed when the session has ended', async () => {
  const refs = [newId(), newId()].map((id) => `farm-${id}`)
  const fields = [
    ['do', 'send'],
    ['key', 'a-key'],
    ['subject', '年末の営業'],
    ['text', '29日まで受けつけます。'],
    ...refs.map((ref) => ['row', ref] as const),
  ] as const
  const args = argsOf({ actor: { kind: 'visitor' }, path: '/admin/users/message', fields })
  const { status, data } = answerOf(await sendMessage({ ...args, params: {}, pattern: '/admin/users/message' }))
  expect(status).toBe(401)
  expect(data).toMatchObject({
    members: refs.map((ref) => ({ ref })),
    key: 'a-key',
    problem: { typed: { subject: '年末の営業', text: '29日まで受けつけます。' } },
  })
})

test('the page of a message stays open, with its members and the number of people that it would tell', async () => {
  const staff = await anAdmin(test_.db)
  const { farmId } = await aFarm(test_.db, { name: '届ける農園' })
  const args = argsOf({ actor: staff, path: '/admin/users/message', fields: [['row', `farm-${farmId}`]] })
  const shown = { ...args, params: {}, pattern: '/admin/users/message' } as const
  expect(answerOf(await sendMessage(shown))).toMatchObject({
    status: 200,
    data: { members: [{ ref: `farm-${farmId}`, name: '届ける農園' }], receivers: 1, problem: null },
  })
  expect(answerOf(await loadMessage({ ...shown, request: new Request(shown.url) }))).toMatchObject({ status: 200 })
})

test('after a decision the same applicant stays on the screen, and another waits behind a link', async () => {
  const staff = { ...(await anAdmin(test_.db)), session: { key: 'k', authTime: noon, aal: 2 } } as const
  const [one] = [await aFarm(test_.db, { status: 'submitted' }), await aFarm(test_.db, { status: 'submitted' })]
  const ref = orgText({ farmId: one.farmId })
  const { version } = await readApplication(test_.db, { farmId: one.farmId })
  const fields = Object.entries({
    intent: 'decide',
    key: crypto.randomUUID(),
    version: String(version),
    to: 'returned',
    reason: '住所',
  })
  const args = argsOf({ actor: staff, path: `/admin/users/${ref}`, fields })
  const decided = await decide({ ...args, params: { ref }, pattern: '/admin/users/:ref' })
  expect(decided).toBeInstanceOf(Response)
  if (decided instanceof Response) expect(decided.headers.get('location')).toBe(`/admin/users/${ref}`)
  const shown = await loadPanel({
    ...args,
    request: new Request(args.url),
    params: { ref },
    pattern: '/admin/users/:ref',
  })
  expect(shown).toMatchObject({
    application: { status: 'returned' },
    next: expect.stringMatching(/^(farm|restaurant)-/),
  })
  expect(shown).not.toMatchObject({ next: ref })
})

test.each(['', 'NaN', '9223372036854775808', '2147483647'])(
  'the version %j, which no row has, is a stale page',
  async (version) => {
    const staff = await anAdmin(test_.db)
    const { farmId } = await aFarm(test_.db, { status: 'submitted' })
    const [key, ref] = [crypto.randomUUID(), orgText({ farmId })]
    const limit = argsOf({
      actor: staff,
      path: '/admin/claims',
      fields: Object.entries({ key, limitYen: '800', version }),
    })
    const decision = { intent: 'decide', key, version, to: 'returned', reason: '住所' }
    const member = argsOf({ actor: staff, path: `/admin/users/${ref}`, fields: Object.entries(decision) })
    const stale = { status: 422, data: { problem: { summary: staleForm } } }
    expect(answerOf(await setLimit({ ...limit, params: {}, pattern: '/admin/claims' }))).toMatchObject(stale)
    expect(answerOf(await decide({ ...member, params: { ref }, pattern: '/admin/users/:ref' }))).toMatchObject(stale)
  },
)

test('an edit goes back from its difference with what was typed, right or wrong', async () => {
  const staff = await anAdmin(test_.db)
  const { farmId } = await aFarm(test_.db)
  const typed = { name: '', city: '前橋市', reason: '電話での回答', goodsKinds: 'egg' }
  expect(await ofMember({ farmId }, 'edit', { intent: 'back', ...typed }, staff)).toMatchObject({
    status: 200,
    data: { typed },
  })
})

test('an edit that was overtaken is shown against what stands there now, and saved with its new version', async () => {
  const staff = await anAdmin(test_.db)
  const { farmId } = await aFarm(test_.db, {
    representative: '畑 主人',
    postalCode: '7220022',
    prefectureCode: '34',
    city: '尾道市',
    street: '栗原町1-1',
    phone: '0848000022',
    kana: 'レモンエン',
  })
  const org = { farmId }
  const before = accountValues(await readApplication(test_.db, org))
  const colleague = { key: aKey(), org, version: 1, ...before, building: '2階', reason: '本人' }
  must(await editAccount(as(test_.db, staff), colleague))
  const mine = { ...before, intent: 'save', key: crypto.randomUUID(), reason: '電話での回答', building: '3階' }
  const overtaken = await ofMember(org, 'edit', { ...mine, version: '1' }, staff)
  expect(overtaken).toMatchObject({
    status: 409,
    data: {
      comparing: { changes: [{ field: 'building', from: '2階', to: '3階' }] },
      problem: { summary: expect.stringContaining('現在の内容を表示しています') },
    },
  })
  expect(await ofMember(org, 'edit', { ...mine, key: crypto.randomUUID(), version: '2' }, staff)).toMatchObject({
    status: 302,
  })
})

test.each([
  ['how they were known', { intent: 'factors', reason: 'なくした' }, 'proof'],
  ['why the factors go', { intent: 'factors', proof: 'papers', reason: ' ' }, 'reason'],
  ['which address it is', { intent: 'email', email: 'no address', proof: 'papers', reason: '本人' }, 'email'],
  ['why a user is suspended', { intent: 'suspend', reason: '' }, 'reason'],
  ['why a user’s screens are viewed', { intent: 'view', reason: '' }, 'reason'],
])('what is missing is said at its field: %s', async (_, step, field) => {
  const { farmId, actor } = await aFarm(test_.db)
  const fields = { key: crypto.randomUUID(), personId: actor.personId, ...step }
  const session = { key: 'k', authTime: noon, aal: 2 } as const
  const answer = await ofMember({ farmId }, 'account', fields, { ...(await anAdmin(test_.db)), session })
  expect(answer).toMatchObject({ status: 422, data: { problem: { fields: { [field]: expect.any(String) } } } })
})

/** An account with everything. */
async function withAll(personId: PersonId, org: OrgRef): Promise<OrgRef> {
  const serial = members++
  const { db } = test_
  const membership = await db
    .selectFrom('memberships')
    .select('id')
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow()
  const of = { personId, adminId: null }
  await db
    .insertInto('totpSecrets')
    .values({
      id: newId(),
      ...of,
      sealedSecret: 'sealed-secret',
      lastStep: null,
      createdAt: noon,
      confirmedAt: noon,
    })
    .execute()
  await db
    .insertInto('identities')
    .values({
      ...{ provider: 'embedded', issuer: phoneIssuer, subject: `+8190${10_000_000 + serial}` },
      ...{ personId, email: null, linkedAt: noon },
    })
    .execute()
  await db
    .insertInto('apiTokens')
    .values({
      id: newId<'apiToken'>(),
      prefix: `prefix${1_000 + serial}`,
      hash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
      personId,
      membershipId: membership.id,
      name: '会計ソフト',
      scopes: ['orders.read'],
      createdAt: noon,
      expiresAt: new Date(noon.getTime() + 86_400_000),
      lastUsedAt: null,
    })
    .execute()
  return org
}

test('the account shows second factor, ways in and tokens, without a secret', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const org = await withAll(actor.personId, { farmId })
  const account = await organisationAccount(as(test_.db, await anAdmin(test_.db)), org)
  expect(account.people).toMatchObject([
    {
      factors: { totpSince: noon, backupCodes: 0, passkeys: 0 },
      identities: [{ issuer: phoneIssuer }],
      tokens: [{ name: '会計ソフト', scopes: ['orders.read'] }],
      consents: [],
    },
  ])
  expect(JSON.stringify(account)).not.toMatch(/sealed-secret|hash/)
})

test('everything about an account: 10 queries, for one person as for three', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const staff = as(test_.db, await anAdmin(test_.db))
  const org = await withAll(actor.personId, { farmId })
  const queries = async () => {
    test_.queriesSince()
    await organisationAccount(staff, org)
    return test_.queriesSince().length
  }
  expect(await queries()).toBe(10)
  for (const name of ['二人目', '三人目']) {
    const personId = await aPerson(test_.db, name)
    await test_.db
      .insertInto('memberships')
      .values({
        id: newId<'membership'>(),
        personId,
        farmId,
        restaurantId: null,
        role: 'staff',
        orderLimitYen: null,
      })
      .execute()
  }
  expect(await queries()).toBe(10)
})

test('a role sees every page, but none whose only form it may not send', async () => {
  const full = await anAdmin(test_.db)
  const draft = {
    audience: 'farms',
    title: '休業',
    body: '休みます',
    byMail: false,
    startsAt: null,
    endsAt: null,
  } as const
  const { id } = must(await announce(as(test_.db, full), { ...draft, key: aKey() }))
  const asRole = async (role: AdminRole) => {
    const args = argsOf({ actor: await anAdmin(test_.db, { role }), path: '/admin', fields: [] })
    const statusOf = (loading: Promise<unknown>) =>
      loading.then(
        (shown) => answerOf(shown).status,
        (refused: unknown) => answerOf(refused).status,
      )
    const asked = { ...args, request: new Request(args.url) }
    return [
      await statusOf(loadAnnouncement({ ...asked, params: { id }, pattern: '/admin/announcements/:id' })),
      await statusOf(loadNewAnnouncement({ ...asked, params: {}, pattern: '/admin/announcements/new' })),
      await statusOf(loadRegister({ ...asked, params: {}, pattern: '/admin/users/register' })),
    ]
  }
  expect(await asRole('full')).toEqual([200, 200, 200])
  expect(await asRole('support')).toEqual([200, 403, 200])
  expect(await asRole('finance')).toEqual([200, 403, 403])
})

test('without script an action on many members needs a confirmation page', async () => {
  const staff = await anAdmin(test_.db)
  const { farmId } = await aFarm(test_.db)
  const key = crypto.randomUUID()
  const mail = [
    ['do', 'send'],
    ['row', `farm-${farmId}`],
    ['key', key],
    ['subject', '休業'],
    ['text', '休みます'],
  ] as const
  const send = async (...more: [string, string][]) => {
    const args = argsOf({ actor: staff, path: '/admin/users/message', fields: [...mail, ...more] })
    return answerOf(await sendMessage({ ...args, params: {}, pattern: '/admin/users/message' }))
  }
  expect(await send()).toMatchObject({
    status: 200,
    data: { asks: true, receivers: 1, problem: { typed: { text: '休みます' } } },
  })
  expect(await send(['agreed', '1'])).toMatchObject({ status: 302 })

  const announcement = {
    intent: 'publish',
    key: crypto.randomUUID(),
    audience: 'farms',
    title: 'お休み',
    body: '休みます',
    byMail: 'true',
    start: 'now',
  }
  const write = async (more: object) => {
    const fields = Object.entries({ ...announcement, ...more })
    const args = argsOf({ actor: staff, path: '/admin/announcements/new', fields })
    return answerOf(await writeAnnouncement({ ...args, params: {}, pattern: '/admin/announcements/new' }))
  }
  const published = () => test_.db.selectFrom('announcements').select('id').where('title', '=', 'お休み').execute()
  expect(await write({})).toMatchObject({ data: { asks: true, typed: { byMail: 'true' } } })
  expect(await published()).toHaveLength(0)
  expect(await write({ agreed: '1' })).toMatchObject({ status: 302 })
  expect(await published()).toHaveLength(1)
})
