import type { Ctx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
import { type FarmId, type LedgerEntryId, newId, type RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { Account } from './accounts.ts'
import { bookingDays } from './booking-day.server.ts'

/** Debit above zero, credit below. */
export type Posting =
  | { account: 'receivable'; restaurantId: RestaurantId; yen: Yen }
  | { account: 'payable'; farmId: FarmId; yen: Yen }
  | { account: Exclude<Account, 'receivable' | 'payable'>; yen: Yen }

export type NewEntry = {
  /** Of the event it comes from, such as `charge:<id>`: the same event is posted once. */
  eventKey: string
  kind: string
  /** The day in Japan it belongs to; today unless given, or if its month is closed. */
  onDay?: JstDate
  memo: string
  reverses?: LedgerEntryId
  /** Sum zero; what is zero is left out. */
  postings: readonly Posting[]
}

const entryColumns = ['id', 'eventKey', 'kind', 'onDay', 'memo', 'reverses', 'at'] as const
const postingColumns = ['entryId', 'ordinal', 'account', 'restaurantId', 'farmId', 'yen'] as const

/**
 * Posts an event to the ledger in the transaction of its cause. Posting the same event again changes nothing. An entry
 * that does not sum to zero is a bug: the database refuses it when the transaction ends.
 */
export const postEntry = (ctx: Pick<Ctx, 'db' | 'now'>, entry: NewEntry): Promise<void> => postEntries(ctx, [entry])

/** Several events at once, each as above. */
export async function postEntries(ctx: Pick<Ctx, 'db' | 'now'>, entries: readonly NewEntry[]): Promise<void> {
  const { db, now } = ctx
  const posted = entries
    .map((entry) => ({ ...entry, postings: entry.postings.filter(({ yen }) => yen !== 0) }))
    .filter(({ postings }) => postings.length > 0)
  if (posted.length === 0) return
  const today = jstDateOf(now)
  const isPast = posted.some(({ onDay = today }) => onDay !== today)
  const dayFor = isPast ? await bookingDays(ctx) : (day: JstDate) => day
  const made = await db
    .insertInto('ledgerEntries')
    .columns(entryColumns)
    .expression(
      manyRows(
        'ledgerEntries',
        entryColumns,
        posted.map(({ eventKey, kind, memo, reverses = null, onDay = today }) => ({
          id: newId<'ledgerEntry'>(),
          eventKey,
          kind,
          onDay: dayFor(onDay),
          memo,
          reverses,
          at: now,
        })),
      ),
    )
    .onConflict((conflict) => conflict.column('eventKey').doNothing())
    .returning(['id', 'eventKey'])
    .execute()
  if (made.length === 0) return
  const idOf = new Map(made.map(({ id, eventKey }) => [eventKey, id]))
  await db
    .insertInto('ledgerPostings')
    .columns(postingColumns)
    .expression(
      manyRows(
        'ledgerPostings',
        postingColumns,
        posted.flatMap(({ eventKey, postings }) => {
          const entryId = idOf.get(eventKey)
          if (!entryId) return []
          return postings.map((posting, ordinal) => ({
            entryId,
            ordinal,
            account: posting.account,
            restaurantId: 'restaurantId' in posting ? posting.restaurantId : null,
            farmId: 'farmId' in posting ? posting.farmId : null,
            yen: posting.yen,
          }))
        }),
      ),
    )
    .execute()
}
