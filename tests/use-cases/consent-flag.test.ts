import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, at, jstDateOf } from '../../app/kernel/jst.ts'
import { consentNeeded, owesConsent, recordConsent } from '../../app/modules/content/consents.server.ts'
import { readPageFile } from '../../app/modules/content/page-file.server.ts'
import { takeInPages } from '../../app/modules/content/take-in-pages.server.ts'
import { aPerson, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from './steps.ts'

const test_ = testDatabase()
const today = jstDateOf(noon)

/** Days from today and whether material: 1 the first, 2 a comma, 3 a change, 4 a comma of it. */
const versions = [
  [-10, true],
  [-5, false],
  [3, true],
  [5, false],
] as const

beforeAll(async () => {
  for (const slug of ['user-policy', 'privacy-policy', 'law'])
    for (const [index, [days, material]] of versions.entries()) {
      const facts = `slug: ${slug}\ntitle: 表題\nversion: ${index + 1}\neffectiveOn: ${addDays(today, days)}\nmaterial: ${material ? 'yes' : 'no'}\nchange: 変更`
      await takeInPages(test_.db, [readPageFile('page.md', `---\n${facts}\n---\n本文`)], noon)
    }
})

/** Agreed to these versions of the terms and of the privacy policy; on which of the days below consent is asked. */
const histories: [number[], number[]][] = [
  [[], []],
  [[1], []],
  [[1], [1]],
  [[2], [2]],
  [[3], [1]],
  [
    [1, 3],
    [1, 3],
  ],
  [[4], [4]],
]
const days = [-11, -10, 0, 2, 3, 5]

/** The rule exists twice, in TypeScript for the page and in SQL for the query of every request; both agree. */
test.each(histories)('agreed to %j and %j: SQL and page agree on every day', async (terms, privacy) => {
  const personId = await aPerson(test_.db, '試す人')
  const agreed = { 'user-policy': terms, 'privacy-policy': privacy, law: [1, 2, 3, 4] }
  for (const [slug, numbers] of Object.entries(agreed))
    for (const number of numbers) {
      const row = await test_.pool.query('select id from page_versions where slug = $1 and number = $2', [slug, number])
      const pageVersionId = there(row.rows[0]).id
      await recordConsent(test_.db, { personId, pageVersionId, at: noon, ip: null, userAgent: null })
    }
  const actor = { kind: 'person', personId, name: '試す人' } as const
  const answers = await Promise.all(
    days.map(async (day) => {
      const now = at(`${addDays(today, day)} 00:00`)
      const { owes } = await test_.db
        .selectFrom('people')
        .select(owesConsent(sql.ref('people.id'), now).as('owes'))
        .where('id', '=', personId)
        .executeTakeFirstOrThrow()
      return { day, owes, wanted: (await consentNeeded(as(test_.db, actor, now))).length > 0 }
    }),
  )
  expect(answers.map(({ day, owes }) => [day, owes])).toEqual(answers.map(({ day, wanted }) => [day, wanted]))
  expect(answers[0]?.owes).toBe(false)
})
