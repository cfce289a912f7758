import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import { newId, type PersonId } from '../../app/kernel/ids.ts'
import { agreeToPages } from '../../app/modules/content/agree-to-pages.server.ts'
import { consentNeeded } from '../../app/modules/content/consents.server.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { readApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { renewSession } from '../../app/modules/identity/prove-again.server.ts'
import { seenEveryMs } from '../../app/modules/identity/session.ts'
import { actorOf, closeSession, closeSessionsOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { aFarm, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { type ProcessParts, processParts } from '../support/process-parts.ts'

const test_ = testDatabase()

let a: ProcessParts
let b: ProcessParts

beforeAll(async () => {
  ;[a, b] = await Promise.all([processParts(test_.config), processParts(test_.config)])
})
afterAll(() => Promise.all([a.end(), b.end()]))

const ask = ({ db }: ProcessParts, token: string, now = noon) => actorOf({ db, now }, token, 'cookie')

/** What a process reads of the database for one question more. */
async function readBy(process: ProcessParts, token: string, now = noon): Promise<number> {
  process.queries.length = 0
  await ask(process, token, now)
  return process.queries.length
}

/** Asks until the answer is from memory: a feed that was not asked for a second has to prove itself first. */
async function keep(process: ProcessParts, token: string): Promise<void> {
  for (let round = 0; round < 100; round++) {
    await process.feed.caughtUp()
    if ((await readBy(process, token)) === 0) return
  }
  throw new Error('nothing is kept')
}

const openFor = (personId: PersonId) =>
  openSession({ db: test_.db, now: noon }, { who: { personId }, channel: 'cookie', ip: null, userAgent: null })

/** A member of a restaurant whose session both processes keep. */
async function keptChef() {
  const { restaurantId, kitchenId, actor } = await aRestaurant(test_.db)
  const token = await openFor(actor.personId)
  for (const process of [a, b]) await keep(process, token)
  return { restaurantId, kitchenId, personId: actor.personId, token }
}
type Chef = Awaited<ReturnType<typeof keptChef>>

const isBuyer = (actor: Actor) => actor.kind === 'buyer'
const isVisitor = (actor: Actor) => actor.kind === 'visitor'

const changes: Record<string, { by(db: Db, chef: Chef): Promise<unknown>; after(actor: Actor): boolean }> = {
  'signing out': { by: (db, { token }) => closeSession({ db }, token), after: isVisitor },
  'signing out everywhere': { by: (db, { personId }) => closeSessionsOf(db, { personId }), after: isVisitor },
  'a proof, which gives the session another token': {
    by: async (db, { token }) => {
      const actor = await actorOf({ db, now: noon }, token, 'cookie')
      if (!('session' in actor) || !actor.session) throw new Error('no session')
      await renewSession(db, noon, actor.session)
    },
    after: isVisitor,
  },
  'a suspended person': {
    by: (db, { personId }) => db.updateTable('people').set({ suspendedAt: noon }).where('id', '=', personId).execute(),
    after: isVisitor,
  },
  'a closed account': {
    by: (db, { personId }) => db.updateTable('people').set({ closedAt: noon }).where('id', '=', personId).execute(),
    after: isVisitor,
  },
  'a removed member': {
    by: (db, { personId }) => db.deleteFrom('memberships').where('personId', '=', personId).execute(),
    after: (actor) => actor.kind === 'person',
  },
  'a member with another role': {
    by: (db, { personId }) =>
      db.updateTable('memberships').set({ role: 'owner' }).where('personId', '=', personId).execute(),
    after: (actor) => isBuyer(actor) && 'role' in actor && actor.role === 'owner',
  },
  'a suspended restaurant': {
    by: (db, { restaurantId }) =>
      db
        .updateTable('restaurants')
        .set({ status: 'suspended', statusReason: '確認中' })
        .where('id', '=', restaurantId)
        .execute(),
    after: (actor) => actor.kind === 'buyer' && !actor.restaurantApproved,
  },
  'a closed kitchen': {
    by: (db, { kitchenId }) => db.updateTable('kitchens').set({ closedAt: noon }).where('id', '=', kitchenId).execute(),
    after: (actor) => actor.kind === 'buyer' && actor.kitchenIds.length === 0,
  },
  'another name': {
    by: (db, { personId }) => db.updateTable('people').set({ name: '別名' }).where('id', '=', personId).execute(),
    after: (actor) => 'name' in actor && actor.name === '別名',
  },
  'an address that has to be proven again': {
    by: (db, { personId }) =>
      db.updateTable('people').set({ emailVerifiedAt: null }).where('id', '=', personId).execute(),
    after: isVisitor,
  },
}

test.each(Object.keys(changes))('%s holds at once in the process that did it, and in another one', async (name) => {
  const change = changes[name]
  if (!change) throw new Error(name)
  const chef = await keptChef()
  await change.by(a.db, chef)
  expect(await ask(a, chef.token)).toSatisfy(change.after)
  await b.feed.caughtUp()
  expect(await ask(b, chef.token)).toSatisfy(change.after)
})

test('a farm that is suspended is so for its kept members', async () => {
  const { farmId, actor } = await aFarm(test_.db)
  const token = await openFor(actor.personId)
  await keep(b, token)
  await a.db
    .updateTable('farms')
    .set({ status: 'suspended', statusReason: '確認中' })
    .where('id', '=', farmId)
    .execute()
  await b.feed.caughtUp()
  expect(await ask(b, token)).toMatchObject({ kind: 'farm', farmApproved: false })
})

test('a new version to agree to, and the consent, hold for a kept session', async () => {
  const chef = await keptChef()
  const facts = 'slug: user-policy\ntitle: 利用規約\nversion: 1\neffectiveOn: 2026-11-01\nmaterial: yes\nchange: 変更'
  await takeInPages(a.db, [readPageFile('user-policy.md', `---\n${facts}\n---\n本文`)], noon)
  expect(await ask(a, chef.token)).toMatchObject({ owesConsent: true })
  await b.feed.caughtUp()
  const actor = await ask(b, chef.token)
  expect(actor).toMatchObject({ owesConsent: true })
  await keep(b, chef.token)
  const ticked = Object.fromEntries(
    (await consentNeeded(as(a.db, actor))).map(({ slug, pageVersionId }) => [slug, pageVersionId]),
  )
  expect(await agreeToPages(as(a.db, actor), { ticked, ip: null, userAgent: null })).toEqual([])
  await b.feed.caughtUp()
  expect(await ask(b, chef.token)).not.toHaveProperty('owesConsent')
})

test('a revoked token of an integration is refused', async () => {
  const chef = await keptChef()
  const secret = randomBytes(32).toString('base64url')
  const { id: membershipId } = await test_.db
    .selectFrom('memberships')
    .select('id')
    .where('personId', '=', chef.personId)
    .executeTakeFirstOrThrow()
  await test_.db
    .insertInto('apiTokens')
    .values({
      id: newId<'apiToken'>(),
      prefix: '0123456789',
      hash: createHash('sha256').update(secret).digest(),
      personId: chef.personId,
      membershipId,
      name: '在庫連携',
      scopes: ['catalog.read'],
      createdAt: noon,
      expiresAt: new Date(noon.getTime() + 3_600_000),
      lastUsedAt: null,
    })
    .execute()
  const token = `hti_0123456789_${secret}`
  const read = () => readApiToken({ db: b.db, now: noon }, token)
  for (let round = 0; round < 3; round++) {
    await b.feed.caughtUp()
    await read()
  }
  b.queries.length = 0
  expect(await read()).toMatchObject({ actor: { kind: 'buyer' }, scopes: ['catalog.read'] })
  expect(b.queries).toEqual([])
  await a.db.deleteFrom('apiTokens').where('membershipId', '=', membershipId).execute()
  await b.feed.caughtUp()
  expect(await read()).toBeNull()
})

test('a kept session ends at its time, and use is recorded as before', async () => {
  const chef = await keptChef()
  const later = new Date(noon.getTime() + seenEveryMs + 1)
  const seenAt = async () =>
    (
      await test_.db
        .selectFrom('sessions')
        .select('seenAt')
        .where('personId', '=', chef.personId)
        .executeTakeFirstOrThrow()
    ).seenAt
  await ask(a, chef.token, later)
  expect(await seenAt()).toEqual(later)
  expect(await readBy(a, chef.token, later)).toBe(0)
  expect(await ask(b, chef.token, new Date(noon.getTime() + 15 * 86_400_000))).toEqual({ kind: 'visitor' })
})

test('the cache is not used while the feed of changes is down', async () => {
  const chef = await keptChef()
  await test_.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'une-to-sara-changes' and datname = current_database()",
  )
  await test_.db.deleteFrom('sessions').where('personId', '=', chef.personId).execute()
  for (const process of [a, b]) {
    await process.feed.caughtUp()
    expect(await ask(process, chef.token)).toEqual({ kind: 'visitor' })
  }
  // made again by itself, and then memory is used as before
  const next = await aRestaurant(test_.db)
  const token = await openFor(next.actor.personId)
  const until = Date.now() + 20_000
  while ((await readBy(a, token)) > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20))
  expect(await readBy(a, token)).toBe(0)
})

test('a change that is heard while a session is read is not lost', async () => {
  for (let round = 0; round < 20; round++) {
    const { restaurantId, token } = await keptChef()
    await Promise.all([
      test_.db
        .updateTable('restaurants')
        .set({ status: 'suspended', statusReason: '確認中' })
        .where('id', '=', restaurantId)
        .execute(),
      ...Array.from({ length: 5 }, () => ask(a, token)),
    ])
    await a.feed.caughtUp()
    expect(await ask(a, token)).toMatchObject({ restaurantApproved: false })
  }
})
