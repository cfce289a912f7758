import { type Actor, viewerOf } from '#authorization/actor.ts'
import { farmRoom, type LiveRoom, restaurantRoom } from '#kernel/live.ts'

/**
 * The rooms that an actor may listen to: its organisation's and its own; for staff, those of staff. None while viewing
 * as a user.
 */
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
