import { createHash } from 'node:crypto'
import { type Actor, ownerKeyOf, standInOf, viewerOf } from './actor.ts'

/**
 * By which a device knows whose pages and presses it keeps: the person in the place for which they act; it says nothing
 * about them. Null for whoever keeps nothing on a device: visitors, staff, and staff who look through somebody's eyes.
 */
export function markOf(actor: Actor): string | null {
  if ((actor.kind !== 'buyer' && actor.kind !== 'farm') || viewerOf(actor) || standInOf(actor)) return null
  const place = actor.kind === 'buyer' ? actor.restaurantId : actor.farmId
  return createHash('sha256')
    .update(`${ownerKeyOf(actor)} ${actor.kind} ${place}`)
    .digest('base64url')
    .slice(0, 22)
}
