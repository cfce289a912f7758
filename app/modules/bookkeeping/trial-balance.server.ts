import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type {
  FarmId,
  IssuedDocumentId,
  LedgerEntryId,
  OrderId,
  PaymentId,
  PayRunId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type Account, accounts } from '#modules/ledger/accounts.ts'
import { monthStart } from '#modules/ledger/booking-day.server.ts'
import { requireLedger } from './require-ledger.ts'

/** Amounts as the account counts them: a credit account that owes has a positive balance. Debit and credit as posted. */
export type TrialRow = {
  account: Account
  word: string
  side: 'debit' | 'credit'
  openingYen: Yen
  debitYen: Yen
  creditYen: Yen
  closingYen: Yen
}

/**
 * Every account on a day: what the month began with, what moved since, and the balance. What it began with is all that is kept less
 * what was booked from then on (docs/decisions/0089): the rows of the years before are not read.
 */
export const trialBalance = query('ledger.see', async (ctx: Ctx, onDay: JstDate): Promise<TrialRow[]> => {
  requireLedger(ctx)
  const from = monthStart(onDay)
  const { rows } = await sql<{ account: Account; opening: string; debit: string; credit: string }>`
    with moved as (
      select p.account, sum(p.yen) as since,
             sum(p.yen) filter (where e.on_day <= ${onDay} and p.yen > 0) as debit,
             -sum(p.yen) filter (where e.on_day <= ${onDay} and p.yen < 0) as credit
        from ledger_postings p join ledger_entries e on e.id = p.entry_id
       where e.on_day >= ${from} group by 1)
    select coalesce(s.what, m.account) as account, coalesce(s.yen, 0) - coalesce(m.since, 0) as opening,
           coalesce(m.debit, 0) as debit, coalesce(m.credit, 0) as credit
      from (select what, sum(yen) as yen from current_sums where what not in ('unbilled', 'unstated') group by 1) s
      full join moved m on m.account = s.what`.execute(ctx.db)
  const found = new Map(rows.map((row) => [row.account, row]))
  return accountKeys.map((account) => {
    const { ja: word, side } = accounts[account]
    const { opening = 0, debit = 0, credit = 0 } = found.get(account) ?? {}
    const sign = side === 'debit' ? 1 : -1
    return {
      account,
      word,
      side,
      openingYen: yen(sign * Number(opening)),
      debitYen: yen(Number(debit)),
      creditYen: yen(Number(credit)),
      closingYen: yen(sign * (Number(opening) + Number(debit) - Number(credit))),
    }
  })
})

export const accountKeys = Object.keys(accounts).filter((key): key is Account => key in accounts)

export type LedgerLine = {
  entryId: LedgerEntryId
  onDay: JstDate
  kind: string
  memo: string
  party: string | null
  yen: Yen
}
export type LedgerFilter = {
  account: Account
  restaurantId?: RestaurantId | undefined
  farmId?: FarmId | undefined
  /** Days of the ledger, both included. */
  from?: JstDate | null
  to?: JstDate | null
  page: number
}

export const linesPerPage = 50

/**
 * The postings of an account, newest first: all of them, or those of one restaurant or farm, or of some days, with what was
 * posted in those days on each side. The balance is that of today.
 */
export const accountLines = query(
  'ledger.see',
  async (ctx: Ctx, { account, restaurantId, farmId, from = null, to = null, page }: LedgerFilter) => {
    requireLedger(ctx)
    const of = ctx.db
      .selectFrom('ledgerPostings as p')
      .where('p.account', '=', account)
      .$if(restaurantId !== undefined, (some) => some.where('p.restaurantId', '=', restaurantId ?? null))
      .$if(farmId !== undefined, (some) => some.where('p.farmId', '=', farmId ?? null))
    const { balance } = await of.select(sql<string>`coalesce(sum(p.yen), 0)`.as('balance')).executeTakeFirstOrThrow()
    const inDays = of
      .innerJoin('ledgerEntries as e', 'e.id', 'p.entryId')
      .$if(from !== null, (some) => some.where('e.onDay', '>=', from))
      .$if(to !== null, (some) => some.where('e.onDay', '<=', to))
    const { count, debit, credit } = await inDays
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .select([
        sql<string>`coalesce(sum(p.yen) filter (where p.yen > 0), 0)`.as('debit'),
        sql<string>`coalesce(-sum(p.yen) filter (where p.yen < 0), 0)`.as('credit'),
      ])
      .executeTakeFirstOrThrow()
    const lines = await inDays
      .leftJoin('restaurants as r', 'r.id', 'p.restaurantId')
      .leftJoin('farms as f', 'f.id', 'p.farmId')
      .select(['p.entryId', 'e.onDay', 'e.kind', 'e.memo', 'p.yen'])
      .select(({ fn }) => fn.coalesce('r.name', 'f.name').as('party'))
      .orderBy('e.onDay', 'desc')
      .orderBy('e.id', 'desc')
      .orderBy('p.ordinal')
      .limit(linesPerPage)
      .offset((page - 1) * linesPerPage)
      .execute()
    return {
      party: await partyName(ctx.db, restaurantId, farmId),
      count: Number(count),
      debitYen: yen(Number(debit)),
      creditYen: yen(Number(credit)),
      balanceYen: yen(Number(balance) * (accounts[account].side === 'debit' ? 1 : -1)),
      lines,
    }
  },
)

