import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { at } from '../../app/kernel/jst.ts'
import { canonicalJson } from '../../app/modules/traceability/badges/canonical-json.ts'
import { newBadgeKeyCommand } from '../../app/modules/traceability/badges/new-key-command.server.ts'
import { badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { aFarm, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)
const encryption = makeEncryption('x'.repeat(32))
clock.at = at('2026-11-24 11:00')

/** Three deliveries of carrots from a farm in the kitchen's own prefecture, in their season. */
async function aShopWithBadges() {
  const { db } = database
  const shop = await aRestaurant(db)
  const farm = await aFarm(db, { prefectureCode: '13', place: '青梅' })
  const productId = await aProduct(db, farm.farmId)
  for (const on of ['2026-09-30', '2026-10-31', '2026-11-20'])
    await aReceivedOrder(db, { ...shop, farmId: farm.farmId, on, lines: [{ productId, yen: 12_345 }] })
  const { earned } = await badgesOfShop(as(db, shop.actor, clock.at))
  const tokens = new Map(earned.map(({ rule, token }) => [rule, token]))
  return { shop, farm, productId, tokens }
}

const run = promisify(execFile)
async function verify(...args: string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout } = await run(process.execPath, ['docs/verify-badge.mjs', ...args])
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr }
  }
}

test('the evidence of a badge is public and verifiable with the script; neither price nor quantity is in it', async () => {
  const { tokens } = await aShopWithBadges()
  const server = createServer(async (request, response) => {
    const { status, body } = await call('GET', (request.url ?? '').replace('/api', ''))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const rules = ['farms', 'prefecture', 'season'] as const
    for (const rule of rules) {
      const { status, body, headers } = await call('GET', `/badges/${tokens.get(rule)}`)
      expect([status, headers.get('access-control-allow-origin')], rule).toEqual([200, '*'])
      expect(body.statement).toMatchObject({ rule: { id: rule, version: 2 }, result: { valid: true } })
      // without the random part, whose letters may contain any word
      expect(JSON.stringify({ ...body.statement, token: '' })).not.toMatch(/12345|yen|qty|grams/)
    }
    const checked = await verify(...rules.map((rule) => `${origin}/api/badges/${tokens.get(rule)}`))
    expect(checked, checked.said).toMatchObject({ code: 0 })
    expect(checked.said.match(/佐藤農園 [23]回/g)).toHaveLength(3)
  } finally {
    server.close()
  }
})

test('a forged or altered badge fails: another input, day, key, algorithm, or result', async () => {
  const { tokens } = await aShopWithBadges()
  const folder = await temporaryFolder('badges')
  const { body: keys } = await call('GET', '/badges/keys')
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keys))
  const fileOf = async (name: string, badge: unknown) => {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(badge))
    return join(folder, `${name}.json`)
  }
  const { body: badge } = await call('GET', `/badges/${there(tokens.get('farms'))}`)
  const changed = (change: (statement: typeof badge.statement) => void) => {
    const copy = structuredClone(badge)
    change(copy.statement)
    return copy
  }
  const b64 = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const [header, payload] = badge.signature.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const stranger = generateKeyPairSync('ed25519').privateKey
  const signed = (head: object, statement: unknown) => {
    const said = `${b64(head)}.${b64(canonicalJson(statement))}`
    return `${said}.${sign(null, Buffer.from(said), stranger).toString('base64url')}`
  }
  const ours = { alg: 'EdDSA', typ: 'une-badge+jws', kid }
  const forged: Record<string, unknown> = {
    'another day of a delivery': changed((it) => (it.inputs.deliveries[0].day = '2026-11-01')),
    'another day of reckoning': changed((it) => (it.day = '2026-12-24')),
    'a later end': changed((it) => (it.result.until = '2027-12-31')),
    'one farm more': changed((it) => it.result.farms.push({ ...it.result.farms[0], farm: 'ほかの農園' })),
    'another shop': changed((it) => (it.shop = 'ほかの店')),
    'signed by a stranger in our name': { ...badge, signature: signed(ours, badge.statement) },
    'signed with a key of nobody': { ...badge, signature: signed({ ...ours, kid: 'x'.repeat(43) }, badge.statement) },
    'not signed (alg none)': { ...badge, signature: `${b64({ ...ours, alg: 'none' })}.${payload}.` },
    'signed as HS256': { ...badge, signature: `${b64({ ...ours, alg: 'HS256' })}.${payload}.${b64('x')}` },
    'signed for something else': { ...badge, signature: signed({ ...ours, typ: 'JWT' }, badge.statement) },
    'no signature': { statement: badge.statement },
  }
  const files = await Promise.all(Object.entries(forged).map(([what, it], index) => fileOf(`${index} ${what}`, it)))
  const { code, said } = await verify(...files, await fileOf('right', badge), '--keys', join(folder, 'keys.json'))
  expect(code).toBe(1)
  expect(files.filter((file) => !said.includes(`× ${file}: `))).toEqual([])
  expect(said).not.toContain('right.json')
})

