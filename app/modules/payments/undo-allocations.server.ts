import { type NotNull, sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type EventId, newId, type PaymentId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type Posting, postEntry } from '#modules/ledger/post-entry.server.ts'

/** The allocations of a match that still hold; a write-off is none. */
export const liveAllocations = (db: DbOrTx, matchId: EventId) =>
  db
    .selectFrom('paymentAllocations as a')
    .leftJoin('paymentAllocations as r', 'r.reverses', 'a.id')
    .selectAll('a')
    .where('a.eventId', '=', matchId)
    .where('a.reverses', 'is', null)
    .where('r.id', 'is', null)
    .where('a.paymentId', 'is not', null)
    .$narrowType<{ paymentId: NotNull }>()
    .execute()

/** Reverses the allocations of a match, and its entry in the ledger; who calls it has locked what it touches. */
export async function undoAllocations(
  ctx: Ctx,
  { matchId, live, reason }: { matchId: EventId; live: Awaited<ReturnType<typeof liveAllocations>>; reason: string },
): Promise<void> {
  const [first] = live
  if (!first) return
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: 'deposit_unmatched',
    aboutRestaurantId: first.restaurantId,
    reason,
    data: { paymentId: first.paymentId, matchId },
  })
  await ctx.db
    .insertInto('paymentAllocations')
    .values(
      live.map(({ id, ...it }) => ({
        ...it,
        id: newId<'allocation'>(),
        yen: yen(-it.yen),
        reason,
        reverses: id,
        eventId,
        at: ctx.now,
      })),
    )
    .execute()
  const entry = await ctx.db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select(['ledgerEntries.id', 'account', 'restaurantId', 'yen'])
    .where('eventKey', '=', `match:${matchId}`)
    .execute()
  const [posted] = entry
  if (!posted) return
  await postEntry(ctx, {
    eventKey: `unmatch:${matchId}`,
    kind: 'payment_unmatch',
    memo: reason,
    reverses: posted.id,
    postings: entry.flatMap(({ account, restaurantId, yen: amount }): Posting[] => {
      if (account === 'receivable') return restaurantId ? [{ account, restaurantId, yen: yen(-amount) }] : []
      return account === 'payable' ? [] : [{ account, yen: yen(-amount) }]
    }),
  })
}

/** Whether credit that these allocations made has paid another invoice since. */
export async function creditIsUsed(
  db: DbOrTx,
  live: readonly { paymentId: PaymentId; documentId: string | null; yen: Yen }[],
): Promise<boolean> {
  const made = Map.groupBy(
    live.filter(({ documentId }) => documentId === null),
    ({ paymentId }) => paymentId,
  )
  for (const [paymentId, all] of made) {
    const { rows } = await sql<{ yen: number }>`
      select coalesce(sum(yen), 0)::bigint as yen from payment_allocations
       where payment_id = ${paymentId} and document_id is null`.execute(db)
    const rest = Number(rows[0]?.yen ?? 0) - all.reduce((sum, it) => sum + it.yen, 0)
    if (rest < 0) return true
  }
  return false
}
