import { type RawBuilder, sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { BankFileId, EventId, IssuedDocumentId, PaymentId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { statementLayoutWord } from '#modules/banking/bank-statement.ts'
import { requireSeesDeposits } from './deposit-access.ts'
import { readDepositSettings } from './deposit-settings.server.ts'
import { type DepositNature, type MatchPlan, matchDeposit, withoutFee } from './match-deposit.ts'
import { payersOfDeposits } from './read-payers.server.ts'
import { spendableCredits } from './spend-credit-by-hand.server.ts'
import { openInvoicesIn } from './unpaid-of.server.ts'
import { standingWriteOffs } from './write-off-queries.server.ts'

export const depositDesks = ['unmatched', 'held', 'matched'] as const
export type DepositDesk = (typeof depositDesks)[number]

export type DepositRow = {
  paymentId: PaymentId
  onDay: JstDate
  valueOn: JstDate
  yen: Yen
  leftYen: Yen
  payerKana: string
  text: string
  virtualAccount: string | null
  edi: string
  unclearedYen: Yen
  nature: DepositNature
  account: string
  held: boolean
  note: string
}

const perPage = 50

/**
 * For a from clause, read as a set: the deposits of which something is left, how much, and whether they are on hold.
 */
export const fromOpenDeposits = sql`
  (select b.payment_id, b.on_day, b.yen - coalesce(m.yen, 0) - coalesce(c.yen, 0) as left_yen, coalesce(h.held, false) as held
     from bank_rows b
     left join (select payment_id, sum(yen) as yen from payment_allocations where taken_from = 'payment' group by 1) m using (payment_id)
     left join (select payment_id, sum(yen) as yen from deposit_clearings group by 1) c using (payment_id)
     left join (select distinct on (payment_id) payment_id, held from deposit_holds
                 order by payment_id, at desc, event_id desc) h using (payment_id)
    where b.payment_id is not null and b.yen <> coalesce(m.yen, 0) + coalesce(c.yen, 0)) o`

const depositRows = (db: DbOrTx, where: RawBuilder<boolean>) =>
  sql<DepositRow>`
  select * from (
    select b.payment_id as "paymentId", b.on_day as "onDay", b.value_on as "valueOn", b.yen,
           (b.yen
             - coalesce((select sum(a.yen) from payment_allocations a where a.payment_id = b.payment_id and a.taken_from = 'payment'), 0)
             - coalesce((select sum(c.yen) from deposit_clearings c where c.payment_id = b.payment_id), 0))::bigint as "leftYen",
           b.payer_kana as "payerKana", b.text, b.virtual_account as "virtualAccount", b.edi,
           b.uncleared_yen as "unclearedYen", b.nature, o.name as account,
           coalesce(h.held, false) as held, coalesce(h.note, '') as note
      from bank_rows b
      join own_bank_accounts o on o.id = b.account_id
      left join lateral (select held, note from deposit_holds where payment_id = b.payment_id order by at desc, event_id desc limit 1) h on true
     where b.payment_id is not null) d
   where ${where}
   order by d."onDay" desc, d."paymentId" desc limit ${perPage + 1}`
    .execute(db)
    .then(({ rows }) => rows.map((row) => ({ ...row, leftYen: yen(Number(row.leftYen)), yen: yen(Number(row.yen)) })))

const deskRows: Record<DepositDesk, RawBuilder<boolean>> = {
  unmatched: sql<boolean>`d."paymentId" in (select payment_id from ${fromOpenDeposits} where not held)`,
  held: sql<boolean>`d."paymentId" in (select payment_id from ${fromOpenDeposits} where held)`,
  matched: sql<boolean>`d."leftYen" = 0`,
}

export type DepositCursor = { on: JstDate; id: PaymentId }
export type DepositList = { rows: (DepositRow & { why: string })[]; next: DepositCursor | null }

/**
 * The deposits of a desk, newest first, with why they were not matched by themselves; with words those whose payer or text has
 * them, or over that amount.
 */
export const depositList = query(
  'deposits.see',
  async (
    ctx: Ctx,
    { desk, q, after }: { desk: DepositDesk; q: string; after: DepositCursor | null },
  ): Promise<DepositList> => {
    requireSeesDeposits(ctx)
    const { db } = ctx
    const conditions = [deskRows[desk]]
    if (q !== '') conditions.push(saysWords(q))
    if (after) conditions.push(sql<boolean>`(d."onDay", d."paymentId") < (${after.on}::date, ${after.id}::uuid)`)
    const found = await depositRows(db, sql<boolean>`${sql.join(conditions, sql` and `)}`)
    const shown = found.slice(0, perPage)
    const last = shown.at(-1)
    const next = found.length > perPage && last ? { on: last.onDay, id: last.paymentId } : null
    if (desk === 'matched') return { rows: shown.map((row) => ({ ...row, why: '' })), next }
    const payers = await payersOfDeposits(db, shown, { byAmount: false })
    const { booksBankFees } = await readDepositSettings(db)
    return {
      rows: shown.map((row) => ({ ...row, why: whyOpen(row, matchDeposit(row, payers, booksBankFees).reason) })),
      next,
    }
  },
)

/** In the half-width kana of the bank, or as people write. */
function saysWords(words: string): RawBuilder<boolean> {
  const q = words.normalize('NFKC').trim().toUpperCase()
  return sql<boolean>`(strpos(upper(normalize(d."payerKana" || ' ' || d.text || ' ' || d.edi, nfkc)), ${q}) > 0
    or d.yen = ${amountIn(q)})`
}

/** 「40,000円」 as yen; -1 if it is no amount, which nothing is over. */
const amountIn = (words: string): number => parseWholeNumber(words.replace(/[,円¥\s]/g, '')) ?? -1

const whyOpen = ({ yen: came, leftYen }: DepositRow, reason: string) =>
  came === leftYen ? reason : '一部のみ消込済みです。'

/** Each file that was uploaded, and whether it was imported. */
export const bankFileList = query('deposits.see', async (ctx: Ctx) => {
  requireSeesDeposits(ctx)
  const { rows } = await sql<{
    id: BankFileId
    name: string
    layout: keyof typeof statementLayoutWord
    rowCount: number
    at: Date
    importedAt: Date | null
    by: string
  }>`
    select f.id, f.name, f.layout, f.row_count as "rowCount", f.at, e.actor_name as by,
           (select max(i.at) from bank_imports i where i.file_id = f.id) as "importedAt"
      from bank_files f join events e on e.id = f.event_id order by f.at desc, f.id limit 50`.execute(ctx.db)
  return rows.map((row) => ({ ...row, layout: statementLayoutWord[row.layout] }))
})

export type MatchLine = { number: string | null; restaurant: string; yen: Yen; fee: boolean; reason: string }

/** One deposit: what is known of it, the proposals, and its matches with their reasons. */
export const depositDetail = query('deposits.see', async (ctx: Ctx, paymentId: PaymentId) => {
  requireSeesDeposits(ctx)
  const [deposit] = await depositRows(ctx.db, sql<boolean>`d."paymentId" = ${paymentId}`)
  if (!deposit) throw new NotFound('deposit')
  const open = { ...deposit, yen: deposit.leftYen }
  const payers = await payersOfDeposits(ctx.db, [open], { byAmount: deposit.leftYen > 0 })
  const { booksBankFees } = await readDepositSettings(ctx.db)
  const { automatic, proposals, reason } = matchDeposit(open, payers, booksBankFees)
  const plans = (automatic ? [automatic] : proposals).map((plan) => (booksBankFees ? plan : withoutFee(plan)))
  const payersOfIt = [...new Set(plans.map(({ restaurantId }) => restaurantId))]
  return {
    deposit,
    reason,
    proposals: deposit.leftYen > 0 && deposit.nature === 'deposit' ? await named(ctx.db, plans) : [],
    writtenOff: deposit.leftYen > 0 ? await standingWriteOffs(ctx.db, payersOfIt) : [],
    matches: await matchesOf(ctx.db, paymentId),
    collected: await collectedOf(ctx.db, paymentId),
    credits: await spendableCredits(ctx.db, paymentId),
    opposites:
      deposit.leftYen === deposit.yen
        ? await depositRows(ctx.db, sql<boolean>`d.yen = ${-deposit.yen} and d."leftYen" = d.yen`)
        : [],
  }
})

async function named(db: DbOrTx, plans: readonly MatchPlan[]) {
  const ids = [...new Set(plans.map(({ restaurantId }) => restaurantId))]
  if (ids.length === 0) return []
  const restaurants = await db.selectFrom('restaurants').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(restaurants.map(({ id, name }) => [id, name]))
  return plans.map((plan) => ({ ...plan, restaurant: names.get(plan.restaurantId) ?? '' }))
}

/** That it is what a provider pays us, while nobody has taken it back. */
const collectedOf = (db: DbOrTx, paymentId: PaymentId) =>
  db
    .selectFrom('depositClearings as c')
    .innerJoin('events', 'events.id', 'c.eventId')
    .leftJoin('depositClearings as undone', 'undone.reverses', 'c.id')
    .select(['c.id', 'c.at', 'c.collected', 'c.yen', 'c.feeYen', 'events.actorName as by', 'undone.at as undoneAt'])
    .select('undone.reason as undoReason')
    .where('c.paymentId', '=', paymentId)
    .where('c.collected', 'is not', null)
    .where('c.reverses', 'is', null)
    .orderBy('c.at')
    .execute()

async function matchesOf(db: DbOrTx, paymentId: PaymentId) {
  const { rows } = await sql<{
    matchId: EventId
    at: Date
    by: string
    undoneAt: Date | null
    undoReason: string | null
    number: string | null
    restaurant: string
    yen: number
    fee: boolean
    reason: string
  }>`
    select a.event_id as "matchId", a.at, e.actor_name as by, r.at as "undoneAt", r.reason as "undoReason",
           d.number, s.name as restaurant, a.yen, a.taken_from = 'bank_fees' as fee, a.reason
      from payment_allocations a
      join events e on e.id = a.event_id
      join restaurants s on s.id = a.restaurant_id
      left join issued_documents d on d.id = a.document_id
      left join payment_allocations r on r.reverses = a.id
     where a.reverses is null
       and a.event_id in (select event_id from payment_allocations where payment_id = ${paymentId} and reverses is null)
     order by a.at, a.id`.execute(db)
  return [...Map.groupBy(rows, ({ matchId }) => matchId)].flatMap(([matchId, all]) => {
    const [first] = all
    if (!first) return []
    const { at, by, undoneAt, undoReason } = first
    const lines: MatchLine[] = all.map(({ number, restaurant, yen: paid, fee, reason }) => ({
      number,
      restaurant,
      yen: yen(Number(paid)),
      fee,
      reason,
    }))
    return [{ matchId, at, by, undoneAt, undoReason, lines }]
  })
}

export type FoundInvoice = {
  documentId: IssuedDocumentId
  restaurantId: RestaurantId
  restaurant: string
  number: string
  dueOn: JstDate | null
  unpaidYen: Yen
}

/** So many are shown: more words find the others. */
export const mostInvoicesFound = 50

/** Unpaid invoices by restaurant, number or amount; the earliest due first, and at most `mostInvoicesFound`. */
export const findOpenInvoices = query('deposits.see', async (ctx: Ctx, words: string): Promise<FoundInvoice[]> => {
  requireSeesDeposits(ctx)
  const q = words.normalize('NFKC').trim()
  if (q === '') return []
  const open = await openInvoicesIn(
    ctx.db,
    sql<boolean>`(strpos(d.number, ${q.toUpperCase()}) > 0 or d.total_yen - coalesce(a.paid, 0) = ${amountIn(q)}
      or d.restaurant_id in (select id from restaurants
          where strpos(normalize(name || ' ' || kana || ' ' || legal_name, nfkc), ${q}) > 0))`,
    mostInvoicesFound,
  )
  const ids = open.map(({ restaurantId }) => restaurantId)
  const restaurants = await ctx.db
    .selectFrom('restaurants')
    .select(['id', 'name'])
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()
  const names = new Map(restaurants.map(({ id, name }) => [id, name]))
  return open.map((it) => ({ ...it, restaurant: names.get(it.restaurantId) ?? '' }))
})
