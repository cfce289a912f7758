import type pg from 'pg'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId } from '#kernel/ids.ts'
import { addDays, jstDate, jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvents } from '#modules/audit-log/record-event.server.ts'
import { writeOrderStops } from '#modules/credit/order-stops.server.ts'
import { answerDays } from '#modules/payouts/statement.ts'
import { insertRows, type Row } from '../bulk.ts'
import type { SeedFarm } from '../farms.ts'
import { idMaker } from '../ids.ts'
import { randomFor } from '../random.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { farmAccounts } from './farm-accounts.ts'
import { keepBooks } from './keep-books.ts'

export type Books = {
  /** Seals the numbers of bank accounts. */
  encryption: Encryption
  /** The issuer of the documents. */
  operator: Operator
}

type Given = Books & {
  restaurants: readonly SeedRestaurant[]
  farms: readonly SeedFarm[]
  demoFarms: readonly SeedFarm[]
  maker: Row<'admins'>
  releaser: Row<'admins'>
  now: Date
}

/**
 * The money of the demo, from its charges: a year of closed periods, paid but for the last one. One restaurant is overdue, one
 * pays by direct debit, one transfer matches nothing, and of the farms one has no account, one changes its account, to one a transfer came back, and one
 * objects to a slip.
 */
export async function tellMoney(client: pg.ClientBase, db: Db, given: Given): Promise<void> {
  const { encryption, restaurants, farms, demoFarms, now } = given
  await client.query('analyze charges, ledger_entries, ledger_postings, parcels, claims')
  const { rows } = await client.query<{ first: string | null }>('select min(supplied_on)::text as first from charges')
  const first = rows[0]?.first
  const overdue = restaurants.find(({ owner }) => owner.email === 'shop5@example.jp')
  const debited = restaurants.find(({ owner }) => owner.email === 'shop6@example.jp')
  const [without, changing, returned, objecting] = await largestFarms(client, farms, demoFarms)
  if (!first || !overdue || !debited || !without || !changing || !returned || !objecting) return
  const before = await toldSoFar(client)
  const accounts = await farmAccounts(farms, {
    encryption,
    now,
    id: idMaker(randomFor('bank-account-ids')),
    random: randomFor('bank-accounts'),
    without,
    changing,
  })
  await insertRows(client, 'bankAccounts', accounts)
  await setLimits(db, given)
  await keepBooks(db, { ...given, overdue, debited, returned, objecting, from: jstDate(first) })
  await confirmUnanswered(client, now)
  await client.query('analyze issued_documents, closings, closing_charges, payments, payment_allocations')
  await writeOrderStops({ db, now })
  await forgetTold(client, before, overdue, now)
}

/** The farms that sell most, without those of the demo users. */
async function largestFarms(client: pg.ClientBase, farms: readonly SeedFarm[], demoFarms: readonly SeedFarm[]) {
  const { rows } = await client.query<{ farm_id: string }>(
    `select farm_id from charges where supplied_on > (select max(supplied_on) - 90 from charges)
      group by farm_id order by count(*) desc, farm_id`,
  )
  return rows.flatMap(({ farm_id }) => farms.find((farm) => farm.row.id === farm_id && !demoFarms.includes(farm)) ?? [])
}

const usualLimit = yen(10_000_000)

/** What staff granted each restaurant when it joined; the first two order for everybody who tries the demo. */
async function setLimits(db: Db, { restaurants, maker }: Given): Promise<void> {
  const granted = restaurants.map(({ row }, index) => ({
    restaurantId: row.id,
    limitYen: index < 2 ? yen(5_000_000) : yen(2_000_000),
    at: row.createdAt,
  }))
  const reason = '登録時の審査による'
  for (const { restaurantId, limitYen, at } of granted) {
    const by = { now: at, actor: { kind: 'staff', adminId: maker.id, name: maker.name, role: maker.role } } as const
    const [eventId] = await recordEvents(db, by, [
      {
        kind: 'credit_limit_set',
        aboutRestaurantId: restaurantId,
        reason,
        data: { before: usualLimit, now: limitYen },
      },
    ])
    if (!eventId) continue
    await db
      .insertInto('creditLimits')
      .values({ id: newId<'creditLimit'>(), restaurantId, limitYen, reason, setBy: maker.name, eventId, at })
      .execute()
  }
}

/** As the job does every night: no answer in time counts as confirmed, unless there is an objection. */
async function confirmUnanswered(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into statement_confirmations (document_id, person_id, at)
     select d.id, null, (d.issued_on + $1::int + time '04:35') at time zone 'Asia/Tokyo'
       from issued_documents d
      where d.kind = 'statement' and (d.issued_on + $1::int + time '04:35') at time zone 'Asia/Tokyo' <= $2
        and not exists (select from statement_objections o where o.document_id = d.id)`,
    [answerDays + 1, now],
  )
}

/** The ids of what was told before the money was. */
async function toldSoFar(client: pg.ClientBase) {
  const { rows: notifications } = await client.query<{ id: string }>('select id from notifications')
  const { rows: mails } = await client.query<{ id: string }>('select id from mails')
  return { notifications: notifications.map(({ id }) => id), mails: mails.map(({ id }) => id) }
}

/** What was told in the past was read long ago; only who is overdue still has the reminders of the last weeks. */
async function forgetTold(
  client: pg.ClientBase,
  before: Awaited<ReturnType<typeof toldSoFar>>,
  { owner }: SeedRestaurant,
  now: Date,
): Promise<void> {
  const since = addDays(jstDateOf(now), -21)
  const forgotten = `id <> all ($1) and not (person_id = $2 and created_at > $3::date)`
  const about = [before.notifications, owner.id, since]
  await client.query(
    `delete from notification_deliveries where notification_id in (select id from notifications where ${forgotten})`,
    about,
  )
  await client.query(`delete from notifications where ${forgotten}`, about)
  await client.query('delete from mails where id <> all ($1)', [before.mails])
  await client.query(`delete from idempotency_keys where key like 'demo-%'`)
}
