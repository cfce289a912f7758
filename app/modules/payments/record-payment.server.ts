import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
import type { PaymentMethod } from '#kernel/enums.ts'
import { type EventId, type IssuedDocumentId, newId, type PaymentId, type RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { recordEvents } from '#modules/audit-log/record-event.server.ts'
import { type NewEntry, type Posting, postEntries } from '#modules/ledger/post-entry.server.ts'

/** What a payment pays. Without a document it is credit of the restaurant. */
export type NewAllocation = {
  restaurantId: RestaurantId
  documentId: IssuedDocumentId | null
  yen: Yen
  reason: string
  /** `bank_fees`: the bank deducted it, and we bear it. */
  takenFrom?: 'payment' | 'bank_fees'
  /** Earlier credit that is used: of another payment. */
  paymentId?: PaymentId
}

export type NewPayment = {
  /** Of the event it comes from: the same event is recorded once. */
  eventKey: string
  method: PaymentMethod
  receivedOn: JstDate
  /** Below zero: a deposit that the bank cancelled. */
  yen: Yen
  payer: string
  /** The day of the ledger; the day of receipt unless given. */
  bookedOn?: JstDate
}

const accountOf = { transfer: 'bank', card: 'card_clearing', direct_debit: 'debit_clearing' } as const

/**
 * Records money that came in and what it pays, in the transaction of its cause: Dr bank (or what the card company owes) / Cr
 * suspense, then Dr suspense / Cr receivable. Recording the same event again changes nothing.
 */
export async function recordPayment(
  ctx: Ctx,
  { allocations, ...payment }: NewPayment & { allocations: readonly NewAllocation[] },
): Promise<void> {
  const made = await recordPayments(ctx, [payment])
  const paymentId = made.get(payment.eventKey)
  if (paymentId && allocations.length > 0) await allocate(ctx, [{ paymentId, allocations }])
}

const mostAtOnce = 1_000

/** PostgreSQL takes 65,535 values in a statement. */
async function postMany(ctx: Ctx, entries: readonly NewEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += mostAtOnce)
    await postEntries(ctx, entries.slice(from, from + mostAtOnce))
}

const paymentColumns = ['id', 'eventKey', 'method', 'receivedOn', 'yen', 'payer', 'at'] as const

/** Several payments that pay nothing yet. Returns the new ones by the key of their event. */
export async function recordPayments(ctx: Ctx, payments: readonly NewPayment[]): Promise<Map<string, PaymentId>> {
  const made = new Map<string, PaymentId>()
  for (let from = 0; from < payments.length; from += mostAtOnce) {
    const some = payments.slice(from, from + mostAtOnce)
    const rows = await ctx.db
      .insertInto('payments')
      .columns(paymentColumns)
      .expression(
        manyRows(
          'payments',
          paymentColumns,
          some.map((payment) => ({ ...payment, id: newId<'payment'>(), at: ctx.now })),
        ),
      )
      .onConflict((conflict) => conflict.column('eventKey').doNothing())
      .returning(['id', 'eventKey'])
      .execute()
    for (const { id, eventKey } of rows) made.set(eventKey, id)
    await postEntries(ctx, some.filter(({ eventKey }) => made.has(eventKey)).map(entryOf))
  }
  return made
}

const entryOf = ({ eventKey, method, receivedOn, bookedOn = receivedOn, yen: paid, payer }: NewPayment): NewEntry => ({
  eventKey: `payment:${eventKey}`,
  kind: 'payment',
  onDay: bookedOn,
  memo: payer.slice(0, 400),
  postings: [
    { account: accountOf[method], yen: paid },
    { account: 'suspense', yen: yen(-paid) },
  ],
})

const allocationColumns = [
  ...(['id', 'paymentId', 'restaurantId', 'documentId', 'yen', 'reason'] as const),
  ...(['reverses', 'eventId', 'takenFrom', 'at'] as const),
] as const

/**
 * Allocates payments, each by one event, which undoes it later. Who calls it has locked the payments and the restaurants
 * (`lockForMatching`), so that no invoice is paid twice; what would be more than is there is a bug, and is thrown.
 */
