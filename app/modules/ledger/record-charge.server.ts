import type { Insertable } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { newId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import { postEntry } from './post-entry.server.ts'
import type { LedgerTables } from './tables.ts'

export type NewCharge = Omit<Insertable<LedgerTables['charges']>, 'id' | 'at' | 'bookedOn' | 'perRate'> & {
  perRate: TaxOfRate[]
}

/**
 * Records what a restaurant owes and a farm earns by one event, and posts it, in the transaction of the event. The same
 * event counts once. The tax of the fee is not posted here: it is rounded once on the farm's statement.
 */
export async function recordCharge(ctx: Pick<Ctx, 'db' | 'now'>, charge: NewCharge): Promise<void> {
  const { eventKey, restaurantId, farmId, totalYen, farmYen, feeYen } = charge
  const made = await ctx.db
    .insertInto('charges')
    .values({
      ...charge,
      id: newId<'charge'>(),
      perRate: JSON.stringify(charge.perRate),
      bookedOn: jstDateOf(ctx.now),
      at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('eventKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await postEntry(ctx, {
    eventKey: `charge:${eventKey}`,
    kind: charge.kind,
    memo: '',
    postings: [
      { account: 'receivable', restaurantId, yen: totalYen },
      { account: 'claim_costs', yen: yen(farmYen - totalYen) },
      { account: 'payable', farmId, yen: yen(feeYen - farmYen) },
      { account: 'fees', yen: yen(-feeYen) },
    ],
  })
}
