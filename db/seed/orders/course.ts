import type { Slot } from '#kernel/enums.ts'
import { addDays, addHours, addMinutes, jstDateOf, jstMinuteOf, momentOf } from '#kernel/jst.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'
import type { SeedFarm } from '../farms.ts'
import type { Random } from '../random.ts'

/** What happens to an order and when, as time goes on. `by` is the system where the users did nothing. */
export type Course = {
  end: 'finalized' | 'declined' | 'expired' | 'cancelled'
  /** accepted, declined or expired */
  answeredAt: Date
  answeredBy: 'farm' | 'system'
  cancelledAt: Date | null
  preparingAt: Date
  preparingBy: 'farm' | 'system'
  weighedAt: Date
  shippedAt: Date
  deliveredAt: Date
  deliveredBy: 'buyer' | 'system'
  inspectedAt: Date
  inspectedBy: 'buyer' | 'system'
}

export const inspectHours = 48

export function courseOf(farm: SeedFarm, day: PossibleDay, placedAt: Date, slot: Slot, random: Random): Course {
  const end = endOf(farm, random)
  const auto = farm.row.autoAccept && end !== 'expired'
  const answeredAt =
    end === 'expired' ? day.answerDueAt : auto ? placedAt : answerTime(placedAt, day.answerDueAt, random)
  const preparingBy = random.chance(0.6) ? 'farm' : 'system'
  const early = addMinutes(day.packAt, -random.int(0, 40))
  const preparingAt = preparingBy === 'farm' && early > answeredAt ? early : day.packAt
  const noticed = random.chance(0.9)
  const deliveredAt = noticed ? arrivalAt(day, slot, random) : momentOf(addDays(day.deliveryOn, 1), 24 * 60)
  const inspected = random.chance(0.85)
  return {
    end,
    answeredAt,
    answeredBy: end === 'expired' || auto ? 'system' : 'farm',
    cancelledAt: end === 'cancelled' ? between(placedAt, day.cutoffAt, random) : null,
    preparingAt,
    preparingBy: preparingAt === day.packAt ? 'system' : 'farm',
    weighedAt: addMinutes(day.packAt, random.int(8, 45)),
    shippedAt: addMinutes(day.packAt, random.int(60, 170)),
    deliveredAt,
    deliveredBy: noticed ? 'buyer' : 'system',
    inspectedAt: inspected ? addMinutes(deliveredAt, random.int(4, 300)) : addHours(deliveredAt, inspectHours),
    inspectedBy: inspected ? 'buyer' : 'system',
  }
}

function endOf(farm: SeedFarm, random: Random): Course['end'] {
  const dice = random.next()
  if (dice < 0.025 && !farm.row.autoAccept) return 'declined'
  if (dice < 0.04 && !farm.row.autoAccept) return 'expired'
  if (dice < 0.065) return 'cancelled'
  return 'finalized'
}

/** Farmers answer while they are awake, including the last minutes before the deadline. */
function answerTime(placedAt: Date, dueAt: Date, random: Random): Date {
  const soon = addMinutes(placedAt, random.int(12, 400))
  const minute = jstMinuteOf(soon)
  const today = jstDateOf(soon)
  const dawn = random.int(5 * 60, 6 * 60 + 30)
  const awake = minute < 300 ? momentOf(today, dawn) : minute > 1_290 ? momentOf(addDays(today, 1), dawn) : soon
  return awake < dueAt ? awake : between(placedAt, dueAt, random)
}

function between(from: Date, to: Date, random: Random): Date {
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000)
  return addMinutes(from, random.int(Math.min(1, minutes), Math.max(0, minutes)))
}

const windows: Readonly<Record<Slot, readonly [from: number, to: number]>> = {
  none: [9 * 60, 18 * 60],
  am: [8 * 60 + 20, 11 * 60 + 50],
  '14-16': [14 * 60, 16 * 60],
  '16-18': [16 * 60, 18 * 60],
  '18-20': [18 * 60, 20 * 60],
  '19-21': [19 * 60, 21 * 60],
}

export const arrivalAt = (day: PossibleDay, slot: Slot, random: Random): Date =>
  momentOf(day.deliveryOn, random.int(...windows[slot]))
