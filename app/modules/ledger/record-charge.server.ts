import type { Insertable } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { type FarmId, newId, type OrderId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import { bookingDays } from './booking-day.server.ts'
import { type Posting, postEntries } from './post-entry.server.ts'
import type { LedgerTables } from './tables.ts'

export type NewCharge = Omit<
  Insertable<LedgerTables['charges']>,
  'id' | 'at' | 'bookedOn' | 'perRate' | 'orderId' | 'farmId'
> & {
  orderId: OrderId | null
  farmId: FarmId | null
  perRate: TaxOfRate[]
  /** When it became known; now unless given. Its day is that of the books, or today if that month is closed. */
  at?: Date
}

/**
 * Records what a restaurant owes and a farm earns by one event, and posts it, in the transaction of the event. The same
 * event counts once. The tax of the fee is not posted here: it is rounded once on the farm's statement.
 */
export const recordCharge = (ctx: Pick<Ctx, 'db' | 'now'>, charge: NewCharge): Promise<number> =>
  recordCharges(ctx, [charge])

/** Several events at once, each as above. Returns how many were new. */
export async function recordCharges(ctx: Pick<Ctx, 'db' | 'now'>, charges: readonly NewCharge[]): Promise<number> {
  if (charges.length === 0) return 0
  const dayFor = charges.some(({ at }) => at) ? await bookingDays(ctx) : (day: JstDate) => day
  const rows = charges.map(({ at = ctx.now, ...charge }) => ({
    ...charge,
    id: newId<'charge'>(),
    perRate: JSON.stringify(charge.perRate),
    bookedOn: dayFor(jstDateOf(at)),
    at,
  }))
  const made = await ctx.db
    .insertInto('charges')
    .values(rows)
    .onConflict((conflict) => conflict.column('eventKey').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(made.map(({ id }) => id))
  await postEntries(
    ctx,
    rows
      .filter(({ id }) => ids.has(id))
      .map((charge) => ({
        eventKey: `charge:${charge.eventKey}`,
        kind: charge.kind,
        onDay: charge.bookedOn,
        memo: '',
        postings: postingsOf(charge),
      })),
  )
  return made.length
}

/** A late charge is ours; of anything else the farm earns its part. */
function postingsOf({ restaurantId, farmId, totalYen, farmYen, feeYen }: Omit<NewCharge, 'at' | 'perRate'>): Posting[] {
  const owed: Posting = { account: 'receivable', restaurantId, yen: totalYen }
  if (!farmId) return [owed, { account: 'late_charges', yen: yen(-totalYen) }]
  return [
    owed,
    { account: 'claim_costs', yen: yen(farmYen - totalYen) },
    { account: 'payable', farmId, yen: yen(feeYen - farmYen) },
    { account: 'fees', yen: yen(-feeYen) },
  ]
}
