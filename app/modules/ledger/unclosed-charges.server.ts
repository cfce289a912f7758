import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { ChargeId, FarmId, RestaurantId } from '#kernel/ids.ts'

/** A charge that is listed as in no period of that restaurant or farm, but is in one; or the other way round. */
export type WrongUnclosed = { chargeId: ChargeId; partyId: RestaurantId | FarmId; listed: boolean }

/** Compares the list of charges that are in no period yet with all charges and all periods (docs/decisions/0139). */
export async function wrongUnclosedCharges(db: DbOrTx): Promise<WrongUnclosed[]> {
  const { rows } = await sql<WrongUnclosed>`
    select charge_id as "chargeId", party_id as "partyId", bool_or(listed) as listed
      from (select *, true as listed from unclosed_charges
            union all select *, false from plain_unclosed_charges) both_sides
     group by charge_id, party_id, supplied_on having count(*) = 1 order by 1, 2`.execute(db)
  return rows
}
