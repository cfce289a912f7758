import type { Side } from './enums.ts'
import type { FarmId, OrderId, PersonId, RestaurantId } from './ids.ts'

/** Viewers of the pages of an organisation, of a side, or of staff are in its room, and receive its events. */
export type LiveRoom =
  | `farm:${FarmId}`
  | `restaurant:${RestaurantId}`
  | `person:${PersonId}`
  | 'farms'
  | 'restaurants'
  | 'staff'

export const farmRoom = (id: FarmId): LiveRoom => `farm:${id}`
export const restaurantRoom = (id: RestaurantId): LiveRoom => `restaurant:${id}`

/** Both sides of a conversation or of an order. */
export type LiveSides = { farmId: FarmId; restaurantId: RestaurantId }

/** Up to which message the other side has received, and has read. */
export type ConversationMarks = LiveSides & { side: Side; gotNo: number; readNo: number; personId: PersonId }

/**
 * Events for open pages, by kind. `message` and `message_changed` carry the message as the API shows it; the others
 * only say what has changed, and the page reloads it.
 */
export type LiveData = {
  message: LiveSides & { message: unknown }
  message_changed: LiveSides & { message: unknown }
  talk_marks: ConversationMarks
  talk_closed: LiveSides
  order: { orderId: OrderId }
  announcement: Record<string, never>
  report: Record<string, never>
}
export type LiveKind = keyof LiveData

/** Sent to open pages and not stored: a participant is typing. */
export type Typing = LiveSides & { side: Side; name: string }

/** Milliseconds between two heartbeats of a stream, so that proxies and phones keep it open. */
export const livePingMs = 20_000
