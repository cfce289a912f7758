import type { BadgeProgress, BadgeRule } from './badge.ts'

/** The name of each badge on the restaurant's own page. */
export const badgeName: Record<BadgeRule, string> = {
  farms: '農園から直接仕入れ',
  organic: '有機JASの食材',
  prefecture: '地元の食材',
  season: '旬の食材',
}

/** あと2回の納品で作成できます: what is still missing, in the kitchen's words. */
export function missingWords({ rule, have, need, deliveries, deliveriesNeeded, nearest }: BadgeProgress): string {
  if (rule === 'farms') {
    const more = Math.max(1, need - have)
    return `${nearest ? `${nearest.name}から、` : ''}あと${more}回の納品で作成できます`
  }
  if (deliveries < deliveriesNeeded) return `あと${deliveriesNeeded - deliveries}回の納品で、割合を算出できます`
  return `現在${have}%。${need}%に達すると作成できます`
}

/** The progress, for a bar: from 0 to 1. */
export const partDone = ({
  rule,
  have,
  need,
  deliveries,
  deliveriesNeeded,
}: BadgeProgress): { value: number; max: number } =>
  rule !== 'farms' && deliveries < deliveriesNeeded
    ? { value: deliveries, max: deliveriesNeeded }
    : { value: Math.min(have, need), max: need }
