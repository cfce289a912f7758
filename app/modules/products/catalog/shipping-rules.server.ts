import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { jstDateOf, type MinuteOfDay } from '#kernel/jst.ts'
import type { ShippingPolicy, Vacation } from '#modules/delivery/delivery-days.ts'

/** A farm's shipping rules, as the day engine reads them. */

/** The columns of a farm that `policyOf` reads. */
export const policyColumns = [
  'shipWeekdays',
  'shipsOnHolidays',
  'packingMinute',
  'cutoffHoursBeforePacking',
  'answerHoursAfterCutoff',
] as const

type PolicyRow = {
  shipWeekdays: ShippingPolicy['shipWeekdays']
  shipsOnHolidays: boolean
  packingMinute: number
  cutoffHoursBeforePacking: number
  answerHoursAfterCutoff: number
}

export const policyOf = (row: PolicyRow): ShippingPolicy => ({
  shipWeekdays: row.shipWeekdays,
  shipsOnHolidays: row.shipsOnHolidays,
  packingMinute: row.packingMinute as MinuteOfDay,
  cutoffHoursBeforePacking: row.cutoffHoursBeforePacking,
  answerHoursAfterCutoff: row.answerHoursAfterCutoff,
})

/** Current and future vacations, by farm. */
export async function vacationsOf(ctx: Ctx, farmIds: readonly FarmId[] | 'all'): Promise<Map<FarmId, Vacation[]>> {
  if (farmIds.length === 0) return new Map()
  const rows = await vacationRows(ctx)
    .$if(farmIds !== 'all', (query) => query.where('farmId', 'in', farmIds === 'all' ? [] : farmIds))
    .execute()
  return Map.groupBy(rows, (row) => row.farmId)
}

/** Of every farm; the caller restricts whose. */
export const vacationRows = (ctx: Pick<Ctx, 'db' | 'now'>) =>
  ctx.db
    .selectFrom('farmVacations')
    .select(['farmId', 'fromOn as from', 'toOn as to'])
    .where('toOn', '>=', jstDateOf(ctx.now))
