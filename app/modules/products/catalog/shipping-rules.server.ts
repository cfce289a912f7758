import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { jstDateOf, type MinuteOfDay } from '#kernel/jst.ts'
import type { ShippingPolicy, Vacation } from '#modules/delivery/delivery-days.ts'

/** A farm's shipping rules, as the day engine reads them. */

/** The columns of a farm that `policyOf` reads. */
export const policyColumns = [
  'ship_weekdays',
  'ships_on_holidays',
  'packing_minute',
  'cutoff_hours_before_packing',
  'answer_hours_after_cutoff',
] as const

type PolicyRow = {
  ship_weekdays: ShippingPolicy['shipWeekdays']
  ships_on_holidays: boolean
  packing_minute: number
  cutoff_hours_before_packing: number
  answer_hours_after_cutoff: number
}

export const policyOf = (row: PolicyRow): ShippingPolicy => ({
  shipWeekdays: row.ship_weekdays,
  shipsOnHolidays: row.ships_on_holidays,
  packingMinute: row.packing_minute as MinuteOfDay,
  cutoffHoursBeforePacking: row.cutoff_hours_before_packing,
  answerHoursAfterCutoff: row.answer_hours_after_cutoff,
})

/** Current and future vacations, by farm. */
export async function vacationsOf(ctx: Ctx, farmIds: readonly FarmId[] | 'all'): Promise<Map<FarmId, Vacation[]>> {
  if (farmIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('farm_vacations')
    .select(['farm_id', 'from_on as from', 'to_on as to'])
    .where('to_on', '>=', jstDateOf(ctx.now))
    .$if(farmIds !== 'all', (query) => query.where('farm_id', 'in', farmIds === 'all' ? [] : farmIds))
    .execute()
  return Map.groupBy(rows, (row) => row.farm_id)
}
