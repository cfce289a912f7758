import type { OrderState, Side } from '#kernel/enums.ts'
import type { FarmId, OrderId, PersonId, ProductId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { lengthOf } from '#kernel/text.ts'
import type { ConversationRefusal } from './refusal-text.ts'

/** Both sides of a conversation: there is one for each farm and restaurant. */
export type ConversationSides = { farmId: FarmId; restaurantId: RestaurantId }

/** Characters of a message, and its maximum number of photos. */
export const longestMessage = 1_000
export const mostPhotos = 6

/** How long a message can be edited or removed by its writer. */
export const changeableForMs = 5 * 60_000

/** What one person may write within a minute: much more than in normal use. */
export const conversationLimits = { messages: { most: 30, withinMs: 60_000 } }

/** Messages per page. */
export const pageSize = 40

/** The retention period of messages that are not about an order. */
export const keptForDays = 3 * 365

/** Common replies, above the keyboard. */
export const quickReplies: Record<Side, readonly string[]> = {
  farm: ['了解です', '今日出します', '後で電話します'],
  restaurant: ['お願いします', '数量を変更したいです'],
}

export const otherSide = { farm: 'restaurant', restaurant: 'farm' } as const satisfies Record<Side, Side>

/** Where a side reads and writes it. */
export const conversationPath = (side: Side, { farmId, restaurantId }: ConversationSides): `/${string}` =>
  side === 'farm' ? `/farmer/Chat/${restaurantId}` : `/restaurant/Chat/${farmId}`

/** An order attached to a message. */
export type OrderCardFacts = {
  id: OrderId
  number: string
  deliveryOn: JstDate
  state: OrderState
  firstGoods: string
  moreGoods: number
}
/** A product attached to a message. No price: it differs from restaurant to restaurant, and from day to day. */
export type ProductCardFacts = { id: ProductId; name: string; packLabel: string; picture: string; archived: boolean }

export type Message = {
  /** From 1, without gaps, in order of arrival. */
  no: number
  side: Side
  /** Made by the sending device; tells a message being sent from one that has arrived. */
  key: string
  personId: PersonId
  by: string
  text: string
  photos: { key: string; width: number; height: number }[]
  order: OrderCardFacts | null
  product: ProductCardFacts | null
  sentAt: Date
  editedAt: Date | null
  /** Removed: the text is deleted, the place stays. */
  removedAt: Date | null
}

/** The refusal of a message that cannot be sent as it is. */
export function refusalOfText(text: string, beside: { photos: number; cards: number }): ConversationRefusal | null {
  if (text.trim() === '' && beside.photos + beside.cards === 0) return 'nothing_written'
  if (lengthOf(text) > longestMessage) return 'too_long'
  return beside.photos > mostPhotos ? 'too_many_photos' : null
}

/** The writer's own, for five minutes, and not after it was removed. */
export function refusalOfChange(
  message: { personId: PersonId; sentAt: Date; removedAt: Date | null },
  by: PersonId,
  now: Date,
): ConversationRefusal | null {
  if (message.personId !== by) return 'not_yours'
  if (message.removedAt) return 'removed_already'
  return now.getTime() - message.sentAt.getTime() > changeableForMs ? 'too_late' : null
}

/** The delivery state of the user's own message. */
export type MessageState = 'sent' | 'got' | 'read'

export function stateOfOwn(no: number, marks: { gotNo: number; readNo: number }): MessageState {
  if (no <= marks.readNo) return 'read'
  return no <= marks.gotNo ? 'got' : 'sent'
}
