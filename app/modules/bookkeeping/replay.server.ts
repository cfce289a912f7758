import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, OrderId, RestaurantId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { Account } from '#modules/ledger/accounts.ts'
import { type WrongSum, wrongSums } from '#modules/ledger/kept-sums.server.ts'
import { type WrongUnclosed, wrongUnclosedCharges } from '#modules/ledger/unclosed-charges.server.ts'
import { chargesOfOrders } from '#modules/ordering/charges/record-charges.server.ts'

/** Where the ledger does not hold what it must, of an account and its restaurant or farm. Debit above zero. */
export type LedgerDifference = {
  account: Account
  restaurantId: RestaurantId | null
  farmId: FarmId | null
  name: string | null
  expectedYen: Yen
  ledgerYen: Yen
}

/** A charge that is not what its order comes to. Null: there is none. */
export type ChargeDifference = { eventKey: string; expected: string | null; found: string | null }

/** `kept`: of the sums, and `unclosed`: of the list of charges in no period, that pages read instead of all rows. */
export type Replay = {
  orders: number
  charges: ChargeDifference[]
  balances: LedgerDifference[]
  kept: WrongSum[]
  unclosed: WrongUnclosed[]
}

/** What each kind of record does to the accounts. */
const expected = sql`
  select 'receivable' as account, restaurant_id, null::uuid as farm_id, total_yen as yen from charges
  union all select 'claim_costs', null, null, farm_yen - total_yen from charges where kind <> 'late_charge'
  union all select 'late_charges', null, null, -yen from late_charges
  union all select 'payable', null, farm_id, fee_yen - farm_yen from charges where farm_id is not null
  union all select 'payable', null, farm_id, base_yen + tax_yen from run_freights
  union all select 'payable', null, runner_id, -base_yen - tax_yen from run_freights
  union all select 'fees', null, null, -fee_yen from charges
  union all
  select case method when 'transfer' then 'bank' when 'card' then 'card_clearing' else 'debit_clearing' end, null, null, yen
    from payments
  union all select 'suspense', null, null, -yen from payments
  union all select 'receivable', restaurant_id, null, -yen from payment_allocations
  union all
  select case taken_from when 'payment' then 'suspense' else taken_from end, null, null, yen from payment_allocations
  union all
  select 'payable', null, farm_id, (content #>> '{fee,taxYen}')::bigint from issued_documents
   where kind = 'statement' and closing_id is not null and supersedes is null
  union all
  select 'output_tax', null, null, -(content #>> '{fee,taxYen}')::bigint from issued_documents
   where kind = 'statement' and closing_id is not null and supersedes is null
  union all
  select 'payable', null, i.farm_id, i.yen from pay_run_items i join pay_runs r on r.id = i.run_id
   where r.sent_at is not null and i.ended_at is null
  union all
  select 'bank', null, null, -i.yen from pay_run_items i join pay_runs r on r.id = i.run_id
   where r.sent_at is not null and i.ended_at is null
  union all select 'suspense', null, null, yen from deposit_clearings where pay_run_item_id is not null
  union all select 'bank', null, null, -yen from deposit_clearings where pay_run_item_id is not null
  union all select 'suspense', null, null, yen from deposit_clearings where collected is not null
  union all select 'bank_fees', null, null, fee_yen from deposit_clearings where collected is not null
  union all select collected, null, null, -yen - fee_yen from deposit_clearings where collected is not null
  union all select 'bank_fees', null, null, fee_yen from pay_runs where sent_at is not null
  union all select 'bank', null, null, -fee_yen from pay_runs where sent_at is not null`

/**
 * The balances that follow from charges, payments and what they pay, statements and transfers, against those of the ledger:
 * what differs. The database adds; only the differences are read.
 */
export async function balanceDifferences(db: DbOrTx): Promise<LedgerDifference[]> {
  const { rows } = await sql<Omit<LedgerDifference, 'expectedYen' | 'ledgerYen'> & { must: string; has: string }>`
    with both_sides as (
      select account, restaurant_id, farm_id, yen as must, 0 as has from (${expected}) expected
      union all
      select account, restaurant_id, farm_id, 0, yen from ledger_postings),
    sums as (
      select account, restaurant_id, farm_id, sum(must) as must, sum(has) as has from both_sides
       group by 1, 2, 3 having sum(must) <> sum(has))
    select sums.*, coalesce(r.name, f.name) as name
      from sums left join restaurants r on r.id = sums.restaurant_id left join farms f on f.id = sums.farm_id
     order by abs(must - has) desc, account, restaurant_id, farm_id`.execute(db)
  return rows.map(({ must, has, ...row }) => ({
    account: row.account,
    restaurantId: row.restaurantId,
    farmId: row.farmId,
    name: row.name,
    expectedYen: yen(Number(must)),
    ledgerYen: yen(Number(has)),
  }))
}

/** So many orders are in memory at once. */
const chunk = 1_000

/**
 * Reckons everything anew, on one unchanging view of the database that it cannot write: each order's charges from its lines,
 * boxes, claims and adjustments, and the balances from all records.
 */
export const replayLedger = (db: Ctx['db']): Promise<Replay> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const charges: ChargeDifference[] = []
      let orders = 0
      let after: OrderId | null = null
      for (;;) {
        const ids: OrderId[] = await ordersAfter(db, after)
        const last = ids.at(-1)
        if (!last) break
        charges.push(...(await chargeDifferences(db, ids)))
        orders += ids.length
        after = last
      }
      return {
        ...{ orders, charges, balances: await balanceDifferences(db) },
        kept: await wrongSums(db),
        unclosed: await wrongUnclosedCharges(db),
      }
    })

async function ordersAfter(db: DbOrTx, after: OrderId | null): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .$if(after !== null, (some) => some.where('id', '>', after))
    .orderBy('id')
    .limit(chunk)
    .execute()
  return rows.map(({ id }) => id)
}

async function chargeDifferences(db: DbOrTx, ids: readonly OrderId[]): Promise<ChargeDifference[]> {
  const must = new Map((await chargesOfOrders(db, ids)).map((charge) => [charge.eventKey, amountsOf(charge)]))
  const rows = await db
    .selectFrom('charges')
    .select(['eventKey', 'restaurantId', 'farmId', 'goodsYen', 'freightYen', 'untaxedYen', 'taxYen'])
    .select(['totalYen', 'farmYen', 'feeYen', 'suppliedOn'])
    .where('orderId', 'in', ids)
    .execute()
  const has = new Map(rows.map((charge) => [charge.eventKey, amountsOf(charge)]))
  return [...new Set([...must.keys(), ...has.keys()])].flatMap((eventKey) => {
    const [expected, found] = [must.get(eventKey) ?? null, has.get(eventKey) ?? null]
    return expected === found ? [] : [{ eventKey, expected, found }]
  })
}

type Amounts = {
  restaurantId: RestaurantId
  farmId: FarmId | null
  suppliedOn: string
  goodsYen: Yen
  freightYen: Yen
  untaxedYen: Yen
  taxYen: Yen
  totalYen: Yen
  farmYen: Yen
  feeYen: Yen
}

const amountsOf = (charge: Amounts): string =>
  [
    `restaurant ${charge.restaurantId}, farm ${charge.farmId}, ${charge.suppliedOn}`,
    `goods ${charge.goodsYen}, freight ${charge.freightYen}, untaxed ${charge.untaxedYen}, tax ${charge.taxYen}`,
    `total ${charge.totalYen}, farm ${charge.farmYen}, fee ${charge.feeYen}`,
  ].join(', ')
