import type { Side } from '#kernel/enums.ts'
import { type FarmId, parseId, type RestaurantId } from '#kernel/ids.ts'

/** One organisation of either side. */
export type OrgRef = { farmId: FarmId } | { restaurantId: RestaurantId }

export const sideOf = (org: OrgRef): Side => ('farmId' in org ? 'farm' : 'restaurant')
export const orgIdOf = (org: OrgRef): FarmId | RestaurantId => ('farmId' in org ? org.farmId : org.restaurantId)

/** `farm-<id>` and `restaurant-<id>`, as used in form rows and addresses. */
export const orgText = (org: OrgRef): string => `${sideOf(org)}-${orgIdOf(org)}`

export function parseOrg(text: unknown): OrgRef | null {
  if (typeof text !== 'string') return null
  const [, side, id] = /^(farm|restaurant)-(.+)$/.exec(text) ?? []
  if (side === 'farm') return wrapped(parseId<'farm'>(id), (farmId) => ({ farmId }))
  return side === 'restaurant' ? wrapped(parseId<'restaurant'>(id), (restaurantId) => ({ restaurantId })) : null
}

const wrapped = <Id>(id: Id | null, wrap: (id: Id) => OrgRef): OrgRef | null => (id === null ? null : wrap(id))

/** The organisation as the subject of an event. */
export const aboutOrg = (org: OrgRef) =>
  'farmId' in org ? { aboutFarmId: org.farmId } : { aboutRestaurantId: org.restaurantId }

export const sideWord: Record<Side, string> = { farm: '生産者', restaurant: '飲食店' }
