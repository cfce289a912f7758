import { createHash } from 'node:crypto'
import { type Actor, ownerKeyOf, standInOf, viewerOf } from './actor.ts'

/**
 * The mark by which a device recognises whose pages and queued mutations it stores: the user in the organisation for
 * which they act; it reveals nothing about them. Null for those who store nothing on a device: visitors, staff, and
 * staff who view as a user.
 */
export function markOf(actor: Actor): string | null {
  if ((actor.kind !== 'buyer' && actor.kind !== 'farm') || viewerOf(actor) || standInOf(actor)) return null
  const place = actor.kind === 'buyer' ? actor.restaurantId : actor.farmId
  return createHash('sha256')
    .update(`${ownerKeyOf(actor)} ${actor.kind} ${place}`)
    .digest('base64url')
    .slice(0, 22)
}
