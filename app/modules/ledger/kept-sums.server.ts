import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { Account } from './accounts.ts'

/** A kept sum that is not what the rows add up to. `what`: an account, or charges that are in no period yet. */
export type WrongSum = {
  what: Account | 'unbilled' | 'unstated'
  restaurantId: RestaurantId | null
  farmId: FarmId | null
  keptYen: Yen
  plainYen: Yen
}

/**
 * Adds what was written since the last time to the kept sums (docs/decisions/0089). Readers add both, so that they see no
 * difference. Returns how many changes there were.
 */
export async function foldKeptSums({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await sql<{ folded: string }>`
    with gone as (delete from kept_sum_changes returning what, restaurant_id, farm_id, yen),
    folded as (
      insert into kept_sums as k (what, restaurant_id, farm_id, yen)
      select what, restaurant_id, farm_id, sum(yen) from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (what, restaurant_id, farm_id) do update set yen = k.yen + excluded.yen)
    select count(*) as folded from gone`.execute(db)
  return Number(rows[0]?.folded ?? 0)
}

/** Compares every kept sum with all rows of all years. */
export async function wrongSums(db: DbOrTx): Promise<WrongSum[]> {
  const { rows } = await sql<Pick<WrongSum, 'what' | 'restaurantId' | 'farmId'> & { kept: string; plain: string }>`
    select what, restaurant_id, farm_id, sum(kept) as kept, sum(plain) as plain
      from (select what, restaurant_id, farm_id, yen as kept, 0 as plain from current_sums
            union all select what, restaurant_id, farm_id, 0, yen from plain_sums) both_sides
     group by 1, 2, 3 having sum(kept) <> sum(plain) order by 1, 2, 3`.execute(db)
  return rows.map(({ kept, plain, ...row }) => ({
    what: row.what,
    restaurantId: row.restaurantId,
    farmId: row.farmId,
    keptYen: yen(Number(kept)),
    plainYen: yen(Number(plain)),
  }))
}
