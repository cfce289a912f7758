import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { PersonId } from '../../app/kernel/ids.ts'
import { type JstDate, jstDateOf } from '../../app/kernel/jst.ts'
import { unagreedMembers } from '../../app/modules/admin/organisations/unagreed-members.server.ts'
import { agreeToPages } from '../../app/modules/content/agree-to-pages.server.ts'
import { consentNeeded } from '../../app/modules/content/consents.server.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { hashPassword } from '../../app/modules/identity/password.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { runGuard } from '../../app/web/guard.server.ts'
import { requestCtx } from '../../app/web/request-context.ts'
import { aFarm, anAdmin, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const today = jstDateOf(noon)

/** The next version of a page, valid from today by default. */
const newest: Record<string, number> = {}
async function publish(slug: 'user-policy' | 'privacy-policy', { on = today }: { on?: JstDate } = {}) {
  const number = (newest[slug] ?? 0) + 1
  newest[slug] = number
  const title = slug === 'user-policy' ? '利用規約' : 'プライバシーポリシー'
  const facts = `slug: ${slug}\ntitle: ${title}\nversion: ${number}\neffectiveOn: ${on}\nmaterial: yes\nchange: 変更${number}`
  await takeInPages(test_.db, [readPageFile(`${slug}.md`, `---\n${facts}\n---\n本文`)], noon)
}

beforeAll(async () => {
  await publish('user-policy')
  await publish('privacy-policy')
})

/** What the form would send if every displayed box were ticked. */
const allTicked = async (actor: Actor) =>
  Object.fromEntries((await consentNeeded(as(test_.db, actor))).map(({ slug, pageVersionId }) => [slug, pageVersionId]))
const agree = (actor: Actor, ticked: Record<string, string>, now = noon) =>
  agreeToPages(as(test_.db, actor, now), { ticked, ip: '192.0.2.1', userAgent: 'Firefox' })
const kept = async (actor: { personId: string }) =>
  (
    await test_.pool.query(
      `select slug, number, at, ip, user_agent as "userAgent" from consents join page_versions v on v.id = page_version_id
        where person_id = $1 order by slug desc, number`,
      [actor.personId],
    )
  ).rows

test('what is agreed to is kept with its version, the moment, and from where; then nothing is asked', async () => {
  const { actor } = await aRestaurant(test_.db)
  expect(await agree(actor, await allTicked(actor))).toEqual([])
  const facts = { at: noon, ip: '192.0.2.1', userAgent: 'Firefox' }
  expect(await kept(actor)).toEqual([
    { slug: 'user-policy', number: newest['user-policy'], ...facts },
    { slug: 'privacy-policy', number: newest['privacy-policy'], ...facts },
  ])
  expect(await consentNeeded(as(test_.db, actor))).toEqual([])
})

test('staff see who has not agreed: members of approved organisations, until they do', async () => {
  const { actor } = await aRestaurant(test_.db)
  const waiting = (await aFarm(test_.db, { status: 'submitted' })).actor
  const staff = as(test_.db, await anAdmin(test_.db))
  const listed = async () => (await unagreedMembers(staff)).members.map(({ personId }) => personId)
  expect(await listed()).toContain(actor.personId)
  expect(await listed()).not.toContain(waiting.personId)
  expect((await unagreedMembers(staff)).members.find(({ personId }) => personId === actor.personId)).toMatchObject({
    side: 'restaurant',
    ref: `restaurant-${actor.restaurantId}`,
    email: `${actor.personId}@example.jp`,
  })
  const { count } = await unagreedMembers(staff)
  await agree(actor, await allTicked(actor))
  expect(await listed()).not.toContain(actor.personId)
  expect((await unagreedMembers(staff)).count).toBe(count - 1)
})

test('two presses at once leave one consent for each page, and both go on', async () => {
  const { actor } = await aFarm(test_.db)
  const ticked = await allTicked(actor)
  expect(await Promise.all([agree(actor, ticked), agree(actor, ticked)])).toEqual([[], []])
  expect(await kept(actor)).toHaveLength(2)
})

test('a press after everything is agreed to changes nothing, whatever it says', async () => {
  const { actor } = await aRestaurant(test_.db)
  await agree(actor, await allTicked(actor))
  const before = await kept(actor)
  expect(await agree(actor, {}, new Date(noon.getTime() + 60_000))).toEqual([])
  expect(await kept(actor)).toEqual(before)
})

test('with one box unticked nothing is kept, and it is named', async () => {
  const { actor } = await aRestaurant(test_.db)
  const { 'privacy-policy': _, ...one } = await allTicked(actor)
  expect(await agree(actor, one)).toEqual([{ slug: 'privacy-policy', title: 'プライバシーポリシー', why: 'unticked' }])
  expect(await kept(actor)).toEqual([])
})

test('a version that came into force between showing and pressing is asked about anew', async () => {
  const { actor } = await aRestaurant(test_.db)
  const shown = await allTicked(actor)
  await publish('user-policy')
  expect(await agree(actor, shown)).toEqual([{ slug: 'user-policy', title: '利用規約', why: 'newer' }])
  expect(await kept(actor)).toEqual([])
  expect(await agree(actor, await allTicked(actor))).toEqual([])
  expect((await kept(actor)).map(({ number }) => number)).toEqual([newest['user-policy'], newest['privacy-policy']])
})

test('a user who agreed to the previous version is asked only for the new one, and told what has changed', async () => {
  const { actor } = await aRestaurant(test_.db)
  await agree(actor, await allTicked(actor))
  await publish('user-policy')
  const number = newest['user-policy']
  const change = { number, effectiveOn: today, changeNote: `変更${number}` }
  const [asked, ...others] = await consentNeeded(as(test_.db, actor))
  expect(asked).toMatchObject({ slug: 'user-policy', number, isFirst: false, changes: [change], planned: null })
  expect(others).toEqual([])
  expect(await agree(actor, { 'user-policy': 'not-a-version' })).toMatchObject([{ why: 'newer' }])
  expect(await agree(actor, await allTicked(actor))).toEqual([])
  expect(await kept(actor)).toHaveLength(3)
})

const sessionOf = (personId: PersonId, channel: 'cookie' | 'bearer') =>
  openSession({ db: test_.db, now: noon }, { who: { personId }, channel, ip: null, userAgent: null })

test('the session says whether there is something to agree to, and at once when it is done', async () => {
  const { actor } = await aFarm(test_.db)
  const owes = async (channel: 'cookie' | 'bearer') =>
    'owesConsent' in (await actorOf({ db: test_.db, now: noon }, await sessionOf(actor.personId, channel), channel))
  expect(await owes('cookie')).toBe(true)
  expect(await owes('bearer')).toBe(false)
  await agree(actor, await allTicked(actor))
  expect(await owes('cookie')).toBe(false)
})

test('a user without a restaurant or a farm is not asked for consent', async () => {
  const id = await aPerson(test_.db, '所属なし')
  const actor = await actorOf({ db: test_.db, now: noon }, await sessionOf(id, 'cookie'), 'cookie')
  expect(actor).toMatchObject({ kind: 'person' })
  expect('owesConsent' in actor).toBe(false)
})

test('the sign-in says so too', async () => {
  const { actor } = await aRestaurant(test_.db)
  const phc = await hashPassword('山と川と海')
  await test_.db.insertInto('passwords').values({ personId: actor.personId, phc, changedAt: noon }).execute()
  const tried = { email: `${actor.personId}@example.jp`, password: '山と川と海', ip: null, userAgent: null }
  const signedIn = async () => must(await signIn({ db: test_.db, now: noon }, { ...tried, channel: 'cookie' as const }))
  expect(await signedIn()).toMatchObject({ home: '/restaurant', owesConsent: true })
  await agree(actor, await allTicked(actor))
  expect(await signedIn()).toMatchObject({ home: '/restaurant', owesConsent: false })
})

const asking = { owesConsent: true as const }

test.each([
  ['GET', '/restaurant/order/History?month=2026-10', '/restaurant/order/History?month=2026-10'],
  ['GET', '/restaurant/orders/1.data', '/restaurant/orders/1'],
  ['GET', '/restaurant/_.data?q=a&_routes=root%2Crestaurant', '/restaurant?q=a'],
  ['GET', '/restaurant/products?q=人参', '/restaurant/products?q=%E4%BA%BA%E5%8F%82'],
  ['HEAD', '/farmer', '/farmer'],
])('%s %s leads to the consent and back to %s', async (method, path, back) => {
  const { actor } = await aRestaurant(test_.db)
  const thrown = guard({ ...actor, ...asking }, method, path)
  expect(thrown).toBeInstanceOf(Response)
  expect((thrown as Response).headers.get('location')).toBe(`/consent?returnTo=${encodeURIComponent(back)}`)
})

test('a submitted form is not redirected; users who have agreed, visitors and administrators are not asked', async () => {
  const { actor } = await aRestaurant(test_.db)
  expect(guard({ ...actor, ...asking }, 'POST', '/restaurant/cart')).toBeNull()
  for (const other of [actor, { kind: 'visitor' } as const, await anAdmin(test_.db)])
    expect(guard(other, 'GET', '/restaurant')).toBeNull()
})

function guard(actor: Actor, method: string, path: string): unknown {
  const context = new RouterContextProvider()
  context.set(requestCtx, as(test_.db, actor))
  try {
    runGuard('consent', { request: new Request(`http://localhost${path}`, { method }), context })
    return null
  } catch (thrown) {
    return thrown
  }
}
