import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { EventId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

/**
 * Blocks other postings, and waits for those under way, until the transaction ends: what comes afterwards finds the month
 * closed. Two who close wait for each other here.
 */
export const lockEntries = async (db: DbOrTx): Promise<void> => {
  await sql`lock table ledger_entries in share row exclusive mode`.execute(db)
}

/** From then on the month takes no more entries. */
export async function writeClosedMonth(db: DbOrTx, month: JstDate, closedAt: Date, eventId: EventId): Promise<void> {
  await db.insertInto('ledgerMonths').values({ month, closedAt, eventId }).execute()
}
