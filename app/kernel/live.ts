import type { FarmId, OrderId, PersonId, RestaurantId } from './ids.ts'
import type { Side } from './words.ts'

/** Whoever looks at pages of a place, of a side, or of staff is in its room, and hears what is said there. */
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

/** How far a side has been reached by the other, and has read. */
export type TalkMarks = LiveSides & { side: Side; gotNo: number; readNo: number; personId: PersonId }

/**
 * What open pages are told of, by kind. `message` and `message_changed` bring the message as the API shows it; the others
 * say only what has changed, and whoever shows it asks again.
 */
export type LiveData = {
  message: LiveSides & { message: unknown }
  message_changed: LiveSides & { message: unknown }
  talk_marks: TalkMarks
  talk_closed: LiveSides
  order: { orderId: OrderId }
  announcement: Record<string, never>
  report: Record<string, never>
}
export type LiveKind = keyof LiveData

/** Said to those who are there, and kept for nobody: somebody is writing. */
export type Typing = LiveSides & { side: Side; name: string }

/** Milliseconds between two signs of life on a stream, so that neither proxies nor phones think it dead. */
export const livePingMs = 20_000