async function partyName(db: DbOrTx, restaurantId?: RestaurantId, farmId?: FarmId): Promise<string | null> {
  if (restaurantId === undefined && farmId === undefined) return null
  const found = restaurantId
    ? await db.selectFrom('restaurants').select('name').where('id', '=', restaurantId).executeTakeFirst()
    : await db
        .selectFrom('farms')
        .select('name')
        .where('id', '=', farmId ?? null)
        .executeTakeFirst()
  if (!found) throw new NotFound('party')
  return found.name
}

/** What an entry comes from; null: nothing of the kind. */
type Sources = {
  orderId: OrderId | null
  paymentId: PaymentId | null
  hasDeposit: boolean
  runId: PayRunId | null
  documents: { id: IssuedDocumentId; number: string }[] | null
}

/** An entry with its postings, the event that made it, and what that was about. */
export const entryDetail = query('ledger.see', async (ctx: Ctx, id: LedgerEntryId) => {
  requireLedger(ctx)
  const { db } = ctx
  const entry = await db
    .selectFrom('ledgerEntries as e')
    .leftJoin('ledgerEntries as later', 'later.reverses', 'e.id')
    .select(['e.id', 'e.eventKey', 'e.kind', 'e.onDay', 'e.memo', 'e.reverses', 'e.at', 'later.id as reversedBy'])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!entry) throw new NotFound('ledger entry')
  const postings = await db
    .selectFrom('ledgerPostings as p')
    .leftJoin('restaurants as r', 'r.id', 'p.restaurantId')
    .leftJoin('farms as f', 'f.id', 'p.farmId')
    .select(['p.account', 'p.restaurantId', 'p.farmId', 'p.yen'])
    .select(({ fn }) => fn.coalesce('r.name', 'f.name').as('party'))
    .where('p.entryId', '=', id)
    .orderBy('p.ordinal')
    .execute()
  return { entry, postings, sources: await sourcesOf(db, entry.eventKey) }
})

/** An event key is the name of its kind and what it happened to: `charge:order:<id>`, `match:<event>`, `payout:<item>`. */
async function sourcesOf(db: DbOrTx, eventKey: string): Promise<Sources> {
  const [kind = '', ...rest] = eventKey.split(':')
  const what = rest.join(':')
  const { rows } = await sql<Sources>`
    with allocated as (
      select a.payment_id, a.document_id from payment_allocations a
       where a.event_id::text = ${what} and ${kind} in ('match', 'unmatch', 'write-off', 'write-off-undone')),
    paid as (
      select p.id from payments p
       where (${kind} = 'payment' and p.event_key = ${what}) or p.event_key = ${eventKey}
       union select c.payment_id from deposit_clearings c
        where (${kind} = 'deposit-clearing' and c.id::text = ${what})
           or (${kind} = 'payout-return-row' and c.pay_run_item_id::text = ${what})
       union select payment_id from allocated),
    items as (
      select i.run_id, i.document_id from pay_run_items i
       where i.id::text = ${what} and ${kind} in ('payout', 'payout-return', 'payout-return-row'))
    select
      coalesce(
        (select c.order_id from charges c where ${kind} = 'charge' and c.event_key = ${what}),
        (select c.order_id from card_movements m join charges c on c.id = m.charge_id
          where m.payment_id in (select id from paid) limit 1)) as order_id,
      (select id from paid order by id limit 1) as payment_id,
      exists (select from bank_rows b where b.payment_id in (select id from paid)) as has_deposit,
      coalesce((select run_id from items limit 1),
               (select r.id from pay_runs r where ${kind} = 'payout-fees' and r.id::text = ${what})) as run_id,
      (select json_agg(json_build_object('id', d.id, 'number', d.number) order by d.number) from issued_documents d
        where d.id in (select document_id from allocated union select document_id from items
                       union select a.document_id from payment_allocations a where a.payment_id in (select id from paid))
           or (${kind} = 'statement' and d.closing_id::text = ${what})
           or (${kind} = 'charge' and d.kind in ('invoice', 'statement') and d.closing_id in (
                 select cc.closing_id from charges c join closing_charges cc on cc.charge_id = c.id
                  where c.event_key = ${what}))) as documents`.execute(db)
  return rows[0] ?? { orderId: null, paymentId: null, hasDeposit: false, runId: null, documents: null }
}