test('a new key signs from now on, and what the old one signed is still verified', async () => {
  const { tokens } = await aShopWithBadges()
  const path = `/badges/${there(tokens.get('farms'))}`
  const { body: before } = await call('GET', path)
  const { ok, lines } = await newBadgeKeyCommand({ db: database.db, now: clock.at, encryption }, [])
  expect([ok, lines[0]]).toEqual([true, expect.stringMatching(/key [A-Za-z0-9_-]{43} from now on/)])
  const { body: after } = await call('GET', path)
  const kidOf = ({ signature }: { signature: string }) =>
    JSON.parse(Buffer.from(there(signature.split('.')[0]), 'base64url').toString()).kid
  expect(kidOf(after)).not.toBe(kidOf(before))
  const { body: keys } = await call('GET', '/badges/keys')
  const kept = await database.db.selectFrom('badgeKeys').select(['kid', 'sealedPrivate']).execute()
  expect(kept.filter(({ sealedPrivate }) => sealedPrivate !== null).map(({ kid }) => kid)).toEqual([kidOf(after)])
  const folder = await temporaryFolder('badge-keys')
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keys))
  await writeFile(join(folder, 'before.json'), JSON.stringify(before))
  await writeFile(join(folder, 'after.json'), JSON.stringify(after))
  const both = ['before.json', 'after.json'].map((name) => join(folder, name))
  expect((await verify(...both, '--keys', join(folder, 'keys.json'))).code).toBe(0)
})

test('the badges of the own shop by API; farms are chosen with a key, and no other farm can be added', async () => {
  const { shop, farm, tokens } = await aShopWithBadges()
  const token = await tokenOf(shop.actor)
  const path = `/badges/${there(tokens.get('farms'))}/farms`
  const stranger = await aFarm(database.db)
  expect((await call('GET', '/badges')).status).toBe(401)
  expect((await call('GET', '/badges', { token })).body.earned[0]).toMatchObject({ rule: 'farms' })
  expect((await call('PUT', path, { token, body: { farmIds: [stranger.farmId] } })).body.code).toBe('FARM_NOT_PROVEN')
  expect((await call('PUT', path, { token, body: { farmIds: [] } })).body.code).toBe('NO_FARM_SHOWN')
  expect((await call('PUT', path, { token, body: { farmIds: [farm.farmId] } })).body).toEqual({ shown: 1 })
  const { actor } = await aRestaurant(database.db)
  const other = await tokenOf(actor)
  expect((await call('PUT', path, { token: other, body: { farmIds: [farm.farmId] } })).status).toBe(404)
})

test('a farm that the restaurant hides keeps its weight in the evidence of a share, and is not named there', async () => {
  const { db } = database
  const { shop, farm, tokens } = await aShopWithBadges()
  const other = await aFarm(db, { name: '名を出さない農園', prefectureCode: '13' })
  const productId = await aProduct(db, other.farmId)
  await aReceivedOrder(db, { ...shop, farmId: other.farmId, on: '2026-11-21', lines: [{ productId, yen: 54_321 }] })
  const token = await tokenOf(shop.actor)
  const path = `/badges/${there(tokens.get('prefecture'))}`
  expect((await call('PUT', `${path}/farms`, { token, body: { farmIds: [farm.farmId] } })).body).toEqual({ shown: 1 })
  const { body: badge } = await call('GET', path)
  expect(badge.statement.result).toMatchObject({ percent: 100, farms: [{ farmId: farm.farmId, deliveries: 3 }] })
  expect(badge.statement.inputs.deliveries.at(-1)).toMatchObject({ farmId: null, farm: null, lots: [], traced: true })
  expect(JSON.stringify(badge)).not.toMatch(new RegExp(`${other.farmId}|名を出さない農園|54321`))
  const folder = await temporaryFolder('left-farm')
  await writeFile(join(folder, 'badge.json'), JSON.stringify(badge))
  await writeFile(join(folder, 'keys.json'), JSON.stringify((await call('GET', '/badges/keys')).body))
  const checked = await verify(join(folder, 'badge.json'), '--keys', join(folder, 'keys.json'))
  expect(checked, checked.said).toMatchObject({ code: 0 })
})

test('two key changes at once leave one key that signs', async () => {
  const system = { db: database.db, now: clock.at, encryption }
  const done = await Promise.all([1, 2].map(() => newBadgeKeyCommand(system, [])))
  expect(done.map(({ ok }) => ok)).toEqual([true, true])
  const signing = await database.db.selectFrom('badgeKeys').select('kid').where('retiredAt', 'is', null).execute()
  expect(signing).toHaveLength(1)
})

test('the rules are public; an unknown address is not found; requests of one network are limited', async () => {
  const { body } = await call('GET', '/badges/rules')
  expect(body.rules).toMatchObject([
    { id: 'farms', deliveries: 3, months: 3 },
    { percent: 30 },
    { percent: 50 },
    { percent: 60 },
  ])
  expect((await call('GET', `/badges/${'x'.repeat(24)}`)).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 125 }, () => call('GET', `/badges/${'x'.repeat(24)}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60')
})
