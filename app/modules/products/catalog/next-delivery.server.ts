import type { Ctx } from '#authorization/ctx.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId } from '#kernel/ids.ts'
import { parsePrefCode, zoneOf } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { defaultMaxHeldDays, deliveryDays, type PossibleDay } from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import type { Destination } from './arriving-farms.server.ts'
import { policyColumns, policyOf, vacationsOf } from './shipping-rules.server.ts'

/**
 * The first day on which these farms can deliver chilled products to the destination, with the earliest deadline among
 * those who can; null if none of them can within two weeks.
 */
export const nextDelivery = query(
  'public',
  async (
    ctx: Ctx,
    farmIds: readonly FarmId[],
    to: Destination,
  ): Promise<{ day: PossibleDay; farms: string[] } | null> => {
    if (farmIds.length === 0) return null
    const farms = await ctx.db
      .selectFrom('farms')
      .select(['id', 'name', 'prefectureCode', ...policyColumns])
      .where('id', 'in', farmIds)
      .where(isPublicFarm('farms'))
      .execute()
    const vacations = await vacationsOf(ctx, farmIds)
    const firsts = farms.flatMap((farm) => {
      const code = parsePrefCode(farm.prefectureCode)
      if (!code) return []
      const first = deliveryDays({
        now: ctx.now,
        lead: leadDays({ from: zoneOf(code), to: to.zone, temperature: 'chilled', airAllowed: true }),
        policy: policyOf(farm),
        vacations: vacations.get(farm.id) ?? [],
        kitchen: to.calendar,
        isHoliday,
        maxHeldDays: defaultMaxHeldDays.chilled,
      }).find((day) => day.possible)
      return first?.possible ? [{ name: farm.name, day: first }] : []
    })
    return soonest(firsts)
  },
)

/** The earliest day, and until when a restaurant may order from all farms that can deliver then. */
export function soonest(firsts: readonly { name: string; day: PossibleDay }[]) {
  const [earliest] = firsts.map(({ day }) => day.deliveryOn).sort()
  const [first, ...others] = firsts
    .filter(({ day }) => day.deliveryOn === earliest)
    .sort((a, b) => a.day.cutoffAt.getTime() - b.day.cutoffAt.getTime())
  return first ? { day: first.day, farms: [first, ...others].map(({ name }) => name) } : null
}
