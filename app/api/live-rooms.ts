import { type Actor, viewerOf } from '#access/actor.ts'
import { farmRoom, type LiveRoom, restaurantRoom } from '#kernel/live.ts'

/** Where somebody may listen: at their place and at their own name; staff where staff look. Nobody through another's eyes. */
export function liveRoomsOf(actor: Actor): LiveRoom[] {
  if (viewerOf(actor)) return []
  switch (actor.kind) {
    case 'buyer':
      return [restaurantRoom(actor.restaurantId), `person:${actor.personId}`, 'restaurants']
    case 'farm':
      return [farmRoom(actor.farmId), `person:${actor.personId}`, 'farms']
    case 'person':
      return [`person:${actor.personId}`]
    case 'staff':
      return ['staff']
    default:
      return []
  }
}
