import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { kyselyOn } from './kysely.server.ts'

const db = kyselyOn(new pg.Pool())

test('names are those of the database wherever a statement has one, and its own SQL stays as it is', () => {
  const { sql: text } = db
    .with('openOrders', (d) => d.selectFrom('orders as openOne').select('openOne.farmId as ofFarm'))
    .selectFrom('openOrders')
    .innerJoin('farms', 'farms.id', 'openOrders.ofFarm')
    .select(['farms.shipWeekdays', sql<string>`'asWritten'`.as('itsWord')])
    .orderBy('farms.prefectureCode')
    .compile()
  expect(text).toBe(
    `with "open_orders" as (select "open_one"."farm_id" as "of_farm" from "orders" as "open_one") ` +
      `select "farms"."ship_weekdays", 'asWritten' as "its_word" from "open_orders" ` +
      `inner join "farms" on "farms"."id" = "open_orders"."of_farm" order by "farms"."prefecture_code"`,
  )
})

test.each([[[]], [['placed' as const]], [['placed' as const, 'accepted' as const]]])(
  'a list of any length is one parameter: %j',
  (states) => {
    const { sql: text, parameters } = db
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', states)
      .where((eb) => eb.or([eb('number', 'not in', ['A', 'B']), eb.not(eb('state', 'in', states))]))
      .compile()
    expect(text).toBe(
      'select "id" from "orders" where "state" = any($1) and ("number" <> all($2) or not "state" = any($3))',
    )
    expect(parameters).toEqual([states, ['A', 'B'], states])
  },
)

test('a subquery stays one, and a limit stands in the text', () => {
  const inner = db.selectFrom('farms').select('id').limit(3)
  const { sql: text, parameters } = db
    .selectFrom('orders')
    .select('id')
    .where('farmId', 'in', inner)
    .limit(20)
    .offset(5)
    .compile()
  expect(text).toBe(
    'select "id" from "orders" where "farm_id" in (select "id" from "farms" limit 3) limit 20 offset $1',
  )
  expect(parameters).toEqual([5])
})