export async function allocate(
  ctx: Ctx,
  matches: readonly { paymentId: PaymentId; allocations: readonly NewAllocation[]; onDay?: JstDate }[],
): Promise<EventId[]> {
  const news = matches.map(({ paymentId, allocations }) => {
    const [first] = allocations
    return {
      kind: 'deposit_matched',
      ...(first && { aboutRestaurantId: first.restaurantId, reason: first.reason }),
      data: { paymentId, yen: sumYen(allocations.map((it) => it.yen)) },
    }
  })
  const events: EventId[] = []
  for (let from = 0; from < news.length; from += mostAtOnce)
    events.push(...(await recordEvents(ctx.db, ctx, news.slice(from, from + mostAtOnce))))
  const rows = matches.flatMap(({ paymentId, allocations }, at) =>
    allocations.map((allocation) => ({
      paymentId,
      takenFrom: 'payment' as const,
      ...allocation,
      id: newId<'allocation'>(),
      reverses: null,
      eventId: events[at] ?? null,
      at: ctx.now,
    })),
  )
  for (let from = 0; from < rows.length; from += mostAtOnce)
    await ctx.db
      .insertInto('paymentAllocations')
      .columns(allocationColumns)
      .expression(manyRows('paymentAllocations', allocationColumns, rows.slice(from, from + mostAtOnce)))
      .execute()
  await postMany(
    ctx,
    matches.flatMap(({ allocations, onDay }, at) => {
      const eventId = events[at]
      if (!eventId) return []
      return [
        {
          eventKey: `match:${eventId}`,
          kind: 'payment_match',
          memo: '',
          ...(onDay && { onDay }),
          postings: postingsOf(allocations),
        },
      ]
    }),
  )
  await refuseTooMuch(ctx.db, rows)
  return events
}

function postingsOf(allocations: readonly NewAllocation[]): Posting[] {
  const from = (source: 'payment' | 'bank_fees') =>
    sumYen(allocations.filter(({ takenFrom = 'payment' }) => takenFrom === source).map((it) => it.yen))
  const perRestaurant = Map.groupBy(allocations, ({ restaurantId }) => restaurantId)
  return [
    { account: 'suspense', yen: from('payment') },
    { account: 'bank_fees', yen: from('bank_fees') },
    ...[...perRestaurant].map(([restaurantId, all]) => ({
      account: 'receivable' as const,
      restaurantId,
      yen: yen(-sumYen(all.map((it) => it.yen))),
    })),
  ]
}

/** Nothing pays more than came in, no credit falls below zero, and no invoice is paid beyond its total. */
async function refuseTooMuch(
  db: DbOrTx,
  rows: readonly { paymentId: PaymentId; documentId: IssuedDocumentId | null }[],
): Promise<void> {
  const payments = [...new Set(rows.map(({ paymentId }) => paymentId))]
  const documents = [...new Set(rows.flatMap(({ documentId }) => documentId ?? []))]
  const { rows: wrong } = await sql<{ what: string }>`
    select 'payment ' || p.id as what from payments p join payment_allocations a on a.payment_id = p.id
     where p.id = any (${payments}) and a.taken_from = 'payment' group by p.id
    having sign(p.yen) * sum(a.yen) > abs(p.yen)
    union all
    select 'credit of payment ' || payment_id from payment_allocations
     where payment_id = any (${payments}) and document_id is null group by payment_id, restaurant_id having sum(yen) < 0
    union all
    select 'invoice ' || d.number from issued_documents d join payment_allocations a on a.document_id = d.id
     where d.id = any (${documents}) group by d.id
    having sign(d.total_yen) * sum(a.yen) > abs(d.total_yen)`.execute(db)
  if (wrong.length > 0) throw new Error(`over-allocated: ${wrong.map(({ what }) => what).join(', ')}`)
}

/** Payments first, then restaurants, each in the order of their ids: two matches wait for each other, and do not deadlock. */
export async function lockForMatching(
  db: DbOrTx,
  { paymentIds, restaurantIds }: { paymentIds: readonly PaymentId[]; restaurantIds: readonly RestaurantId[] },
): Promise<void> {
  if (paymentIds.length > 0)
    await db.selectFrom('payments').select('id').where('id', 'in', paymentIds).orderBy('id').forNoKeyUpdate().execute()
  if (restaurantIds.length > 0)
    await db
      .selectFrom('restaurants')
      .select('id')
      .where('id', '=', sql<RestaurantId>`any (${[...restaurantIds]}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
}
