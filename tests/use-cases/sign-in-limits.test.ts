import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { Busy } from '../../app/kernel/errors.ts'
import { addHours, addMinutes } from '../../app/kernel/jst.ts'
import { hashPassword, verifyOrPretend } from '../../app/modules/identity/password.server.ts'
import { signIn } from '../../app/modules/identity/sign-in.server.ts'
import { aRestaurant, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

// files share their modules: without this the hashing that another file has loaded would go unseen
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })

const test_ = testDatabase()
const password = '合言葉は 山と川'
const phc = hashPassword(password)
let strangers = 0

const tried = async (ip: string, now = noon, email = `stranger-${strangers++}@example.jp`, secret = 'wrong') => {
  const from = { channel: 'cookie' as const, ip, userAgent: null }
  const answer = await signIn({ db: test_.db, now }, { email, password: secret, ...from })
  return answer.ok ? 'in' : answer.refusal
}
const count = (answers: string[], word: string) => answers.filter((answer) => answer === word).length

async function aChef(): Promise<string> {
  const { actor } = await aRestaurant(test_.db)
  const row = { personId: actor.personId, phc: await phc, changedAt: noon }
  await test_.db.insertInto('passwords').values(row).execute()
  return `${actor.personId}@example.jp`
}

test('T22 of thirty wrong passwords at once from one network exactly twenty are looked at', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => tried('203.0.113.1')))
  expect([count(answers, 'wrong_credentials'), count(answers, 'too_many_tries')]).toEqual([20, 10])
  expect(await tried('203.0.113.2')).toBe('wrong_credentials')
})

test('T23 every address of one /64 is one network; the one next door is another', async () => {
  for (let n = 0; n < 20; n++) expect(await tried(`2001:db8:5:6::${n.toString(16)}`)).toBe('wrong_credentials')
  expect(await tried('2001:db8:5:6:ffff:ffff:ffff:ffff')).toBe('too_many_tries')
  expect(await tried('2001:db8:5:7::1')).toBe('wrong_credentials')
})

test('a hundred wrong passwords an hour, however slowly; then an hour’s wait, told to the second', async () => {
  const ip = '203.0.113.3'
  for (let n = 0; n < 100; n++) expect(await tried(ip, addMinutes(noon, Math.floor(n / 2)))).toBe('wrong_credentials')
  const late = addMinutes(noon, 55)
  expect(await tried(ip, late)).toBe('too_many_tries')
  const asked = { email: 'x@example.jp', password: 'wrong', channel: 'cookie' as const, ip, userAgent: null }
  const refused = await signIn({ db: test_.db, now: late }, asked)
  expect(refused).toMatchObject({ detail: { waitSeconds: 5 * 60 } })
  expect(await tried(ip, addHours(noon, 1))).toBe('wrong_credentials')
})

test('a right password does not count as an attempt, and clears no wrong ones', async () => {
  const [ip, chef] = ['203.0.113.4', await aChef()]
  for (let n = 0; n < 19; n++) await tried(ip)
  for (let n = 0; n < 10; n++) expect(await tried(ip, noon, chef, password)).toBe('in')
  expect(await tried(ip)).toBe('wrong_credentials')
  expect(await tried(ip, noon, chef, password)).toBe('too_many_tries')
})

test('T70 of a flood of sign-ins two are processed, thirty wait, and the rest is told at once to wait', async () => {
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => verifyOrPretend(undefined, 'wrong')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(18)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(Busy)
  expect(await verifyOrPretend(await phc, password)).toBe(true)
})

test('T19 an unknown address costs the same work as a wrong password', async () => {
  const workFor = async (email: string) => {
    vi.mocked(verify).mockClear()
    test_.queriesSince()
    expect(await tried(`198.51.100.${strangers++}`, noon, email)).toBe('wrong_credentials')
    const costs = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4))
    return { costs, queries: test_.queriesSince() }
  }
  const known = await workFor(await aChef())
  expect(known.costs).toEqual([['argon2id', 'v=19', 'm=19456,t=2,p=1']])
  expect(await workFor('nobody@example.jp')).toEqual(known)
})
