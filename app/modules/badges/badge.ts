import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

/**
 * What the badges of a restaurant say. A restaurant has at most one badge of each rule, and the badge has one address for
 * as long as the restaurant is with us: /trace/:token. Everything on it comes from deliveries that were received.
 */

/** farms: bought directly of farms; organic: share of 有機JAS; prefecture: share of the own prefecture; season: share in season. */
export const badgeRules = ['farms', 'organic', 'prefecture', 'season'] as const
export type BadgeRule = (typeof badgeRules)[number]

/** A farm behind the badge, with what its received deliveries prove. */
export type FarmProof = {
  farmId: FarmId
  name: string
  /** One kanji in a round seal. */
  crest: string
  /** As on a menu: 熊本・八代. */
  place: string
  /** Deliveries received between the badge's `from` and today; for the rules of shares, those with goods that count. */
  deliveries: number
  firstOn: JstDate
  lastOn: JstDate
  /** The day after whose end this farm no longer meets the rule unless another delivery is received. */
  until: JstDate
  /** The restaurant may leave a farm away; it can never add one. */
  shown: boolean
}

export type ShopBadge = {
  token: string
  rule: BadgeRule
  restaurantId: RestaurantId
  /** The restaurant's name as guests know it. */
  shop: string
  /** The window of received deliveries: first day, and the day on which the badge ends if nothing more is received. */
  from: JstDate
  until: JstDate
  /**
   * The last day on which all that it says now (so many farms) is still proven if nothing more is received: what is printed
   * says this day. For the rules of shares the same as `until`.
   */
  wholeUntil: JstDate
  /** Farms that meet the rule, most deliveries first; for the rules of shares, farms whose goods are counted in it. */
  farms: FarmProof[]
  /** For the rules of shares: whole per cent, rounded down; null for `farms`. */
  percent: number | null
  /** The prefecture that all farms that count are in, shown or left away; null: they are in several. */
  prefecture: string | null
}

/** A badge that is not earned, and how much is missing. */
export type BadgeProgress = {
  rule: BadgeRule
  /** Deliveries (farms) or per cent (shares) so far, and from how many it is earned. */
  have: number
  need: number
  /** Received deliveries in the window, and how many any badge takes. */
  deliveries: number
  deliveriesNeeded: number
  /** For `farms`: the farm that is nearest. */
  nearest: { name: string; deliveries: number } | null
}

/** What stands at a badge's address: the badge; or of one that ended, when it was valid; null: no such token. */
export type BadgeAtAddress =
  | { state: 'valid'; badge: ShopBadge }
  | { state: 'ended'; token: string; rule: BadgeRule; shop: string; from: JstDate; until: JstDate }

/** How it is called in the history when a badge begins to hold, and when it ends. */
export const badgeEvent = { granted: 'badge_granted', ended: 'badge_ended' } as const
