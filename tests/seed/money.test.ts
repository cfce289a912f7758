import { beforeAll, expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'
import { countOn, seed, sqlOn } from './market.ts'

const now = at('2026-11-22 06:40')
const database = testDatabase(2)
const sql = sqlOn(() => database.pool)
const count = countOn(sql)

beforeAll(async () => {
  const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
  const summary = await seed(database.pool, now, { encryption: testEncryption, operator })
  console.log(`seeded in ${summary.seconds} s`)
}, 120_000)

test('x', async () => {
  const p = async (q: string) => console.log(q, JSON.stringify(await sql(q)))
  await p('select kind, count(*) from issued_documents group by 1')
  await p('select to_on::text, count(*) from closings group by 1 order by 1')
  await p('select count(*), sum(yen) from payments')
  await p('select count(*) from payment_allocations')
  await p(`select pay_on::text, item_count, total_yen, sent_at from pay_runs order by 1`)
  await p(`select r.name, count(*), sum(unpaid_yen), min(due_on)::text from open_invoices o join restaurants r on r.id = restaurant_id where unpaid_yen <> 0 group by 1`)
  await p(`select b.payer_kana, b.yen, b.on_day::text from bank_rows b where not exists (select from payment_allocations a where a.payment_id = b.payment_id)`)
  await p(`select count(*) from charges c join closing_charges k on k.charge_id = c.id join closings g on g.id = k.closing_id where c.at > g.at`)
  await p(`select c.kind, c.supplied_on::text, c.at, g.to_on::text, g.at as closed from charges c join closing_charges k on k.charge_id = c.id join closings g on g.id = k.closing_id where c.at > g.at limit 5`)
  await p(`select count(*), count(distinct farm_id) from charges`)
  await p(`select r.name, sum(total_yen) from charges join restaurants r on r.id = restaurant_id where supplied_on > '2026-09-30' group by 1`)
  await p(`select count(*) from mails`)
  await p(`select count(*) from notifications`)
  await p(`select count(*) from invoice_reminders`)
  await p(`select * from order_stops`)
})
