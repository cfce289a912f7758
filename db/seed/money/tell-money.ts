import type pg from 'pg'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { jstDate } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { insertRows, type Row } from '../bulk.ts'
import type { SeedFarm } from '../farms.ts'
import { idMaker } from '../ids.ts'
import { randomFor } from '../random.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { farmAccounts } from './farm-accounts.ts'
import { keepBooks } from './keep-books.ts'

export type Books = { encryption: Encryption; operator: Operator }

type Given = Books & {
  restaurants: readonly SeedRestaurant[]
  farms: readonly SeedFarm[]
  demoFarms: readonly SeedFarm[]
  maker: Row<'admins'>
  releaser: Row<'admins'>
  now: Date
}

/** The money of the demo, from its charges. */
export async function tellMoney(client: pg.ClientBase, db: Db, given: Given): Promise<void> {
  const { encryption, restaurants, farms, demoFarms, now } = given
  await client.query('analyze charges, ledger_entries, ledger_postings')
  const { rows } = await client.query<{ first: string }>('select min(supplied_on)::text as first from charges')
  const overdue = restaurants[4]
  const [without, changing, returned] = await largestFarms(client, farms, demoFarms)
  const first = rows[0]?.first
  if (!first || !overdue || !without || !changing || !returned) return
  const accounts = await farmAccounts(farms, {
    encryption,
    now,
    id: idMaker(randomFor('bank-account-ids')),
    random: randomFor('bank-accounts'),
    without,
    changing,
  })
  await insertRows(client, 'bankAccounts', accounts)
  await keepBooks(db, { ...given, overdue, from: jstDate(first) })
}

/** The farms that sell most, without those of the demo users. */
async function largestFarms(client: pg.ClientBase, farms: readonly SeedFarm[], demoFarms: readonly SeedFarm[]) {
  const { rows } = await client.query<{ farm_id: string }>(
    'select farm_id from charges group by farm_id order by count(*) desc, farm_id',
  )
  return rows.flatMap(({ farm_id }) => farms.find((farm) => farm.row.id === farm_id && !demoFarms.includes(farm)) ?? [])
}
