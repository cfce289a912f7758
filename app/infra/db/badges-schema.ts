import type { Generated } from 'kysely'
import type { BadgeId, EventId, FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

export type BadgeTables = {
  badges: {
    id: BadgeId
    restaurant_id: RestaurantId
    rule: 'farms' | 'organic' | 'prefecture' | 'season'
    token: string
    created_at: Date
    /** The last calculation while it was valid. */
    known_until: JstDate | null
  }
  badge_left_farms: { badge_id: BadgeId; farm_id: FarmId }
  badge_turns: {
    badge_id: BadgeId
    /** From 1; odd ones grant it, even ones end it. */
    ordinal: number
    kind: 'granted' | 'ended'
    rule_version: number
    from_on: JstDate
    until_on: JstDate
    event_id: EventId
    at: Date
  }
  badge_checks: { restaurant_id: RestaurantId | null; farm_id: FarmId | null; due_at: Generated<Date> }
  badge_keys: {
    kid: string
    public_x: string
    sealed_private: string | null
    created_at: Date
    retired_at: Date | null
  }
}
