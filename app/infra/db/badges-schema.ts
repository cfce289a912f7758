import type { Generated } from 'kysely'
import type { BadgeId, EventId, FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

export type BadgeTables = {
  badges: {
    id: BadgeId
    restaurantId: RestaurantId
    rule: 'farms' | 'organic' | 'prefecture' | 'season'
    token: string
    createdAt: Date
    /** The last calculation while it was valid. */
    knownUntil: JstDate | null
  }
  badgeLeftFarms: { badgeId: BadgeId; farmId: FarmId }
  badgeTurns: {
    badgeId: BadgeId
    /** From 1; odd ones grant it, even ones end it. */
    ordinal: number
    kind: 'granted' | 'ended'
    ruleVersion: number
    fromOn: JstDate
    untilOn: JstDate
    eventId: EventId
    at: Date
  }
  badgeChecks: { restaurantId: RestaurantId | null; farmId: FarmId | null; dueAt: Generated<Date> }
  badgeKeys: {
    kid: string
    publicX: string
    sealedPrivate: string | null
    createdAt: Date
    retiredAt: Date | null
  }
}
