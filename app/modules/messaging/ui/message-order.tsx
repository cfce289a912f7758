import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type Message, stateOfOwn } from '../conversation.ts'
import type { Conversation } from '../conversation-queries.server.ts'

/** The day above its first message, and the line above the first new one. */
export function Separators({
  before,
  message,
  conversation,
}: {
  before: Message | undefined
  message: Message
  conversation: Conversation
}) {
  const day = jstDateOf(message.sentAt)
  const isNewDay = !before || jstDateOf(before.sentAt) !== day
  const isFirstUnseen =
    conversation.seenNo > 0 &&
    message.side !== conversation.mine &&
    message.no > conversation.seenNo &&
    (before?.no ?? 0) <= lastSeen(conversation)
  return (
    <>
      {isNewDay && (
        <li className="talk-day">
          <span>{formatDay(day)}</span>
        </li>
      )}
      {isFirstUnseen && (
        <li className="talk-new">
          <span>ここから新しいメッセージ</span>
        </li>
      )}
    </>
  )
}

/** The newest message before the first that had not been seen when the page was rendered. */
const lastSeen = ({ messages, seenNo, mine }: Conversation): number => {
  const first = messages.find(({ no, side }) => side !== mine && no > seenNo)
  return first ? first.no - 1 : -1
}

export const isFirstOf = (before: Message | undefined, message: Message): boolean =>
  !before ||
  before.side !== message.side ||
  before.personId !== message.personId ||
  message.sentAt.getTime() - before.sentAt.getTime() > 10 * 60_000

export const nextOwn = (messages: readonly Message[], index: number): Message | undefined => {
  const side = messages[index]?.side
  return messages.slice(index + 1).find((message) => message.side === side)
}

/** The user's own message shows its state, unless the next one has the same. */
export function stateShown(
  message: Message,
  next: Message | undefined,
  marks: Conversation['marks'],
  mine: Conversation['mine'],
) {
  if (message.side !== mine || message.removedAt) return null
  const state = stateOfOwn(message.no, marks)
  return next && stateOfOwn(next.no, marks) === state ? null : state
}
