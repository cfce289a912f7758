import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'

/**
 * The content of a restaurant's badges. A restaurant has at most one badge of each rule, and the badge has one address
 * for as long as the restaurant is a member: /trace/:token. Everything on it comes from received deliveries.
 */

/**
 * farms: bought directly from farms; organic: share of 有機JAS; prefecture: share of the own prefecture; season: share in
 * season.
 */
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
  /**
   * Deliveries received between the badge's `from` and today; for the rules of shares, those with products that count.
   */
  deliveries: number
  firstOn: JstDate
  lastOn: JstDate
  /** The last day on which this farm meets the rule unless another delivery is received. */
  until: JstDate
  /** The restaurant may hide a farm; it can never add one. */
  shown: boolean
}

export type ShopBadge = {
  token: string
  rule: BadgeRule
  restaurantId: RestaurantId
  /** The restaurant's name as guests know it. */
  shop: string
  /** The window of received deliveries: first day, and the last day of the badge unless more is received. */
  from: JstDate
  until: JstDate
  /**
   * The last day on which everything it says now (such as the number of farms) is still proven if nothing more is
   * received: printed badges state this day. For the rules of shares the same as `until`.
   */
  wholeUntil: JstDate
  /**
   * Farms that meet the rule, most deliveries first; for the rules of shares, farms whose products are counted in it.
   */
  farms: FarmProof[]
  /** For the rules of shares: whole per cent, rounded down; null for `farms`. */
  percent: number | null
  /** The prefecture of all farms that count, shown or hidden; null if there are several. */
  prefecture: string | null
}

/** A badge that is not earned, and how much is missing. */
export type BadgeProgress = {
  rule: BadgeRule
  /** Deliveries (farms) or per cent (shares) so far, and the number required. */
  have: number
  need: number
  /** Received deliveries in the window, and the number that every badge requires. */
  deliveries: number
  deliveriesNeeded: number
  /** For `farms`: the farm that is closest. */
  nearest: { name: string; deliveries: number } | null
}

/** What a badge's address shows: the badge; or for one that ended, when it was valid; null: no such token. */
export type BadgeAtAddress =
  | { state: 'valid'; badge: ShopBadge }
  | { state: 'ended'; token: string; rule: BadgeRule; shop: string; from: JstDate; until: JstDate }

/** The history's kinds for the beginning and the end of a badge. */
export const badgeEvent = { granted: 'badge_granted', ended: 'badge_ended' } as const
