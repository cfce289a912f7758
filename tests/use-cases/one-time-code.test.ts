import { expect, test } from 'vitest'
import { addHours } from '../../app/kernel/jst.ts'
import {
  countTry,
  forgetOldCodes,
  inspectCode,
  issueCode,
  useCode,
  voidCodes,
} from '../../app/modules/identity/one-time-code.server.ts'
import { aPerson, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const reset = async (email = 'a@example.jp') => {
  const personId = await aPerson(test_.db, '山田')
  const code = await issueCode(test_.db, noon, { purpose: 'reset_password', owner: { personId }, email })
  return { personId, code }
}

test('a code is kept as a hash only, and says what it is for', async () => {
  const { personId, code } = await reset()
  expect(code).toMatch(/^[\w-]{43}$/)
  expect(await inspectCode(test_.db, noon, 'reset_password', code)).toMatchObject({ personId, email: 'a@example.jp' })
  const { rows } = await test_.pool.query('select * from one_time_codes where person_id = $1', [personId])
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('reading a code does not use it up; using it does', async () => {
  const { code } = await reset()
  await inspectCode(test_.db, noon, 'reset_password', code)
  expect(await useCode(test_.db, noon, 'reset_password', code)).not.toBeNull()
  expect(await useCode(test_.db, noon, 'reset_password', code)).toBeNull()
  expect(await inspectCode(test_.db, noon, 'reset_password', code)).toBeNull()
})

test('of six at once exactly one gets it', async () => {
  const { code } = await reset()
  const got = await Promise.all(Array.from({ length: 6 }, () => useCode(test_.db, noon, 'reset_password', code)))
  expect(got.filter(Boolean)).toHaveLength(1)
})

test.each([
  ['for something else', 'verify_email', 0],
  ['an hour later', 'reset_password', 1],
] as const)('%s it does not work', async (_, purpose, hours) => {
  const { code } = await reset()
  expect(await useCode(test_.db, addHours(noon, hours), purpose, code)).toBeNull()
})

test('the third wrong answer voids it', async () => {
  const { code } = await reset()
  for (let n = 0; n < 2; n++) await countTry(test_.db, noon, code, 3)
  expect(await inspectCode(test_.db, noon, 'reset_password', code)).toMatchObject({ tries: 2 })
  await countTry(test_.db, noon, code, 3)
  expect(await inspectCode(test_.db, noon, 'reset_password', code)).toBeNull()
})

test('a new code voids the earlier ones of the same user only', async () => {
  const [mine, other] = [await reset(), await reset()]
  await voidCodes(test_.db, noon, 'reset_password', mine)
  expect(await inspectCode(test_.db, noon, 'reset_password', mine.code)).toBeNull()
  expect(await inspectCode(test_.db, noon, 'reset_password', other.code)).not.toBeNull()
})

test('a month after its end it is forgotten', async () => {
  const { code } = await reset()
  await forgetOldCodes({ db: test_.db, now: addHours(noon, 24 * 20) })
  expect(await inspectCode(test_.db, noon, 'reset_password', code)).not.toBeNull()
  await forgetOldCodes({ db: test_.db, now: addHours(noon, 24 * 32) })
  expect(await inspectCode(test_.db, noon, 'reset_password', code)).toBeNull()
})
